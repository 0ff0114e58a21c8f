import type { LendingAccount, LendingReserve } from '@/lib/chain/lending/market'
import type { LendingAction } from '@/lib/tools/lending/parameters'

/** The most that is allowed, in base units, and what limits it. */
export type Limit = { most: bigint; by: 'cap' | 'stock' | 'debt' }

/**
 * Returns how much the market itself allows to be supplied or withdrawn now, regardless of the wallet and the position.
 * Null if nothing limits it, or if the market does not tell. Borrowing has its own limit: `availableToBorrow`.
 */
export function limitOf(act: LendingAction, account: LendingAccount, reserve: LendingReserve): Limit | null {
  const limits =
    act === 'supply' ? [capLeft(reserve)] : act === 'withdraw' ? [stock(reserve), spare(account, reserve)] : []
  return limits.reduce<Limit | null>((least, one) => (one && (!least || one.most < least.most) ? one : least), null)
}

function capLeft({ supplyCap }: LendingReserve): Limit | null {
  if (!supplyCap || supplyCap.limit === null) return null
  return { most: atLeastZero(supplyCap.limit - supplyCap.used), by: 'cap' }
}

const stock = ({ liquidity }: LendingReserve): Limit | null =>
  liquidity === null ? null : { most: liquidity, by: 'stock' }

/**
 * The collateral that the debt does not need: without it the health factor is 1. Collateral and debt are USD with 26
 * decimals, the account's factor has 18, the reserve's is in hundredths of a percent, prices have 8.
 */
function spare({ collateral, collateralFactor, debt }: LendingAccount, reserve: LendingReserve): Limit | null {
  const { isCollateral, collateralFactor: share, price, decimals } = reserve
  if (debt === 0n || !isCollateral || !share || !price) return null
  const room = atLeastZero((collateral * collateralFactor) / 10n ** 18n - debt)
  return { most: (room * 10_000n * 10n ** BigInt(decimals)) / (share * price * 10n ** 18n), by: 'debt' }
}

const atLeastZero = (value: bigint): bigint => (value > 0n ? value : 0n)

/** Explains each limit. */
export const limitWords = {
  cap: (most: string, where: string) => `${where} takes at most ${most} more right now.`,
  stock: (most: string, where: string) => `${where} has only ${most} to pay out right now; the rest is lent out.`,
  debt: (most: string, where: string) =>
    `With what you owe in ${where}, at most about ${most} can be withdrawn, and less is safer; repay first to withdraw more.`,
}
