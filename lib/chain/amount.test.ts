import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aboutUsd,
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

describe('formatAmount', () => {
  it.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [1_234_567_890_000n, 6, '1,234,567.89'],
    [1000n, 0, '1,000'],
    [999n, 0, '999'],
    [-1_500_000n, 6, '-1.5'],
    [100_000_000n, 8, '1'],
  ])('writes %s of %s decimals as %s', (amount, places, text) => expect(formatAmount(amount, places)).toBe(text))

  it('cuts and never rounds up', () => {
    expect(formatAmount(1_999_999n, 6, { maxFraction: 2 })).toBe('1.99')
    expect(formatAmount(1_000_009n, 6, { maxFraction: 2 })).toBe('1')
  })

  it('does not show something as nothing', () => {
    expect(formatAmount(1n, 18, { maxFraction: 6 })).toBe('<0.000001')
    expect(formatAmount(-1n, 18, { maxFraction: 6 })).toBe('-<0.000001')
    expect(formatAmount(5n, 1, { maxFraction: 0 })).toBe('<1')
    expect(formatAmount(1_000_000_000_000n, 18, { maxFraction: 6 })).toBe('0.000001')
  })

  it('is exact: parsing gives the amount back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), decimals, (amount, places) => {
        expect(parseAmount(formatAmount(amount, places).replaceAll(',', ''), places)).toBe(amount)
      }),
    )
  })

  it('never shows more than there is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n }), decimals, fc.nat(20), (amount, places, maxFraction) => {
        const text = formatAmount(amount, places, { maxFraction }).replaceAll(',', '')
        const shown = text.startsWith('<') ? 0n : parseAmount(text, places)
        expect(shown).not.toBeNull()
        expect(shown ?? -1n).toBeLessThanOrEqual(amount)
      }),
    )
  })
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
  it('are short where nothing is approved', () => expect(shortHex(address)).toBe('0xd8dA…6045'))
  it('are whole where something is', () => {
    expect(groupAddress(address)).toHaveLength(10)
    expect(`0x${groupAddress(address).join('')}`).toBe(address)
  })
})
