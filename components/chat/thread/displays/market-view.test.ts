import { expect, it } from 'vitest'
import type { LendingReserve } from '@/lib/chain/lending/market'
import { knownToken } from '@/lib/chain/tokens/tokens'
import { gap } from '../../suggestions/gap'
import { marketView } from './market-view'
import { marketFacts } from './risk-facts'

const usdc = knownToken(1, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')
if (!usdc) throw new Error('USDC is on the list')
const row = { chainId: 1, market: '0x94e7A5dCbE816e498b89aB752661904E2F56c485', token: usdc.address } as const
const ethereum = { name: 'Ethereum' }
const whole = (tokens: bigint) => tokens * 1_000_000n
const reserve: LendingReserve = {
  ...{ reserveId: 1n, token: usdc.address, decimals: 6, hub: '0x', assetId: 1n, paused: false, frozen: false },
  ...{ borrowable: true, collateralFactor: 8000n, collateralRisk: 0n, price: 100_000_000n, borrowRate: null },
  ...{ supplyRate: null, liquidity: whole(1_234_567n), totalSupplied: whole(2_000_000n), totalBorrowed: null },
  ...{ supplyCap: null, borrowCap: null, supplied: 0n, debt: 0n, isCollateral: false },
}
const deposit = `Supply ${gap} USDC to Aave V4 Main on Ethereum`
const borrow = `Borrow ${gap} USDC from Aave V4 Main on Ethereum`

it('names a market of the app’s list, and begins a deposit or a loan', () => {
  expect(marketView(row, ethereum, reserve)).toEqual({
    place: 'Aave V4 Main',
    pictured: 'Aave',
    symbol: 'USDC',
    deposit,
    borrow,
  })
})

it.each<[string, Partial<LendingReserve>, { deposit: string | null; borrow: string | null }]>([
  ['only takes deposits', { borrowable: false }, { deposit, borrow: null }],
  ['has nothing left to lend', { liquidity: 0n }, { deposit, borrow: null }],
  ['is frozen', { frozen: true }, { deposit: null, borrow: null }],
  ['is paused', { paused: true }, { deposit: null, borrow: null }],
])('offers what is possible where a market %s', (_, change, deeds) => {
  expect(marketView(row, ethereum, { ...reserve, ...change })).toMatchObject(deeds)
})

const stranger = '0x00000000000000000000000000000000DeaDBeef'
it.each([
  ['a contract on no list', { ...row, market: stranger }, ethereum, reserve],
  ['a token on no list', { ...row, token: stranger }, ethereum, reserve],
  ['a chain that this app does not serve', row, undefined, reserve],
  ['a market that was not read', row, ethereum, undefined],
] as const)('says nothing for the person about %s', (_, of, chain, read) => {
  expect(marketView(of, chain, read)).toMatchObject({ deposit: null, borrow: null })
})

it('tells what is free to withdraw, cut and never rounded up, and what counts as collateral', () => {
  expect(marketFacts(reserve, 'USDC')).toEqual(['1.23M USDC free to withdraw', '80% counts as collateral'])
  expect(marketFacts({ ...reserve, liquidity: whole(99_999n), collateralFactor: 0n }, 'USDC')).toEqual([
    'Only 99.9K USDC free to withdraw',
    'No collateral',
  ])
  expect(marketFacts({ ...reserve, liquidity: null, collateralFactor: null }, 'USDC')).toEqual([
    'Does not say how much can be withdrawn',
  ])
})
