import { protocolOfPlace } from '@/lib/chain/accounts/listed-contracts'
import type { LendingReserve } from '@/lib/chain/lending/market'
import { findLendingMarket } from '@/lib/chain/lending/markets'
import { knownToken } from '@/lib/chain/tokens/tokens'
import { fits } from '@/lib/tools/lending/resolve'
import type { MarketRow } from '@/lib/wire/display'
import { gap } from '../../suggestions/gap'

export type MarketView = {
  /** From the app's own list; null for a contract that is not on it. */
  place: string | null
  /** Name for the picture beside the place. */
  pictured: string | null
  /** Null for a token on no list. */
  symbol: string | null
  /** Sentences that the row's buttons put into the composer, with `gap` in place of the amount; null for no button. */
  deposit: string | null
  borrow: string | null
}

/** Returns what a row says by the app's own lists, and what can be done with it by what the market itself says. */
export function marketView(
  { chainId, market, token }: MarketRow,
  chain: { name: string } | undefined,
  reserve: LendingReserve | undefined,
): MarketView {
  const place = findLendingMarket(chainId, market)?.name ?? null
  const symbol = knownToken(chainId, token)?.symbol ?? null
  const isSure = place !== null && symbol !== null && chain !== undefined && reserve !== undefined
  return {
    place,
    symbol,
    pictured: place === null ? null : protocolOfPlace(chainId, place),
    deposit: isSure && fits('supply', reserve, 0n) ? `Supply ${gap} ${symbol} to ${place} on ${chain.name}` : null,
    borrow: isSure && fits('borrow', reserve, 0n) ? `Borrow ${gap} ${symbol} from ${place} on ${chain.name}` : null,
  }
}
