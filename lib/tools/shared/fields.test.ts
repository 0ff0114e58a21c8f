import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { address, chainId, days, decimal, fraction, optional, tokenDecimals, uint, words } from './fields'

const accepts = (field: z.ZodType, value: unknown) => field.safeParse(value).success
const checksummed = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

describe('address', () => {
  it.each([checksummed, checksummed.toLowerCase(), `0x${checksummed.slice(2).toUpperCase()}`])('reads %s', (text) => {
    expect(address.parse(text)).toBe(checksummed)
  })
  it.each([
    ['a wrong checksum', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046'],
    ['a changed case', checksummed.replace('dA', 'DA')],
    ['too few digits', checksummed.slice(0, -1)],
    ['too few digits, in lower case', checksummed.toLowerCase().slice(0, -1)],
    ['too many digits', `${checksummed}0`],
    ['no prefix', checksummed.slice(2)],
    ['a name', 'vitalik.eth'],
    ['a space', ` ${checksummed}`],
    ['letters beyond hex', `0x${'g'.repeat(40)}`],
    ['nothing', ''],
    ['a number', 1],
  ])('refuses %s', (_, text) => expect(accepts(address, text)).toBe(false))
})

describe('uint', () => {
  it.each([
    ['0', 0n],
    ['1', 1n],
    [(2n ** 256n - 1n).toString(), 2n ** 256n - 1n],
  ])('reads %s', (text, value) => expect(uint.parse(text)).toBe(value))
  it.each([
    '',
    '-1',
    '+1',
    '01',
    '1.0',
    '1e18',
    '0x10',
    ' 1',
    '1 ',
    '1,000',
    (2n ** 256n).toString(),
    '٣',
    1,
    1n,
    null,
  ])('refuses %s', (value) => expect(accepts(uint, value)).toBe(false))
})

describe('chainId', () => {
  it.each([
    [1, 1],
    ['8453', 8453],
  ])('reads %s', (given, id) => expect(chainId.parse(given)).toBe(id))
  it.each([0, '0', -1, 1.5, '1.5', '0x1', '01', 'ethereum', '', 2 ** 53, '9007199254740993', null])(
    'refuses %s',
    (value) => expect(accepts(chainId, value)).toBe(false),
  )
})

describe('other fields', () => {
  it.each([0.005, 0.0001, 0.9999])('accept %s as a fraction', (value) => expect(fraction.parse(value)).toBe(value))
  it.each([0, 1, -0.1, 5, Number.NaN, Number.POSITIVE_INFINITY, '0.5'])('refuse %s as a fraction', (value) =>
    expect(accepts(fraction, value)).toBe(false),
  )
  it('keep decimals and days within limits', () => {
    expect(tokenDecimals.parse('18')).toBe(18)
    expect(accepts(tokenDecimals, 255)).toBe(true)
    expect(accepts(tokenDecimals, 256)).toBe(false)
    expect(accepts(tokenDecimals, -1)).toBe(false)
    expect(days.parse(30)).toBe(30)
    expect(accepts(days, 0.5)).toBe(false)
  })
  it.each(['0', '12', '0.5', '100.000001'])('accept %s as a decimal', (text) => expect(decimal.parse(text)).toBe(text))
  it.each(['', '.5', '1.', '1e3', '-1', '1,000', '01', 5])('refuse %s as a decimal', (value) =>
    expect(accepts(decimal, value)).toBe(false),
  )
  it('treat null and undefined as a missing field', () => {
    expect(optional(words).parse(null)).toBeUndefined()
    expect(optional(words).parse(undefined)).toBeUndefined()
    expect(accepts(optional(words), 'x'.repeat(501))).toBe(false)
  })
})
