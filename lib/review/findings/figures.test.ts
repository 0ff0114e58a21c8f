import { expect, test } from 'vitest'
import { friend } from '../fixtures/local-chain'
import { erc20 } from '../fixtures/plans'
import { figure } from './figures'

test('names a token by our lists, or by its address if none lists it', () => {
  const own = { symbol: '5 USDC', decimals: 0, listed: false }
  expect(figure(3n, erc20(friend), { symbol: 'USDC', decimals: 0, listed: true })).toBe('3 USDC')
  expect(figure(3n, erc20(friend), { ...own, vouched: 'shares of Savings DAI' })).toBe('3 shares of Savings DAI')
  expect(figure(3n, erc20(friend), own)).toBe(`3 of the unlisted token ${friend}`)
})
