import { expect, it } from 'vitest'
import type { LendingAccount, LendingReserve } from '@/lib/chain/lending/market'
import { limitOf } from './lending-limits'

const usd = (dollars: bigint) => dollars * 10n ** 26n
/** 1,000 USDC as collateral at 80%, and 400 USD owed, for which 500 USDC are needed. */
const account: LendingAccount = {
  ...{ healthFactor: 2n * 10n ** 18n, collateral: usd(1000n), debt: usd(400n) },
  ...{ collateralFactor: 8n * 10n ** 17n, riskPremium: 0n },
}
const whole = (tokens: bigint) => tokens * 1_000_000n
const reserve: LendingReserve = {
  ...{ reserveId: 1n, token: '0x', decimals: 6, hub: '0x', assetId: 1n, paused: false, frozen: false },
  ...{ borrowable: true, collateralFactor: 8000n, collateralRisk: 0n, price: 100_000_000n, borrowRate: null },
  ...{ supplyRate: null, liquidity: whole(700n), totalSupplied: null, totalBorrowed: null, supplyCap: null },
  ...{ borrowCap: null, supplied: whole(1000n), debt: 0n, isCollateral: true },
}

it.each<[string, Partial<LendingReserve>, Partial<LendingAccount>, ReturnType<typeof limitOf>]>([
  ['the debt', {}, {}, { most: whole(500n), by: 'debt' }],
  ['the stock if that is less', { liquidity: whole(3n) }, {}, { most: whole(3n), by: 'stock' }],
  ['the stock alone without a debt', {}, { debt: 0n }, { most: whole(700n), by: 'stock' }],
  ['the stock alone without collateral', { isCollateral: false }, {}, { most: whole(700n), by: 'stock' }],
  ['zero below a health factor of 1', {}, { debt: usd(900n) }, { most: 0n, by: 'debt' }],
  ['the known limits without a price', { price: null }, {}, { most: whole(700n), by: 'stock' }],
  ['nothing if none is known', { price: null, liquidity: null }, {}, null],
])('a withdrawal is bound by %s', (_, of, who, limit) => {
  expect(limitOf('withdraw', { ...account, ...who }, { ...reserve, ...of })).toEqual(limit)
})

it.each<[string, LendingReserve['supplyCap'], ReturnType<typeof limitOf>]>([
  ['unknown', null, null],
  ['absent', { limit: null, used: whole(5n) }, null],
  ['not reached', { limit: whole(9n), used: whole(5n) }, { most: whole(4n), by: 'cap' }],
  ['exceeded', { limit: whole(9n), used: whole(10n) }, { most: 0n, by: 'cap' }],
])('a supply is bound by a cap that is %s', (_, supplyCap, limit) => {
  expect(limitOf('supply', account, { ...reserve, supplyCap })).toEqual(limit)
})

it('loans and repayments are not bound', () => {
  expect(limitOf('borrow', account, reserve)).toBeNull()
  expect(limitOf('repay', account, reserve)).toBeNull()
})
