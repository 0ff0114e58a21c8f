import type { LendingReserve } from '@/lib/chain/lending/market'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import { approvalFor } from '../shared/approval'
import type { LendingTerms } from './details'
import type { LendingFacts } from './facts'
import type { LendingAction, LendingAdjustments } from './parameters'

/** Works out the terms of the action in a reserve. */
export function lendingTerms(
  action: LendingAction,
  asked: bigint,
  reserve: LendingReserve,
  token: TokenFacts,
  { currentAllowance }: Pick<LendingFacts, 'currentAllowance'>,
  chosen: LendingAdjustments,
): LendingTerms {
  const position = positionOf(action, reserve)
  // A market takes "more than there is" for all (ISpokeBase): it is shown, and requested, as that.
  const all = position !== null && position > 0n && (chosen.all === true || asked >= position)
  const amount = all && position !== null ? position : asked
  const most = all ? withInterest(amount, reserve.borrowRate) : amount
  return {
    reserve,
    amount,
    all,
    spending: spends(action)
      ? { most, allowance: currentAllowance.allowance, approval: approvalFor(token, currentAllowance, most) }
      : null,
    collateral: action === 'supply' ? collateralOf(reserve, chosen.collateral) : null,
  }
}

/** True if the market takes tokens. */
export const spends = (action: LendingAction): boolean => action === 'supply' || action === 'repay'

/** Returns the position that the action reduces; null for actions without an "all". */
export const positionOf = (action: LendingAction, { debt, supplied }: LendingReserve): bigint | null =>
  action === 'repay' ? debt : action === 'withdraw' ? supplied : null

const ray = 10n ** 27n

/**
 * Returns the most that a whole debt can have grown to by the time it is repaid: two days at today's rate, plus a
 * hundred-thousandth in case the rate rises, but never more than Aave's own margin of a quarter of a per cent.
 */
export function withInterest(debt: bigint, rate: bigint | null): bigint {
  const interest = rate === null ? debt : (debt * rate * 2n) / (ray * 365n)
  const margin = interest + debt / 100_000n + 1n
  const most = (debt * 25n) / 10_000n
  return debt + (margin < most ? margin : most > 0n ? most : 1n)
}

/**
 * People who supply a token for the first time expect to be able to borrow against it; those who already have some in
 * the market keep its setting. A reserve whose value does not count, or that is shut, cannot be collateral.
 */
function collateralOf(reserve: LendingReserve, chosen: boolean | undefined): LendingTerms['collateral'] {
  if (reserve.isCollateral) return { use: true, isChoice: false }
  if (reserve.collateralFactor === null || reserve.collateralFactor === 0n) return { use: false, isChoice: false }
  return { use: chosen ?? reserve.supplied === 0n, isChoice: true }
}
