import type { ExecutionContext } from '../context'
import { isSettled, type LedgerEntry } from '../ledger/entry'
import { isInFlight, isOpen } from '../ledger/machine'
import { hasSigned } from '../ledger/steps'
import type { Renewal } from './call-claims'

/**
 * Renews the claim while this tab works on a call that is in the wallet or in flight: at once, then repeatedly, and
 * sooner if the service did not answer. So the service takes nothing back, and other browsers know. `tell` receives
 * what the person has to know, or null. Returns the function to call when the tab lets go of the call: it releases the
 * claim if nothing was sent.
 */
export function keepClaim(
  key: string,
  context: Pick<ExecutionContext, 'ledger' | 'claims' | 'sleep' | 'claimEvery' | 'signal'>,
  tell: (words: string | null) => void,
): () => void {
  const { ledger, claims, sleep, claimEvery } = context
  const ended = new AbortController()
  const signal = AbortSignal.any([context.signal, ended.signal])
  const keep = async () => {
    for (;;) {
      await untilInFlight(key, ledger, signal)
      const entry = ledger.get(key)
      if (!entry) return
      const renewal = await claims.renew(entry, signal)
      signal.throwIfAborted()
      if (renewal === 'unheard-of') return
      tell(wordsOf(renewal, ledger.get(key)))
      if (renewal === 'settled') return
      await sleep(renewal === 'unknown' ? claimEvery / 16 : claimEvery, signal)
    }
  }
  // Ends by abort, and reports everything through `tell`.
  keep().catch(() => undefined)
  return () => {
    ended.abort(new Error('The claim is no longer kept'))
    tell(null)
    const entry = ledger.get(key)
    if (entry && !context.signal.aborted && sentNothing(entry)) void claims.release(entry)
  }
}

/** Resolves once the wallet is asked, or at once if it has been. Rejects when the signal aborts. */
const untilInFlight = (key: string, ledger: ExecutionContext['ledger'], signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = () => {
      const entry = ledger.get(key)
      if (!entry || !isInFlight(entry.state)) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = ledger.subscribe((changed) => changed === key && look())
    signal.addEventListener('abort', () => {
      unsubscribe()
      reject(signal.reason)
    })
    if (signal.aborted) reject(signal.reason)
    look()
  })

/** True if nothing of the call was sent. What an earlier step sent counts as done: the next viewer signs the rest. */
const sentNothing = (entry: LedgerEntry): boolean =>
  isOpen(entry.state) || (isSettled(entry.state) && !hasSigned(entry))

function wordsOf(renewal: Renewal, entry: LedgerEntry | null): string | null {
  // A sent transaction is followed, whatever others say of it.
  if (entry?.state !== 'signing') return null
  if (renewal === 'other')
    return 'You took this over in another browser. Reject the request in this wallet: if you confirm it here too, it is done twice.'
  if (renewal === 'settled')
    return 'The agent is no longer waiting for this: it was answered in another browser, or taken back. Reject the request in your wallet. If you confirm it anyway, it is carried out, and the agent is told the outcome.'
  return null
}
