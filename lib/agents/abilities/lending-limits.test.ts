import { expect, it } from 'vitest'
import type { LendingAccount, LendingReserve } from '@/lib/chain/lending/market'
import { limitOf } from './lending-limits'

const usd = (dollars: bigint) => dollars * 10n ** 26n
/** 1,000 USDC as collateral at 80%, and 400 USD owed: 500 USDC are needed. */
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
  ['the stock, where that is less', { liquidity: whole(3n) }, {}, { most: whole(3n), by: 'stock' }],
  ['the stock alone without a debt', {}, { debt: 0n }, { most: whole(700n), by: 'stock' }],
  ['the stock alone of what is no collateral', { isCollateral: false }, {}, { most: whole(700n), by: 'stock' }],
  ['nothing that can be had below a health factor of 1', {}, { debt: usd(900n) }, { most: 0n, by: 'debt' }],
  ['what is told, where there is no price', { price: null }, {}, { most: whole(700n), by: 'stock' }],
  ['nothing that is told', { price: null, liquidity: null }, {}, null],
])('a withdrawal is bound by %s', (_, of, who, limit) => {
  expect(limitOf('withdraw', { ...account, ...who }, { ...reserve, ...of })).toEqual(limit)
})

it.each<[string, LendingReserve['supplyCap'], ReturnType<typeof limitOf>]>([
  ['that is not told', null, null],
  ['that there is not', { limit: null, used: whole(5n) }, null],
  ['that is not reached', { limit: whole(9n), used: whole(5n) }, { most: whole(4n), by: 'cap' }],
  ['that is passed', { limit: whole(9n), used: whole(10n) }, { most: 0n, by: 'cap' }],
])('a supply is bound by a cap %s', (_, supplyCap, limit) => {
  expect(limitOf('supply', account, { ...reserve, supplyCap })).toEqual(limit)
})

it('binds no loan and no repayment', () => {
  expect(limitOf('borrow', account, reserve)).toBeNull()
  expect(limitOf('repay', account, reserve)).toBeNull()
})
