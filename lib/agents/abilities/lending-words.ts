import type { ChainInfo } from '@/lib/chain/chains/chain'
import type { LendingAccount, LendingReserve } from '@/lib/chain/lending/market'
import { cutAfter, shortHex, type Way } from '@/lib/chain/tokens/amount'
import { percentOfWhole } from '@/lib/chain/tokens/percent'
import { findToken } from '@/lib/chain/tokens/tokens'
import { amountText } from './size'

/** Formats a yearly rate in ray as "4.75% a year". */
export const rateText = (ray: bigint | null | undefined): string =>
  ray === null || ray === undefined ? 'a rate the market does not give' : `${percentOfWhole(ray, 10n ** 27n, 2)} a year`

/** Formats an amount of a reserve's token. An unlisted token is given by its address. */
export const reserveText = (
  { token, decimals }: LendingReserve,
  amount: bigint,
  chain: ChainInfo,
  way: Way = 'out',
): string => amountText(amount, { decimals, symbol: findToken(chain, token)?.symbol ?? shortHex(token) }, way)

/** Formats a health factor with 18 decimals as "2.31". Truncated, never rounded up. */
export const healthText = (factor: bigint): string => cutAfter(2, factor, 18)

/**
 * Returns the most of a token that the collateral and the market's stock allow to be borrowed now, in base units; null
 * if the market does not tell enough. Collateral and debt are USD with 26 decimals, factors have 18, prices 8.
 */
export function availableToBorrow(account: LendingAccount, reserves: readonly LendingReserve[]): bigint | null {
  const room = (account.collateral * account.collateralFactor) / 10n ** 18n - account.debt
  const each = reserves.map(({ price, decimals, liquidity }) => {
    if (price === null || price === 0n) return null
    const byCollateral = room > 0n ? (room * 10n ** BigInt(decimals)) / (price * 10n ** 18n) : 0n
    return liquidity !== null && liquidity < byCollateral ? liquidity : byCollateral
  })
  return each.reduce<bigint | null>((most, one) => (one === null || (most !== null && most >= one) ? most : one), null)
}
