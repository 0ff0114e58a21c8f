import { formatPrice, formatUsd } from '@/lib/chain/tokens/amount'
import { percentOf, percentOfWhole } from '@/lib/chain/tokens/percent'
import type { Finding, FindingLevel } from '../../finding'
import type { SwapDetails, SwapSide, SwapTerms } from '../details'
import { defaultSlippage } from '../parameters'

/** Rules about figures (docs/review-rules.md, "Swaps and bridges"). Pure: from the details alone. */

/** Fraction above which, or from which, a level applies; worst first. */
type Threshold = readonly [above: number, level: FindingLevel]

const slippageLevels: readonly Threshold[] = [
  [0.2, 'BLOCK'],
  [0.05, 'DANGER'],
  [0.03, 'WARN'],
  [0.01, 'INFO'],
]

export function slippageFindings(slippage: number): readonly Finding[] {
  const fix = {
    kind: 'adjust',
    label: `Set slippage to ${percentOf(defaultSlippage)}`,
    adjustments: { slippage: defaultSlippage },
  } as const
  const observed = percentOf(slippage)
  if (!(slippage > 0 && slippage < 1))
    return [
      {
        rule: 'swap.slippage',
        level: 'BLOCK',
        title: 'The slippage is not a fraction between 0 and 1.',
        observed: String(slippage),
        why: '0.005 is half a percent.',
        fix,
      },
    ]
  if (slippage < 0.001)
    return [
      {
        rule: 'swap.slippage',
        level: 'WARN',
        title: `A slippage of ${observed} is so low that the swap will often fail.`,
        observed,
        why: 'A failed swap still costs the network fee.',
        fix,
      },
    ]
  const level = slippageLevels.find(([above]) => slippage > above)?.[1]
  if (!level) return []
  return [
    {
      rule: 'swap.slippage',
      level,
      title: `You may receive up to ${observed} less than quoted.`,
      observed,
      why: 'Others can trade around a swap that allows that much, and take the difference.',
      fix,
    },
  ]
}

/** WARN, DANGER and BLOCK thresholds: a swap on one chain; the same asset over a bridge; a bridge and a swap in one. */
const impactLevels = {
  swap: [0.05, 0.1, 0.25],
  bridge: [0.02, 0.05, 0.1],
  chained: [0.075, 0.15, 0.25],
} as const

export type SwapShape = keyof typeof impactLevels

export const shapeOf = ({ isBridge, from, to }: SwapDetails): SwapShape =>
  !isBridge
    ? 'swap'
    : from?.token.listed && to?.token.listed && from.token.symbol === to.token.symbol
      ? 'bridge'
      : 'chained'

const hundredUsd = 100_00000000n

type Exchanged = Pick<SwapTerms, 'priceImpact' | 'fromUsd' | 'toUsd'>

/**
 * Rates the loss of this fraction of what is given (0.01 is 1%). Null: no worse than what fees and small pools cause.
 */
export function impactLevel(lost: number, shape: SwapShape): FindingLevel | null {
  const [warn, danger, block] = impactLevels[shape]
  return lost >= block ? 'BLOCK' : lost >= danger ? 'DANGER' : lost >= warn ? 'WARN' : null
}

export function priceFindings({ priceImpact, fromUsd, toUsd }: Exchanged, shape: SwapShape): readonly Finding[] {
  if (priceImpact === null || fromUsd === null || toUsd === null)
    return [
      {
        rule: 'swap.price',
        level: 'UNVERIFIED',
        title: 'Not checked: whether the price is fair.',
        why: 'There is no on-chain price for one of the tokens. Compare the rate elsewhere before you sign.',
      },
    ]
  const lost = fromUsd - toUsd
  const level = impactLevel(priceImpact, shape)
  const observed = `${formatUsd(fromUsd)} leaves, ${formatUsd(toUsd)} arrives`
  if (level)
    return [
      {
        rule: 'swap.price',
        level,
        title: `You lose ${percentOf(priceImpact)} against on-chain prices: ${formatUsd(lost)}.`,
        observed,
        why: 'Too little liquidity, high fees or a bad route. A smaller amount may lose less.',
      },
    ]
  if (shape === 'bridge' && priceImpact > 0.003 && lost > hundredUsd)
    return [
      {
        rule: 'swap.price',
        level: 'WARN',
        title: `Bridging the same asset costs ${formatUsd(lost)}.`,
        observed,
        why: 'Another bridge may be cheaper.',
      },
    ]
  return [{ rule: 'swap.price', level: 'OK', title: 'The rate matches on-chain prices.', observed }]
}

/** Fraction beyond which two sources of a price contradict each other, and beyond which one of them is badly wrong. */
const apart = { warn: 0.05, danger: 0.25 }

/**
 * Compares the two sources of each price, if there are two (docs/review-rules.md, `swap.price-source`). A pool alone
 * proves nothing.
 */
export const sourceFindings = (sides: readonly SwapSide[]): readonly Finding[] =>
  sides.flatMap(({ token, price, poolPrice }): Finding[] => {
    if (!price || !poolPrice) return []
    const name = token.listed ? token.symbol : 'the token'
    if (price.source === poolPrice.source)
      return [
        {
          rule: 'swap.price-source',
          level: 'UNVERIFIED',
          title: `The price of ${name} is known from a pool alone.`,
          observed: `${formatPrice(poolPrice.usd)} · ${poolPrice.source}`,
          why: 'Anyone who trades in a pool can move its price for a moment. Compare the rate elsewhere before you sign.',
        },
      ]
    const share = Number(((poolPrice.usd - price.usd) * 1_000_000n) / price.usd) / 1_000_000
    if (Math.abs(share) < apart.warn) return []
    return [
      {
        rule: 'swap.price-source',
        level: Math.abs(share) >= apart.danger ? 'DANGER' : 'WARN',
        title: `Two sources disagree about the price of ${name} by ${percentOf(Math.abs(share))}.`,
        terms: { claim: price.source, observed: poolPrice.source },
        claim: formatPrice(price.usd),
        observed: formatPrice(poolPrice.usd),
        why: 'One of them is behind, or someone is moving the market. Wait, or compare the rate elsewhere.',
      },
    ]
  })

/**
 * Compares the fees of route and network together with the swapped amount. `networkUsd` null: unknown, and left out.
 */
export function feeFindings(terms: SwapTerms, networkUsd: bigint | null): readonly Finding[] {
  const { fromUsd, feesUsd } = terms
  const total = feesUsd + (networkUsd ?? 0n)
  if (fromUsd === null || total * 20n <= fromUsd) return []
  return [
    {
      rule: 'swap.fees',
      level: 'WARN',
      title: `Fees take ${fromUsd === 0n ? 'more than all' : percentOfWhole(total, fromUsd, 2)} of what you swap.`,
      observed:
        networkUsd === null
          ? formatUsd(total)
          : `${formatUsd(feesUsd)} for the route, about ${formatUsd(networkUsd)} for the network`,
      why: 'Swap a larger amount at once, or use a cheaper network.',
    },
  ]
}

/** Checks that the router's minimum itself respects the requested slippage. One base unit is rounding. */
export function minimumFindings({ toAmount, toAmountMin }: SwapTerms, slippage: number): readonly Finding[] {
  const least = (toAmount * BigInt(Math.round((1 - slippage) * 1_000_000))) / 1_000_000n
  if (toAmountMin === 0n)
    return [{ rule: 'swap.minimum', level: 'BLOCK', title: 'The route guarantees nothing in return.' }]
  if (toAmountMin + 1n >= least) return []
  return [
    {
      rule: 'swap.minimum',
      level: 'DANGER',
      title: 'The route guarantees less than your slippage allows.',
      claim: least.toString(),
      observed: toAmountMin.toString(),
      why: 'The router did not keep to the slippage it was given.',
      fix: { kind: 'refresh', label: 'Ask for a new quote' },
    },
  ]
}

/** Chains with a public mempool. The other supported chains have a single sequencer that keeps transactions private. */
const publicMempool: ReadonlySet<number> = new Set([1, 56, 137])
const fiftyUsd = 50_00000000n

export function exposureFindings({ fromUsd }: SwapTerms, slippage: number, chainId: number): readonly Finding[] {
  const exposed = fromUsd === null ? 0n : (fromUsd * BigInt(Math.round(slippage * 1_000_000))) / 1_000_000n
  if (!publicMempool.has(chainId) || exposed <= fiftyUsd) return []
  return [
    {
      rule: 'swap.exposure',
      level: 'INFO',
      title: `Up to ${formatUsd(exposed)} can be taken by trades around yours.`,
      why: 'A wallet with a private RPC, or a lower slippage, protects against that.',
    },
  ]
}

/** Formats a fraction as per cent with at most two decimals. */
