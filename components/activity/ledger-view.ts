import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import type { Ledger } from '@/lib/execution/ledger/ledger'

/** The whole ledger as React reads it: a list that stays the same until something changes. */
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
