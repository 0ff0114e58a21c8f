/**
 * Returns the promise's outcome, or rejects with the signal's reason as soon as it is aborted. For reads that do not
 * support signals, such as viem's. An abandoned one is not awaited.
 */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
