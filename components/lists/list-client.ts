/** A list that the service keeps could not be had or changed. The message is for a person. */
export class ListError extends Error {
  override readonly name = 'ListError'
  constructor(
    readonly code: 'signed-out' | 'not-kept' | 'unreachable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** Asks the service; `notKept` is what a service without such a list is told of. Gives the parsed body. Throws ListError. */
export async function askList(path: string, init: RequestInit, notKept: string): Promise<unknown> {
  const response = await fetch(path, init).catch((cause: unknown) => {
    init.signal?.throwIfAborted()
    throw new ListError('unreachable', 'The service cannot be reached. Check your connection.', { cause })
  })
  if (response.ok) return response.json()
  await response.body?.cancel()
  if (response.status === 401) throw new ListError('signed-out', 'Your session has ended. Sign in again.')
  if (response.status === 404) throw new ListError('not-kept', notKept)
  throw new ListError('unreachable', `The service could not answer (HTTP ${response.status}).`)
}
