import { describe, expect, it } from 'vitest'
import type { Quote } from '@/lib/chain/routing/routing'
import type { SwapTerms } from '../details'
import {
  exposureFindings,
  feeFindings,
  minimumFindings,
  priceFindings,
  type SwapShape,
  slippageFindings,
} from './price-rules'

const usd = (dollars: number) => BigInt(Math.round(dollars * 1e8))
const zero = '0x0000000000000000000000000000000000000000'
const quote: Quote = {
  id: 'q',
  routeKey: 'uniswap',
  tool: 'uniswap',
  toolName: 'Uniswap',
  fromAmount: 1n,
  toAmount: 1n,
  toAmountMin: 1n,
  approvalAddress: zero,
  fees: [],
  duration: 0,
  path: [],
  transaction: { chainId: 1, to: zero, data: '0x', value: 0n },
  at: 0,
}
/** Builds the terms of a fair swap of $1000, with the given changes. */
const terms = (change: Partial<SwapTerms> = {}): SwapTerms => ({
  quote,
  toAmount: 1_000_000n,
  toAmountMin: 995_000n,
  fromUsd: usd(1000),
  toUsd: usd(1000),
  minimumUsd: usd(995),
  rate: 1n,
  fees: [],
  feesUsd: 0n,
  priceImpact: 0,
  approval: 'none',
  allowance: 0n,
  ...change,
})
const losing = (fraction: number, fromUsd = 1000) =>
  terms({ priceImpact: fraction, fromUsd: usd(fromUsd), toUsd: usd(fromUsd * (1 - fraction)) })
const levels = (findings: readonly { level: string }[]) => findings.map(({ level }) => level)

describe('slippage', () => {
  it.each([
    [0.0009, ['WARN']],
    [0.001, []],
    [0.005, []],
    [0.01, []],
    [0.0101, ['INFO']],
    [0.03, ['INFO']],
    [0.0301, ['WARN']],
    [0.05, ['WARN']],
    [0.0501, ['DANGER']],
    [0.2, ['DANGER']],
    [0.2001, ['BLOCK']],
    [0, ['BLOCK']],
    [-0.1, ['BLOCK']],
    [1, ['BLOCK']],
    [50, ['BLOCK']],
    [Number.NaN, ['BLOCK']],
  ])('of %s gives %j', (slippage, expected) => expect(levels(slippageFindings(slippage))).toEqual(expected))

  it('offers the default as a fix', () => {
    expect(slippageFindings(0.5)[0]?.fix).toEqual({
      kind: 'adjust',
      label: 'Set slippage to 0.5%',
      adjustments: { slippage: 0.005 },
    })
  })
})

describe('price', () => {
  it.each<[SwapShape, number, string]>([
    ['swap', 0.0499, 'OK'],
    ['swap', 0.05, 'WARN'],
    ['swap', 0.0999, 'WARN'],
    ['swap', 0.1, 'DANGER'],
    ['swap', 0.2499, 'DANGER'],
    ['swap', 0.25, 'BLOCK'],
    ['bridge', 0.0199, 'OK'],
    ['bridge', 0.02, 'WARN'],
    ['bridge', 0.05, 'DANGER'],
    ['bridge', 0.1, 'BLOCK'],
    ['chained', 0.0749, 'OK'],
    ['chained', 0.075, 'WARN'],
    ['chained', 0.15, 'DANGER'],
    ['chained', 0.25, 'BLOCK'],
    ['swap', -0.5, 'OK'],
  ])('of a %s with a loss of %s is rated %s', (shape, loss, level) => {
    expect(levels(priceFindings(losing(loss), shape))).toEqual([level])
  })

  it('of a bridge is a warning from 0.3% if that exceeds $100', () => {
    expect(levels(priceFindings(losing(0.004, 26_000), 'bridge'))).toEqual(['WARN'])
    expect(levels(priceFindings(losing(0.004, 24_000), 'bridge'))).toEqual(['OK'])
    expect(levels(priceFindings(losing(0.003, 100_000), 'bridge'))).toEqual(['OK'])
    expect(levels(priceFindings(losing(0.004, 26_000), 'swap'))).toEqual(['OK'])
  })

  // A claim is struck through on the card. Both figures are ours, so neither is a claim.
  it.each([0.001, 0.06, 0.3])('losing %s shows what leaves and what arrives as found, not as claimed', (loss) => {
    const [finding] = priceFindings(losing(loss), 'swap')
    expect(finding?.observed).toMatch(/^\$[\d,.]+ leaves, \$[\d,.]+ arrives$/)
    expect(finding).not.toHaveProperty('claim')
  })

  it('of an expensive bridge is shown in the same way', () => {
    expect(priceFindings(losing(0.004, 26_000), 'bridge')).toMatchObject([
      { level: 'WARN', observed: '$26,000.00 leaves, $25,896.00 arrives' },
    ])
  })

  it('that is unknown is never good', () => {
    expect(levels(priceFindings(terms({ priceImpact: null, toUsd: null }), 'swap'))).toEqual(['UNVERIFIED'])
  })
})

describe('fees', () => {
  it('pass up to 5%', () => expect(feeFindings(terms({ feesUsd: usd(50) }), null)).toEqual([]))
  it('are a warning above that', () => {
    expect(feeFindings(terms({ feesUsd: usd(50.01) }), null)).toMatchObject([{ level: 'WARN', observed: '$50.01' }])
  })
  it('include the network’s', () => {
    expect(levels(feeFindings(terms({ feesUsd: usd(30) }), usd(21)))).toEqual(['WARN'])
  })
  it('cannot be judged without a price', () => expect(feeFindings(terms({ fromUsd: null }), usd(21))).toEqual([]))
})

describe('minimum', () => {
  it('that respects the slippage passes', () => expect(minimumFindings(terms(), 0.005)).toEqual([]))
  it('may be one unit off through rounding', () => {
    expect(minimumFindings(terms({ toAmountMin: 994_999n }), 0.005)).toEqual([])
    expect(levels(minimumFindings(terms({ toAmountMin: 994_998n }), 0.005))).toEqual(['DANGER'])
  })
  it('of nothing blocks', () => expect(levels(minimumFindings(terms({ toAmountMin: 0n }), 0.005))).toEqual(['BLOCK']))
})

describe('exposure', () => {
  it('is reported above $50 where pending transactions are public', () => {
    expect(levels(exposureFindings(losing(0, 10_001), 0.005, 1))).toEqual(['INFO'])
    expect(exposureFindings(losing(0, 10_000), 0.005, 1)).toEqual([])
    expect(exposureFindings(losing(0, 1_000_000), 0.005, 8453)).toEqual([])
  })
})
