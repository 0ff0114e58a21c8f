import { compareReceipt } from '@/lib/review/findings/receipt'
import { type ExecutionContext, retryDelay } from '../context'
import { readPrediction } from '../ledger/stored-effects'
import { readChainReceipt } from './receipt-reads'

/** Number of tries: a node may know a receipt a moment after another has reported it. */
const looks = 5

/**
 * Returns whether, by the chain, what the wallet sent instead of the reviewed bytes did exactly what was predicted for
 * those. False if that cannot be known: nothing was predicted, or no state of those blocks is left. Rejects only when
 * the context's signal aborts.
 */
export async function didAsPlanned(key: string, { ledger, chains, sleep, signal }: ExecutionContext): Promise<boolean> {
  for (let look = 0, failures = 0; look < looks; look += 1) {
    signal.throwIfAborted()
    const entry = ledger.get(key)
    const chain = chains.get(entry?.steps.at(-1)?.chainId ?? 0)
    const predicted = entry?.predicted ? readPrediction(entry.predicted).effects : null
    if (!entry || !chain || !predicted) return false
    const receipt = await readChainReceipt(entry, chain).catch(() => null)
    if (receipt?.method === 'reads' && receipt.effects)
      return compareReceipt(predicted, receipt.effects).every(
        ({ comparison }) => comparison === 'same' || comparison === 'close',
      )
    if (receipt?.method === 'logs') return false
    // Ask a node that does not answer until it does.
    failures = receipt ? failures : failures + 1
    if (!receipt) look -= 1
    await sleep(retryDelay(chain, failures), signal)
  }
  return false
}
