import { expect, test } from 'vitest'
import { percentOf, percentOfWhole } from './percent'

test.each([
  [0.048, '4.8%'],
  [0, '0%'],
  [-0.0125, '-1.25%'],
  [-0.000001, '0%'],
  [0.12345, '12.35%'],
  [0.0001, '0.01%'],
  [12.5, '1,250%'],
])('a share of %d is %s', (share, text) => expect(percentOf(share)).toBe(text))

test('rounds a share to the requested number of digits', () => {
  expect(percentOf(0.00125, 3)).toBe('0.125%')
  expect(percentOf(0.99999, 0)).toBe('100%')
})

test('cuts a part of a whole, so that nearly all is not all', () => {
  expect(percentOfWhole(1n, 3n)).toBe('33%')
  expect(percentOfWhole(999_999n, 1_000_000n, 2)).toBe('99.99%')
  expect(percentOfWhole(5n, 2n)).toBe('250%')
})

test('refuses a whole of zero', () => expect(() => percentOfWhole(1n, 0n)).toThrow(RangeError))
