import type { ExecutionContext } from '../context'

/**
 * Waits this many milliseconds, but only while the call is in `signing`: a person who has just been told that nothing
 * was sent, and clicks, need not wait for the next lookup. Rejects only when the context's signal aborts.
 */
export async function pauseInSigning(
  key: string,
  milliseconds: number,
  { ledger, sleep, signal }: Pick<ExecutionContext, 'ledger' | 'sleep' | 'signal'>,
): Promise<void> {
  const left = new AbortController()
  const look = () => {
    if (ledger.get(key)?.state !== 'signing') left.abort(new Error('The question is answered'))
  }
  const unsubscribe = ledger.subscribe(look)
  look()
  try {
    await sleep(milliseconds, AbortSignal.any([signal, left.signal]))
  } catch {
    signal.throwIfAborted()
  } finally {
    unsubscribe()
  }
}
