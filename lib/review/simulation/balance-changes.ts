import type { AssetAmount } from '@/lib/tools/plan'
import type { BalanceEffect } from '../review'

/** How much of a holding moves, either way. */
export const sizeOf = ({ before, after }: Pick<BalanceEffect, 'before' | 'after'>): bigint => apart(after, before)

export const apart = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a)

/** What leaves the account and what arrives there, each by what there is of it before and after. */
export const balanceChanges = (
  balances: readonly BalanceEffect[],
): { left: AssetAmount[]; arrived: AssetAmount[] } => ({
  left: balances.flatMap(({ asset, before, after }) => (after < before ? [{ asset, amount: before - after }] : [])),
  arrived: balances.flatMap(({ asset, before, after }) => (after > before ? [{ asset, amount: after - before }] : [])),
})
