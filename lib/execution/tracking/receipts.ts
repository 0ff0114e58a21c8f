import { type ExecutionContext, retryDelay } from '../context'
import { isSettled, type LedgerEntry } from '../ledger/entry'
import { IllegalTransition } from '../ledger/machine'
import { writeReceipt } from '../ledger/stored-effects'
import { minedSteps, readChainReceipt } from './receipt-reads'

/** Number of tries before a receipt counts as gone: a node may know it a moment after another has reported it. */
const patience = 5

/**
 * True for a settled call whose effects have not been read from the chain. Older entries have no prediction to compare
 * with.
 */
const wantsReceipt = (entry: LedgerEntry): boolean =>
  isSettled(entry.state) && entry.predicted !== undefined && !entry.receipt && minedSteps(entry).length > 0

/**
 * Reads what each settled call did to its account, now and whenever one settles, and stores it in the ledger. Nothing
 * waits for it: the agent is told the outcome before. Stops with the context's signal; never rejects.
 */
export function keepReceipts(context: ExecutionContext): void {
  const { ledger, locks, signal } = context
  const taken = new Set<string>()
  const take = (entry: LedgerEntry) => {
    const { key } = entry
    if (taken.has(key) || !wantsReceipt(entry)) return
    taken.add(key)
    const work = () => read(key, context)
    // One tab reads. If it goes away, the next visit does.
    void (locks ? locks.tryAcquire(`countersign:receipt:${key}`, work) : work())
      .catch(() => undefined)
      .finally(() => taken.delete(key))
  }
  const unsubscribe = ledger.subscribe((key) => {
    const entry = key === null ? null : ledger.get(key)
    if (entry) take(entry)
  })
  signal.addEventListener('abort', unsubscribe, { once: true })
  for (const entry of ledger.all()) take(entry)
}

async function read(key: string, context: ExecutionContext): Promise<void> {
  const { ledger, chains, signal, sleep } = context
  for (let failures = 0, looks = 0; ; ) {
    signal.throwIfAborted()
    const entry = await ledger.refresh(key)
    const chain = entry && chains.get(minedSteps(entry)[0]?.chainId ?? 0)
    if (!entry || !chain || !wantsReceipt(entry)) return
    try {
      const receipt = await readChainReceipt(entry, chain)
      looks += 1
      failures = 0
      if (receipt.method !== 'none' || looks >= patience) {
        await ledger.apply(key, { type: 'receipt', receipt: writeReceipt(receipt) })
        return
      }
    } catch (error) {
      // Another tab has written it.
      if (error instanceof IllegalTransition) return
      failures += 1
    }
    await sleep(retryDelay(chain, failures), signal)
  }
}
