import type { AssetAmount } from '@/lib/tools/plan'
import type { BalanceEffect } from '../review'

/** Returns the size of a balance change in either direction. */
export const sizeOf = ({ before, after }: Pick<BalanceEffect, 'before' | 'after'>): bigint => apart(after, before)

export const apart = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a)

/** Splits balance changes into what left the account and what arrived. */
export const balanceChanges = (
  balances: readonly BalanceEffect[],
): { left: AssetAmount[]; arrived: AssetAmount[] } => ({
  left: balances.flatMap(({ asset, before, after }) => (after < before ? [{ asset, amount: before - after }] : [])),
  arrived: balances.flatMap(({ asset, before, after }) => (after > before ? [{ asset, amount: after - before }] : [])),
})

/** True for an outgoing token that is in none of our lists, whatever its symbol. */
export const isStrange = ({ asset, before, after, listed, vouched, debt }: BalanceEffect): boolean =>
  asset.kind === 'erc20' && after < before && !listed && !vouched && !debt
