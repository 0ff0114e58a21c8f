import { isAddressEqual } from 'viem'
import type { PlanTermsStore } from '@/lib/execution/call/kept/plan-terms-store'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { isInFlight } from '@/lib/execution/ledger/machine'
import type { Basis, Prompt } from '@/lib/review/words/basis'
import { lastDueBy } from '@/lib/wire/schedule'

/** Milliseconds by which the service's clock and the local one may differ. */
const skew = 10 * 60_000

/** Returns how a call relates to what the person wrote before it. */
export function promptOf({ unprompted, began, words }: LedgerEntry): Prompt {
  // Entries of former versions have no words, or do not say whether any came since the service began this.
  if (unprompted || (words === undefined ? began === 'service' : words.length === 0)) return 'none'
  return began === 'service' ? 'reply' : 'request'
}

/**
 * Returns the plan or the permission that a call is checked against, if the service began it or names one: as the person
 * agreed to it in this browser. Null for other calls that the person asked for. `entries` is the whole ledger.
 */
export function basisOf(
  entry: LedgerEntry,
  plans: Pick<PlanTermsStore, 'find'>,
  entries: readonly LedgerEntry[],
  now: number,
): Basis | null {
  const { origin, owner } = entry
  if (!origin) return promptOf(entry) === 'none' ? { is: 'unknown', by: null } : null
  const own = entries.filter((each) => isAddressEqual(each.owner, owner))
  if (origin.kind === 'plan') {
    const terms = plans.find(origin.id)
    if (!terms) return { is: 'unknown', by: 'plan' }
    const done = own.filter(
      (each) =>
        each.key !== entry.key &&
        each.origin?.kind === 'plan' &&
        each.origin.id === origin.id &&
        (each.state === 'confirmed' || isInFlight(each.state)),
    ).length
    return { is: 'plan', terms, dates: lastDueBy(terms.schedule, now + skew) + 1, done }
  }
  const signed = own.find(({ taskId, callId }) => taskId === origin.taskId && callId === origin.id)?.consent
  if (!signed?.signature) return { is: 'unknown', by: 'permission' }
  const { permission } = signed
  return { is: 'permission', permission, hasEnded: permission.validUntil * 1000 <= now }
}
