import { isAddressEqual } from 'viem'
import { isNative, type Price } from '@/lib/chain/chains/chain'
import { usdValue } from '@/lib/chain/prices/prices'
import type { Quote, RouteFee, RouteOption } from '@/lib/chain/routing/routing'
import { knownToken } from '@/lib/chain/tokens/tokens'
import { approvalFor } from '../shared/approval'
import type { SwapAlternative, SwapFee, SwapSide, SwapTerms } from './details'
import type { SwapFacts } from './facts'

/** Adds to the quote's figures their worth according to the chains. */
export function swapTerms(quote: Quote, from: SwapSide, to: SwapSide, facts: SwapFacts, exact = false): SwapTerms {
  const { fromAmount, toAmount, toAmountMin } = quote
  const fromUsd = worth(fromAmount, from)
  const toUsd = worth(toAmount, to)
  const fees = quote.fees.map((fee) => feeOf(fee, [from, to], facts.nativePrice))
  return {
    quote,
    toAmount,
    toAmountMin,
    fromUsd,
    toUsd,
    minimumUsd: worth(toAmountMin, to),
    rate: (toAmount * 10n ** BigInt(from.token.decimals)) / fromAmount,
    fees,
    feesUsd: fees.reduce((sum, { usd }) => sum + (usd ?? 0n), 0n),
    priceImpact: impact(fromUsd, toUsd),
    approval: approvalFor(from.token, facts.currentAllowance, fromAmount, exact),
    allowance: facts.currentAllowance.allowance,
  }
}

/** Lists the alternative routes, with the return and cost of each by our own prices. */
export function swapAlternatives(
  routes: readonly RouteOption[],
  chosen: string,
  [from, to]: readonly [SwapSide, SwapSide],
  { gasPrice, nativePrice }: Pick<SwapFacts, 'gasPrice' | 'nativePrice'>,
): readonly SwapAlternative[] {
  return routes.map((route) => {
    const fees = route.fees.map((fee) => feeOf(fee, [from, to], nativePrice).usd)
    const network = route.gas !== null && nativePrice ? usdValue(route.gas * gasPrice, 18, nativePrice) : null
    const known = [...fees, network].filter((usd) => usd !== null)
    return {
      ...route,
      toUsd: worth(route.toAmount, to),
      costUsd: known.length === 0 ? null : known.reduce((sum, usd) => sum + usd, 0n),
      chosen: route.key === chosen,
    }
  })
}

const worth = (amount: bigint, { token, price }: SwapSide): bigint | null =>
  price && usdValue(amount, token.decimals, price)

/** To a millionth. Null without both prices, or for an amount of no measurable worth. */
const impact = (fromUsd: bigint | null, toUsd: bigint | null): number | null =>
  fromUsd === null || toUsd === null || fromUsd === 0n
    ? null
    : Number(((fromUsd - toUsd) * 1_000_000n) / fromUsd) / 1_000_000

function feeOf(fee: RouteFee, sides: readonly SwapSide[], nativePrice: Price | null): SwapFee {
  const { name, amount, chainId, included } = fee
  const side = sides.find(({ token }) => token.chainId === chainId && isAddressEqual(token.address, fee.token))
  const token = side?.token ?? knownToken(chainId, fee.token)
  const isSourceNative = chainId === sides[0]?.token.chainId && isNative(fee.token)
  const price = side?.price ?? (isSourceNative ? nativePrice : null)
  return {
    name: name || 'Fee',
    amount,
    chainId,
    symbol: token?.symbol ?? null,
    decimals: token?.decimals ?? null,
    usd: token && price ? usdValue(amount, token.decimals, price) : null,
    included,
  }
}
