/** Thrown if a list of the service could not be read or changed. The message is for the person. */
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

/**
 * Requests a list from the service, and returns the parsed body. `notKept` is the message for a service without that
 * list (404). Throws ListError.
 */
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
