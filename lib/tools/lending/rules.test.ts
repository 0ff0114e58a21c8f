import { describe, expect, it } from 'vitest'
import type { LendingReserve } from '@/lib/chain/lending/market'
import { readAccount } from '@/lib/chain/lending/read-market'
import { fallShare, healthFindings, healthText } from '../shared/health-rules'
import type { Probe } from '../tool'
import { lendingProbe } from './probe'
import { resolveReserve } from './resolve'
import { withInterest } from './terms'

const wad = (value: number) => BigInt(Math.round(value * 1e6)) * 10n ** 12n
const loanAt = (health: number | null) => ({ healthFactor: health === null ? null : wad(health) })
const levels = (before: number | null, after: number | null) =>
  healthFindings(loanAt(before), loanAt(after)).map(({ rule, level }) => `${rule} ${level}`)

describe('the health factor after the plan', () => {
  it.each([
    [null, []],
    [1.5, []],
    [1.499999, ['lending.health WARN']],
    [1.1, ['lending.health WARN']],
    [1.099999, ['lending.health DANGER']],
    [1.05, ['lending.health DANGER']],
    [1.049999, ['lending.health DANGER']],
    [1, ['lending.health DANGER']],
    [0.999999, ['lending.health BLOCK']],
  ])('of %s', (after, expected) => expect(levels(null, after)).toEqual(expected))

  it('uses stronger words the lower it is', () => {
    const title = (after: number) => healthFindings(loanAt(null), loanAt(after))[0]?.title
    expect(new Set([0.9, 1.04, 1.06, 1.2].map(title)).size).toBe(4)
  })

  it('warns of a fall by more than 30%', () => {
    expect(levels(10, 7)).toEqual([])
    expect(levels(10, 6.99)).toEqual(['lending.health-drop WARN'])
  })

  it('never blocks what makes a loan safer', () => {
    expect(levels(0.9, 0.95)).toEqual(['lending.health WARN'])
    expect(levels(1.02, 1.02)).toEqual(['lending.health WARN'])
    expect(levels(1.02, 1.6)).toEqual([])
    expect(levels(1.02, 1.01)).toEqual(['lending.health DANGER'])
  })

  it('is written truncated, and as the price fall that liquidates', () => {
    expect(healthText(wad(1.0499))).toBe('1.04')
    expect(fallShare(wad(2))).toBe(0.5)
    expect(fallShare(wad(0.5))).toBe(0)
  })
})

describe('the probe', () => {
  const account = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  const token = {
    chainId: 1,
    address: account,
    symbol: 'X',
    name: 'X',
    decimals: 6,
    listed: true,
    ownSymbol: 'X',
  } as const
  const terms = { reserve: reserve(1n), amount: 1n, all: false, spending: null, collateral: null }
  const probe: Probe = lendingProbe(account, account, token, terms)
  const words = (...values: bigint[]): `0x${string}` =>
    `0x${values.map((value) => value.toString(16).padStart(64, '0')).join('')}`
  const none = [words(0n, 0n, 2n ** 256n - 1n, 0n, 0n, 0n, 0n), words(0n), words(0n)]

  it('shows nothing if there is nothing', () => {
    expect(probe.judge({ before: none, after: none })).toEqual({ findings: [], figures: [] })
  })
  it('throws if the market did not answer', () => {
    for (const gap of [0, 1, 2])
      for (const bad of [null, '0x', '0x01'] as const)
        expect(() => probe.judge({ before: none, after: none.map((word, at) => (at === gap ? bad : word)) })).toThrow()
  })
  it('shows a premium only if there is one', () => {
    const risky = [words(500n, wad(0.7), wad(2), 100n, 50n * 10n ** 27n, 1n, 1n), words(5n), words(0n)]
    const { figures } = probe.judge({ before: none, after: risky })
    expect(figures?.find(({ id }) => id === 'risk-premium')?.after).toEqual({ kind: 'percent', share: 0.05 })
    expect(figures?.map(({ id }) => id)).toEqual([
      'health-factor',
      'liquidation',
      'supplied',
      'collateral',
      'debt',
      'risk-premium',
    ])
    expect(readAccount('0x1234')).toBeNull()
  })
})

describe('the margin for interest', () => {
  const ray = 10n ** 27n
  it.each([
    [1_000_000_000n, ray / 20n],
    [1_000_000_000n, ray * 5n],
    [1_000_000_000n, null],
    [1n, ray / 20n],
    [399n, null],
  ])('on a debt of %s at %s is above zero and at most a quarter of a per cent', (debt, rate) => {
    const most = withInterest(debt, rate)
    expect(most).toBeGreaterThan(debt)
    const quarter = (debt * 25n) / 10_000n
    expect(most - debt).toBeLessThanOrEqual(quarter > 0n ? quarter : 1n)
  })
  it('is two days of interest', () => {
    expect(withInterest(365_000_000_000n, ray / 20n) - 365_000_000_000n).toBe(100_000_000n + 3_650_000n + 1n)
  })
})

function reserve(reserveId: bigint, change: Partial<LendingReserve> = {}): LendingReserve {
  return {
    reserveId,
    token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    decimals: 6,
    hub: '0xCca852Bc40e560adC3b1Cc58CA5b55638ce826c9',
    assetId: 1n,
    paused: false,
    frozen: false,
    borrowable: true,
    collateralFactor: 7_700n,
    collateralRisk: 0n,
    price: 1_00000000n,
    borrowRate: 0n,
    supplyRate: 0n,
    liquidity: 100n,
    totalSupplied: 100n,
    totalBorrowed: 0n,
    supplyCap: { limit: null, used: 0n },
    borrowCap: { limit: null, used: 0n },
    supplied: 0n,
    debt: 0n,
    isCollateral: false,
    ...change,
  }
}

describe('the choice of a reserve', () => {
  const ids = (...args: Parameters<typeof resolveReserve>) => {
    const { reserve, choices } = resolveReserve(...args)
    return [reserve?.reserveId ?? null, choices.map(({ reserveId }) => reserveId)]
  }
  it.each([
    ['supply', {}, { frozen: true }],
    ['supply', {}, { paused: true }],
    ['borrow', {}, { borrowable: false }],
    ['borrow', {}, { liquidity: 9n }],
    ['repay', { debt: 1n }, {}],
    ['withdraw', { supplied: 1n }, {}],
  ] as const)('to %s: the one that is %o, not the one that is %o', (action, good, bad) => {
    expect(ids(action, [reserve(0n, bad), reserve(1n, good)], 10n, undefined)).toEqual([1n, []])
  })
  it('is left to the person if several fit', () => {
    const two = [reserve(0n), reserve(1n), reserve(2n, { frozen: true })]
    expect(ids('supply', two, 10n, undefined)).toEqual([null, [0n, 1n]])
    expect(ids('supply', two, 10n, 1n)).toEqual([1n, [0n, 1n]])
    // A choice that does not fit stands, so that its findings can say why.
    expect(ids('supply', two, 10n, 2n)).toEqual([2n, [2n, 0n, 1n]])
    expect(ids('supply', two, 10n, 7n)).toEqual([null, [0n, 1n]])
  })
  it('is the first if none fits, and none if there is none', () => {
    expect(ids('repay', [reserve(0n), reserve(1n)], 10n, undefined)).toEqual([0n, []])
    expect(ids('repay', [], 10n, undefined)).toEqual([null, []])
  })
})
