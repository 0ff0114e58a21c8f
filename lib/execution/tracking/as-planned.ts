import type { ChainHandle } from '@/lib/chain/chains/chain'
import type { Effects } from '@/lib/review/review'
import { type ExecutionContext, retryDelay } from '../context'
import type { LedgerEntry } from '../ledger/entry'
import { readPrediction } from '../ledger/stored-effects'

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
    const found = await compare(entry, chain, predicted).catch(() => null)
    if (found !== null && found !== 'nothing yet') return found === 'as predicted'
    // Ask a node that does not answer until it does.
    failures = found ? failures : failures + 1
    if (!found) look -= 1
    await sleep(retryDelay(chain, failures), signal)
  }
  return false
}

/** Compares once. Throws any failure of the node, and if the code that reads receipts does not come. */
async function compare(
  entry: LedgerEntry,
  chain: ChainHandle,
  predicted: Effects,
): Promise<'as predicted' | 'otherwise' | 'nothing yet'> {
  const [{ readChainReceipt }, { compareReceipt }] = await Promise.all([
    import('./receipt-reads'),
    import('@/lib/review/findings/receipt'),
  ])
  const { method, effects } = await readChainReceipt(entry, chain)
  if (method === 'reads' && effects)
    return compareReceipt(predicted, effects).every(({ comparison }) => comparison === 'same' || comparison === 'close')
      ? 'as predicted'
      : 'otherwise'
  return method === 'logs' ? 'otherwise' : 'nothing yet'
}
