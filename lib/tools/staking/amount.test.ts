import { expect, it } from 'vitest'
import { type AmountBounds, readAmount, readingsOf } from './amount'

const price = { usd: 100_000_000n, decimals: 8 as const, source: 'test', updatedAt: 0 }
const bounds: AmountBounds = { most: 10_000_000_000n, minimum: null, decimals: 6, price }
const read = (text: string, change: Partial<AmountBounds> = {}, said?: 'token' | 'base') => {
  const all = { ...bounds, ...change }
  return readAmount(readingsOf(text, all.decimals), all, said)?.amount ?? null
}

it.each([
  ['a fraction is in whole tokens', '1.5', {}, 1_500_000n],
  ['few digits are whole tokens', '100', {}, 100_000_000n],
  ['all that is held', '10000', {}, 10_000_000_000n],
  ['many digits are base units', '100000000', {}, 100_000_000n],
  ['one dollar in base units', '1000000', {}, 1_000_000n],
  ['less than a dollar in both', '999999', {}, null],
  ['both affordable', '1000000', { most: 10n ** 13n }, null],
  ['neither affordable', '90000000000', {}, null],
  ['a tenth of a cent', '0.001', {}, 1_000n],
  ['a minimum that only one reaches', '1000000', { most: 10n ** 13n, minimum: 5_000_000n }, 1_000_000_000_000n],
  ['no price: a thousandth of a token is the least', '1000', { price: null, most: 900_000_000n }, 1_000n],
  ['no price, and less', '999', { price: null, most: 900_000_000n }, null],
  ['an unknown balance', '100', { most: null }, 100_000_000n],
  ['a token without decimals', '7', { decimals: 0 }, 7n],
  ['zero', '0', {}, null],
])('%s: %s', (_, text, change, amount) => {
  expect(read(text, change)).toBe(amount)
})

it('takes the person’s word for it', () => {
  expect(read('20000', {}, 'base')).toBe(20_000n)
  expect(read('20000', {}, 'token')).toBe(20_000_000_000n)
  expect(read('0.5', {}, 'base')).toBe(500_000n)
})

it('cannot read more digits than the token has', () => {
  expect(readingsOf('0.0000001', 6)).toEqual([])
})
