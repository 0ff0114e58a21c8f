import type { AssetAmount } from '@/lib/tools/plan'
import type { BalanceEffect } from '../review'

/** What leaves the account and what arrives there, each by what there is of it before and after. */
export const balanceChanges = (
  balances: readonly BalanceEffect[],
): { left: AssetAmount[]; arrived: AssetAmount[] } => ({
  left: balances.flatMap(({ asset, before, after }) => (after < before ? [{ asset, amount: before - after }] : [])),
  arrived: balances.flatMap(({ asset, before, after }) => (after > before ? [{ asset, amount: after - before }] : [])),
})
