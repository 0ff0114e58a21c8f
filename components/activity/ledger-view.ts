import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import type { Ledger } from '@/lib/execution/ledger/ledger'

/** Exposes the whole ledger to React, as a list whose identity changes only if an entry does. */
export function createLedgerView(ledger: Pick<Ledger, 'all' | 'subscribe'>) {
  let entries: readonly LedgerEntry[] = ledger.all()
  return {
    getSnapshot: () => entries,
    subscribe: (listener: () => void) =>
      ledger.subscribe(() => {
        entries = ledger.all()
        listener()
      }),
  }
}
