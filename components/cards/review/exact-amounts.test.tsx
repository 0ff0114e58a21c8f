// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { getAddress } from 'viem'
import { afterEach, expect, it } from 'vitest'
import type { BalanceEffect, Effects } from '@/lib/review/review'
import { ExactAmounts, MovedEffects } from './exact-amounts'

afterEach(cleanup)

const address = getAddress('0x00000000000000000000000000000000000000aa')
const dai: Omit<BalanceEffect, 'before' | 'after'> = {
  asset: { kind: 'erc20', chainId: 1, address },
  symbol: 'DAI',
  decimals: 18,
  listed: true,
}

function show(effects: Partial<Effects>): string[] {
  const all = { chainId: 1, balances: [], allowances: [], operators: [], ...effects }
  render(
    <MovedEffects value={all}>
      <ExactAmounts />
    </MovedEffects>,
  )
  const rows = screen.queryAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)
  cleanup()
  return rows
}

it('shows every digit of the amounts that the card shortens', () => {
  const before = 100_000_000_000_000_000_001n
  expect(show({ balances: [{ ...dai, before, after: 0n }] })).toEqual(['Leaves, exactly: 100.000000000000000001 DAI'])
  expect(show({ balances: [{ ...dai, before: 0n, after: before }] })).toEqual([
    'Arrives, exactly: 100.000000000000000001 DAI',
  ])
  expect(show({ balances: [{ ...dai, debt: true, before, after: 0n }] })).toEqual([
    'No longer owed, exactly: 100.000000000000000001 DAI',
  ])
  const allowance = { token: address, spender: address, before: 0n, amount: before, symbol: 'DAI', decimals: 18 }
  expect(show({ allowances: [allowance] })).toEqual(['May be spent, exactly: 100.000000000000000001 “DAI”'])
})

it('adds nothing to exact amounts', () => {
  expect(show({ balances: [{ ...dai, before: 0n, after: 15n * 10n ** 17n }] })).toEqual([])
})
