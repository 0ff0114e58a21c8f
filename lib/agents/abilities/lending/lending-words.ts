import type { ChainInfo } from '@/lib/chain/chains/chain'
import type { LendingReserve } from '@/lib/chain/lending/market'
import { cutAfter, shortHex, type Way } from '@/lib/chain/tokens/amount'
import { percentOfWhole } from '@/lib/chain/tokens/percent'
import { findToken } from '@/lib/chain/tokens/tokens'
import { amountText } from '../size'

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
