/** A comment that keeps a quiet stream of server-sent events open (HTML standard, section 9.2.7). */
export const ssePing = ': ping\n\n'

/** Formats one event of a stream: an optional id to resume from, and a single `data:` line. `data` is JSON text. */
export const sseFrame = (data: string, id?: string): string =>
  id === undefined ? `data: ${data}\n\n` : `id: ${id}\ndata: ${data}\n\n`
