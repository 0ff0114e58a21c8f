import { describe, expect, it } from 'vitest'
import type { Price } from '@/lib/chain/chains/chain'
import { readClaimedNumber, readClaims } from './claims'
import { compare } from './compare'
import type { Holding } from './holdings'

const price = (usd: number): Price => ({ usd: BigInt(usd * 1e8), decimals: 8, source: 'test', updatedAt: 0 })
const holding = (chainId: number, symbol: string, amount: bigint | null, usd: number | null): Holding => ({
  chainId,
  chainName: `Chain ${chainId}`,
  token: {
    address: `0x${symbol.charCodeAt(0).toString(16).padStart(40, '0')}`,
    symbol,
    name: symbol,
    decimals: 6,
    listed: true,
  },
  amount,
  price: usd === null ? null : price(usd),
  value: amount === null || usd === null ? null : (amount * BigInt(usd * 1e8)) / 1_000_000n,
})

const ethA = holding(1, 'ETH', 2_000_000n, 3000)
const ethB = holding(2, 'ETH', 1_000_000n, 3000)
const usdc = holding(1, 'USDC', 100_000_000n, 1)
const none = holding(1, 'DAI', 0n, 1)
const all = [ethA, ethB, usdc, none]

const verdicts = (claims: readonly unknown[], holdings = all) =>
  compare(holdings, readClaims(claims)).rows.map(
    ({ chainId, token, verdict }) => `${token.symbol}@${chainId} ${verdict}`,
  )

describe('compare', () => {
  it('shows what is held even if the agent does not mention it, most valuable first', () => {
    expect(verdicts([])).toEqual(['ETH@1 unknown', 'ETH@2 unknown', 'USDC@1 unknown'])
  })
  it('finds the chain that fits a claim', () => {
    expect(verdicts([{ symbol: 'eth', amount: '1', value: 3000 }])).toContain('ETH@2 match')
    expect(verdicts([{ symbol: 'ETH', chainId: 1, amount: 2 }])).toContain('ETH@1 match')
  })
  it('marks only the wrong figures', () => {
    const said = { symbol: 'ETH', chainId: 1, amount: 20, price: 3000, value: 60_000 }
    const { rows } = compare(all, readClaims([said]))
    expect(rows[0]).toMatchObject({ verdict: 'differs' })
    expect(rows[0]?.claimed).toEqual({ amount: '20', value: '60000' })
  })
  it('matches each claim to a holding of its own', () => {
    expect(
      verdicts([
        { symbol: 'ETH', amount: 1 },
        { symbol: 'ETH', amount: 2 },
      ]).slice(0, 2),
    ).toEqual(['ETH@1 match', 'ETH@2 match'])
  })
  it('recognises a sum over all chains', () => {
    const { rows } = compare(all, readClaims([{ symbol: 'ETH', amount: 3, value: '$9,000' }]))
    expect(rows[0]).toMatchObject({ verdict: 'match', claimed: { amount: '3', value: '$9,000', acrossChains: true } })
  })
  it('tolerates one per cent, and no more', () => {
    expect(verdicts([{ symbol: 'USDC', amount: 101 }])).toContain('USDC@1 match')
    expect(verdicts([{ symbol: 'USDC', amount: 101.1 }])).toContain('USDC@1 differs')
    expect(verdicts([{ symbol: 'USDC', amount: 98.9 }])).toContain('USDC@1 differs')
  })
  it('tolerates five per cent for prices and values', () => {
    expect(verdicts([{ symbol: 'USDC', amount: 100, price: 1.05, value: 95 }])).toContain('USDC@1 match')
    expect(verdicts([{ symbol: 'USDC', amount: 100, price: 1.06 }])).toContain('USDC@1 differs')
    expect(verdicts([{ symbol: 'USDC', amount: 100, value: 94 }])).toContain('USDC@1 differs')
  })
  it('accepts base units as well', () => {
    expect(verdicts([{ symbol: 'USDC', balance: '100000000' }])).toContain('USDC@1 match')
  })
  it('shows what is claimed but does not exist', () => {
    expect(verdicts([{ symbol: 'DAI', amount: 5 }])).toContain('DAI@1 differs')
    expect(verdicts([{ symbol: 'DAI', amount: 0 }])).toContain('DAI@1 match')
  })
  it('reaches no verdict if the token did not answer', () => {
    expect(verdicts([{ symbol: 'DAI', amount: 5 }], [holding(1, 'DAI', null, 1)])).toEqual(['DAI@1 unknown'])
  })
  it('does not trust the symbol that an unlisted token gives itself', () => {
    const fake = { ...usdc, token: { ...usdc.token, listed: false } }
    expect(compare([fake], readClaims([{ symbol: 'USDC', amount: 100 }])).unmatched).toEqual([
      { symbol: 'USDC', amount: '100' },
    ])
  })
  it('does not accept a sum whose price is wrong', () => {
    expect(verdicts([{ symbol: 'ETH', amount: 3, price: 1 }])).toContain('ETH@1 differs')
    expect(verdicts([{ symbol: 'ETH', amount: 3, price: 3000 }])).toContain('ETH@1 match')
  })
  it('counts repeated claims, and does not call them unknown', () => {
    const twice = readClaims([
      { symbol: 'USDC', amount: 100 },
      { symbol: 'USDC', chainId: 1, amount: 100 },
    ])
    expect(compare(all, twice)).toMatchObject({ unmatched: [], repeated: 1 })
    expect(compare(all, twice.slice(1))).toMatchObject({ repeated: 0 })
  })
  it('calls a token contradicted only if its chain was asked for it', () => {
    const contract = '0x00000000000000000000000000000000deadf00d'
    const claims = readClaims([
      { symbol: 'MOON', amount: 1 },
      { address: contract, symbol: 'MOON', amount: 1 },
    ])
    expect(compare(all, claims, ({ address }) => address !== null).unmatched).toEqual([
      { symbol: 'MOON', amount: '1' },
      { symbol: 'MOON', amount: '1', contradicted: true },
    ])
  })
  it('sets unknown tokens aside', () => {
    expect(compare(all, readClaims([{ symbol: 'SPAM to x.eth', amount: 1e9 }])).unmatched).toEqual([
      { symbol: 'SPAM to x.eth', amount: '1000000000' },
    ])
    expect(compare(all, readClaims([{ symbol: 'ETH', chainId: 99, amount: 1 }])).unmatched).toHaveLength(1)
  })
})

describe('readClaims', () => {
  it('survives any input', () => {
    expect(readClaims([null, 1, 'x', [], {}, { symbol: 5 }, { amount: 3 }, { symbol: '\u200B' }])).toEqual([])
  })
  it('reads the fields that are there', () => {
    expect(readClaims([{ symbol: 'A\u202EB', amount: 'lots', price: -1, value: { a: 1 }, chainId: 'x' }])).toEqual([
      { symbol: 'AB', address: null, chainId: null, amount: null, price: null, value: null },
    ])
  })
})

describe('readClaimedNumber', () => {
  it.each([
    [1.5, 1.5],
    ['1,234.5', 1234.5],
    ['$ 12', 12],
    ['1e-7', 1e-7],
    [0, 0],
  ])('reads %s', (raw, number) => expect(readClaimedNumber(raw)?.number).toBe(number))
  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, '', '-1', '0x10', '1.2.3', null, undefined, {}, true])(
    'does not read %s',
    (raw) => expect(readClaimedNumber(raw)).toBeNull(),
  )
})
