import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aboutUsd,
  cutAfter,
  exactAmount,
  formatAmount,
  formatPrice,
  formatUsd,
  groupAddress,
  parseAmount,
  shortHex,
  ungrouped,
} from './amount'

fc.configureGlobal({ seed: 1 })

const decimals = fc.integer({ min: 0, max: 36 })

describe('exactAmount', () => {
  it.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [1_234_567_890_000n, 6, '1,234,567.89'],
    [1000n, 0, '1,000'],
    [999n, 0, '999'],
    [-1_500_000n, 6, '-1.5'],
    [100_000_000n, 8, '1'],
  ])('writes %s of %s decimals as %s', (amount, places, text) => expect(exactAmount(amount, places)).toBe(text))

  it('returns the amount when parsed', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), decimals, (amount, places) => {
        expect(parseAmount(exactAmount(amount, places).replaceAll(',', ''), places)).toBe(amount)
      }),
    )
  })
})

describe('formatAmount', () => {
  it.each([
    // The debt of 100 DAI with a second's interest.
    [100_000_000_000_000_000_001n, 18, '100', '100.001'],
    [4_949_534_471_811_756_758n, 18, '4.94953', '4.94954'],
    [1_234_567_890_123n, 18, '0.00000123456', '0.00000123457'],
    [999_999_999_999_999_999n, 18, '0.999999', '1'],
    [12_345_678_901n, 6, '12,345.67', '12,345.68'],
    [1_234_567_891_234n, 6, '1,234,567.89', '1,234,567.9'],
    [2_100_000_012_345_678n, 8, '21,000,000.12', '21,000,000.13'],
    [1n, 18, '0.000000000000000001', '0.000000000000000001'],
    [1_500_000n, 6, '1.5', '1.5'],
    [100_000_000_000_000_001n, 18, '0.1', '0.100001'],
    [999_999_999n, 6, '999.999', '1,000'],
    [0n, 18, '0', '0'],
    [-1_234_567_891n, 6, '-1,234.56', '-1,234.57'],
  ])('formats %s of %s decimals as %s coming in, and %s going out', (amount, places, held, leaving) => {
    expect(formatAmount(amount, places, 'in')).toBe(held)
    expect(formatAmount(amount, places, 'out')).toBe(leaving)
  })

  it('is in base units if the decimals are unknown', () => {
    expect(formatAmount(5_000_000_000_000_000_000n, null)).toBe('5,000,000,000,000,000,000 base units')
    expect(exactAmount(5_000n, null)).toBe('5,000 base units')
  })

  const amounts = fc.bigInt({ min: 0n, max: 2n ** 128n })
  const back = (text: string, places: number) => parseAmount(text.replaceAll(',', ''), places) ?? -1n

  it('never exceeds what comes in nor understates what goes out, and is off by under a part in 100,000', () => {
    fc.assert(
      fc.property(amounts, decimals, (amount, places) => {
        const held = back(formatAmount(amount, places, 'in'), places)
        const leaving = back(formatAmount(amount, places, 'out'), places)
        expect(held).toBeLessThanOrEqual(amount)
        expect(leaving).toBeGreaterThanOrEqual(amount)
        expect((amount - held) * 100_000n).toBeLessThanOrEqual(amount)
        expect((leaving - amount) * 100_000n).toBeLessThanOrEqual(amount)
      }),
    )
  })

  it('never shows something as nothing', () => {
    fc.assert(
      fc.property(amounts, decimals, (amount, places) => {
        expect(formatAmount(amount + 1n, places, 'in')).not.toBe('0')
      }),
    )
  })
})

describe('cutAfter', () => {
  it.each([
    [2, 1_049_900_000_000_000_000n, 18, '1.04'],
    [2, 0n, 18, '0'],
    [2, 1n, 18, '<0.01'],
    [2, 1_234_500_000n, 6, '1,234.5'],
  ])('after %s places writes %s of %s decimals as %s', (places, figure, of, text) =>
    expect(cutAfter(places, figure, of)).toBe(text),
  )
})

describe('formatPrice', () => {
  it.each([
    [99_970_000n, '$0.9997'],
    [99_999_999n, '$1.00'],
    [100_000_000n, '$1.00'],
    [100_150_000n, '$1.002'],
    [349_998_499_999n, '$3,499.98'],
    [349_999_999_999n, '$3,500.00'],
    [9_999_999_999n, '$100.00'],
    [1_234_567_890n, '$12.35'],
    [123_456n, '$0.001235'],
    [1_234n, '$0.00001234'],
    [1n, '$0.00000001'],
    [0n, '$0.00'],
  ])('writes %s as %s', (value, text) => expect(formatPrice(value)).toBe(text))
})

describe('formatUsd', () => {
  it.each([
    [0n, '$0.00'],
    [1n, '<$0.01'],
    [999_999n, '<$0.01'],
    [1_000_000n, '$0.01'],
    [123_456_789_999n, '$1,234.56'],
    [-250_000_000n, '-$2.50'],
  ])('writes %s as %s', (value, text) => expect(formatUsd(value)).toBe(text))
})

describe('ungrouped', () => {
  it.each([
    ['1,000', '1000'],
    ['1,234,567.5', '1234567.5'],
    ['1,5', '1,5'],
    ['1000,000', '1000,000'],
    ['12', '12'],
  ])('reads %s as %s', (text, plain) => expect(ungrouped(text)).toBe(plain))
})

describe('aboutUsd', () => {
  it.each([
    [0n, 1n, 'less than $0.01'],
    [0n, 0n, '$0.00'],
    [999_999n, 1n, 'less than $0.01'],
    [1_000_000n, 1n, 'about $0.01'],
  ])('writes %s, of an amount of %s, as %s', (value, amount, text) => expect(aboutUsd(value, amount)).toBe(text))
})

describe('parseAmount', () => {
  it.each([
    ['12.5', 6, 12_500_000n],
    ['0', 18, 0n],
    ['007', 0, 7n],
    ['0.000001', 6, 1n],
  ])('reads %s with %s decimals', (text, places, amount) => expect(parseAmount(text, places)).toBe(amount))

  it.each(['', ' 1', '1 ', '-1', '+1', '1e3', '0x1', '1,000', '.5', '1.', '1.0000001', 'NaN', '١'])(
    'refuses "%s"',
    (text) => expect(parseAmount(text, 6)).toBeNull(),
  )
})

describe('addresses', () => {
  const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  it('are shortened if nothing is approved', () => expect(shortHex(address)).toBe('0xd8dA…6045'))
  it('are written in full if something is', () => {
    expect(groupAddress(address)).toHaveLength(10)
    expect(`0x${groupAddress(address).join('')}`).toBe(address)
  })
})
