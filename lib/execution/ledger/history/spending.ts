import { type Address, isAddressEqual } from 'viem'
import { type Budget, isLimited, type SpendingLimits } from '@/lib/review/findings/budget'
import { balanceChanges } from '@/lib/review/simulation/balance-changes'
import type { AssetAmount } from '@/lib/tools/plan'
import type { LedgerEntry } from '../entry'
import { isInFlight } from '../machine'
import { allSucceeded } from '../steps'
import { readPrediction } from '../stored-effects'

/** Window of the daily limit in milliseconds: any 24 hours, so that midnight is no loophole. */
const spendingWindow = 86_400_000

/** A proposal that has moved something within the window, or is about to. */
export type Spending = { entry: LedgerEntry; out: readonly AssetAmount[]; recorded: boolean }

/**
 * Lists what an account's proposals have moved in the 24 hours before `now`, newest first: those carried out, and those
 * the wallet has been asked for. Amounts as predicted when the wallet was asked; entries of older versions have only
 * their native coin.
 */
export const spendings = (entries: readonly LedgerEntry[], owner: Address, now: number): Spending[] =>
  entries
    .filter((entry) => isAddressEqual(entry.owner, owner) && now - entry.updatedAt < spendingWindow)
    .filter((entry) => isInFlight(entry.state) || allSucceeded(entry.steps) || movedInPart(entry))
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
    .map(spendingOf)

/** True for a partial failure: up to the predicted amount may have moved, and a limit errs on that side. */
const movedInPart = ({ outcome }: LedgerEntry): boolean => outcome?.status === 'error' && outcome.code === 'partial'

/** Returns what rule G26 checks a plan against; null if the person has set no limits. */
export function budgetOf(
  limits: SpendingLimits | 'unreadable',
  entries: readonly LedgerEntry[],
  owner: Address,
  now: number,
): Budget | 'unreadable' | null {
  if (limits === 'unreadable') return limits
  if (!isLimited(limits)) return null
  const all = spendings(entries, owner, now)
  return { limits, spent: all.flatMap(({ out }) => out), unrecorded: all.filter(({ recorded }) => !recorded).length }
}

function spendingOf(entry: LedgerEntry): Spending {
  if (!entry.predicted) {
    const out = entry.steps.flatMap(({ chainId, value }): AssetAmount[] =>
      value === '0' ? [] : [{ asset: { kind: 'native', chainId }, amount: BigInt(value) }],
    )
    return { entry, out, recorded: entry.steps.every(({ data }) => data === '0x') }
  }
  const { effects, declared } = readPrediction(entry.predicted)
  // Without a simulation, the plan's declaration is the most that may have left.
  const out = effects ? balanceChanges(effects.balances).left : declared.out
  return { entry, out, recorded: true }
}
