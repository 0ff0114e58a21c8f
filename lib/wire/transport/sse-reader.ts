import { createParser, type EventSourceMessage, type ParseError } from 'eventsource-parser'

/** One event of a stream. `id` and `event` are null if the frame has none. */
export type SseFrame = {
  id: string | null
  event: string | null
  data: string
  /** The stream ended before the empty line that closes a frame: `data` may be incomplete. */
  partial: boolean
}

/** The rest of the stream cannot be read. What came before was delivered. */
export class SseError extends Error {
  override readonly name = 'SseError'
}

/** Maximum characters per frame. The largest legitimate one is a task with its whole history. */
export const largestFrame = 8_000_000

/**
 * Reads server-sent events (WHATWG HTML, section 9.2) from a response body, split at any byte. Closes the body when the
 * reader stops early. Throws SseError on a frame beyond the limit, and passes on errors of the body. `onBytes` is called
 * whenever something has come, be it only a comment.
 */
export async function* readSse(
  body: ReadableStream<Uint8Array>,
  { limit = largestFrame, onBytes }: { limit?: number; onBytes?: () => void } = {},
): AsyncGenerator<SseFrame> {
  const frames: SseFrame[] = []
  let ending = false
  let failure: ParseError | null = null
  const parser = createParser({
    maxBufferSize: limit,
    onEvent: ({ id, event, data }: EventSourceMessage) =>
      frames.push({ id: id ?? null, event: event ?? null, data, partial: ending }),
    // Unknown fields must be ignored (section 9.2.6).
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') failure = error
    },
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      ending = done
      onBytes?.()
      // Some services close right after the last line and mean its frame. It is marked, since it may also have been
      // cut.
      parser.feed(done ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true }))
      if (failure) throw new SseError('The service sent an event too large to be read', { cause: failure })
      for (const frame of frames.splice(0)) yield frame
      if (done) return
    }
  } finally {
    // Rejects if the connection has already failed; then there is nothing to close.
    await reader.cancel().catch(() => undefined)
  }
}
