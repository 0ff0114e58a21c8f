import type { LendingReserve } from '@/lib/chain/lending/market'
import type { LendingAction } from './parameters'

/** The reserve of a token that is meant. Null: the person has to choose from `choices`. */
export type Resolution = { reserve: LendingReserve | null; choices: readonly LendingReserve[] }

/** True if the action makes sense in a reserve: repaying if something is owed, withdrawing if something is supplied. */
export function fits(action: LendingAction, reserve: LendingReserve, amount: bigint): boolean {
  const { paused, frozen, borrowable, liquidity, debt, supplied } = reserve
  switch (action) {
    case 'supply':
      return !paused && !frozen
    case 'borrow':
      return !paused && !frozen && borrowable && (liquidity === null || (liquidity > 0n && liquidity >= amount))
    case 'repay':
      return debt > 0n
    case 'withdraw':
      return supplied > 0n
  }
}

/**
 * Picks the reserve. A market may list one token more than once, from several hubs. The one in which the action makes
 * sense is meant; if several fit, the person chooses.
 */
export function resolveReserve(
  action: LendingAction,
  reserves: readonly LendingReserve[],
  amount: bigint,
  chosen: bigint | undefined,
): Resolution {
  const fitting = reserves.filter((reserve) => fits(action, reserve, amount))
  const picked = chosen === undefined ? undefined : reserves.find(({ reserveId }) => reserveId === chosen)
  if (picked) {
    const choices = fitting.includes(picked) ? fitting : [picked, ...fitting]
    return { reserve: picked, choices: choices.length > 1 ? choices : [] }
  }
  const [first, ...more] = fitting
  if (first && more.length > 0) return { reserve: null, choices: fitting }
  // If none fits, the findings on the first one say why.
  return { reserve: first ?? reserves[0] ?? null, choices: [] }
}
