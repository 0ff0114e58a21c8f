// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Figure, Quantity } from '@/lib/tools/figure'
import { FigureList } from './figure-list'

afterEach(cleanup)

const text = () => screen.getByRole('definition').textContent
const show = (after: Quantity, more: Partial<Figure> = {}) =>
  render(<FigureList figures={[{ id: 'figure', label: 'Figure', before: null, after, ...more }]} />)
const wad = (hundredths: number) => BigInt(hundredths) * 10n ** 16n

it('shows nothing without figures', () => {
  const { container } = render(<FigureList figures={[]} />)
  expect(container.innerHTML).toBe('')
})

it('reads as a sentence: before becomes after, with the symbol once', () => {
  const debt = (amount: bigint) => ({ kind: 'token', amount, decimals: 6, symbol: 'USDC' }) as const
  show(debt(1_250_000_000n), { label: 'Debt', before: debt(1_000_000_000n) })
  expect(screen.getByRole('term').textContent).toBe('Debt')
  expect(text()).toBe('1,000becomes1,250 USDC')
})

it('shows an unchanged figure once', () => {
  const dollars = (amount: bigint) => ({ kind: 'usd', amount, decimals: 8 }) as const
  show(dollars(99_999_000_001n), { before: dollars(99_999_000_000n) })
  expect(text()).toBe('$999.99')
})

it('keeps both symbols if they differ', () => {
  const tokens = (symbol: string) => ({ kind: 'token', amount: 5n, decimals: 0, symbol }) as const
  show(tokens('WETH'), { before: tokens('USDC') })
  expect(text()).toBe('5 USDCbecomes5 WETH')
})

it.each<[string, Quantity, string]>([
  [
    'a token amount truncated, never rounded up',
    { kind: 'token', amount: 19_999_999n, decimals: 7, symbol: 'T' },
    '1.99999 T',
  ],
  [
    'a debt rounded up, never truncated',
    { kind: 'token', amount: 19_999_991n, decimals: 7, symbol: 'T', way: 'out' },
    '2 T',
  ],
  ['dollars with many decimals', { kind: 'usd', amount: 1_999n * 10n ** 15n, decimals: 18 }, '$1.99'],
  ['dollars with few decimals', { kind: 'usd', amount: 1_234_567n, decimals: 2 }, '$12,345.67'],
  ['a share', { kind: 'percent', share: 0.05 }, '5%'],
  ['a negative share', { kind: 'percent', share: -0.0125 }, '-1.25%'],
  ['a share that is not a number', { kind: 'percent', share: Number.NaN }, 'unknown'],
  ['a health factor truncated to two decimals', { kind: 'health', wad: wad(105) - 1n }, '1.04'],
  ['a health factor at the boundary', { kind: 'health', wad: wad(105) }, '1.05'],
  ['a huge health factor', { kind: 'health', wad: wad(10_000) + 1n }, 'over 100'],
  ['no debt', { kind: 'health', wad: null }, 'no debt'],
  ['words', { kind: 'text', text: 'as collateral' }, 'as collateral'],
])('formats %s', (_, after, expected) => {
  show(after)
  expect(text()).toBe(expected)
})

it.each([
  ['WARN', 'Careful: 1.20'],
  ['DANGER', 'Danger: 1.20'],
] as const)('says %s in words as well', (level, expected) => {
  show({ kind: 'health', wad: wad(120) }, { level })
  expect(text()).toBe(expected)
})
