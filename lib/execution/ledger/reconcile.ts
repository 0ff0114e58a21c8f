import { canonicalJson } from './call-hash'
import { isSettled, type LedgerEntry } from './entry'
import { isOpen, transition } from './machine'
import { sentSteps } from './steps'

/** An entry in memory that the disk lacks. `base` is the row that it was made from, as this tab knew it. */
export type Unsaved = { base: LedgerEntry | null; mine: LedgerEntry }

/**
 * Reconciles memory with the disk once it can be read again: the entry in memory counts, unless another tab has written
 * meanwhile. Then that tab's row counts, plus the hashes that only memory has; an end that only memory has stands if
 * that tab has not asked the wallet. `now` in milliseconds since the epoch.
 */
export function reconcile(row: LedgerEntry | null, { base, mine }: Unsaved, now: number): LedgerEntry {
  if (!row || canonicalJson(row) === canonicalJson(base)) return mine
  if (isOpen(row.state) && isSettled(mine.state)) return mine
  const rest = mine.steps.filter(({ hash }) => !hash)
  return sentSteps(mine.steps).reduce(
    (entry, attempt) => transition(entry, { type: 'hash', attempt, rest, hash: attempt.hash }, now),
    row,
  )
}
