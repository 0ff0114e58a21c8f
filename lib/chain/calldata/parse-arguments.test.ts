import { parseAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { ArgumentError, parseArguments } from './parse-arguments'

const parse = (types: string, ...texts: string[]) => parseArguments(texts, parseAbiParameters(types))
const one = (types: string, text: string) => parse(types, text)[0]
const refusal = (types: string, ...texts: string[]): string => {
  try {
    parse(types, ...texts)
  } catch (error) {
    if (error instanceof ArgumentError) return error.message
    throw error
  }
  return ''
}
const someone = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

describe('integers', () => {
  it('are whole decimal numbers within the bounds of their type', () => {
    expect(one('uint256', (2n ** 256n - 1n).toString())).toBe(2n ** 256n - 1n)
    expect(one('uint8', '255')).toBe(255n)
    expect(one('int8', '-128')).toBe(-128n)
    expect(refusal('uint256', (2n ** 256n).toString())).toContain('outside of what uint256 holds')
    expect(refusal('uint8', '256')).toContain('outside')
    expect(refusal('int8', '128')).toContain('outside')
    expect(refusal('int8', '-129')).toContain('outside')
    expect(refusal('uint256', '-1')).toContain('outside')
  })
  it.each(['', ' 1', '1 ', '01', '1.0', '1e18', '0x10', '+1', '-0', '1_000', '１', 'NaN', '1'.repeat(79)])(
    'are never %j',
    (text) => expect(refusal('uint256 amount', text)).toContain('argument 1 (amount, uint256): must be'),
  )
})

describe('addresses', () => {
  it('must match their checksum', () => {
    expect(one('address', someone)).toBe(someone.toLowerCase())
    expect(one('address', someone.toLowerCase())).toBe(someone.toLowerCase())
    expect(refusal('address', someone.replace('d8dA', 'd8da'))).toContain('checksum')
  })
  it.each(['', '0x', someone.slice(0, -1), `${someone}0`, 'vitalik.eth', someone.slice(2)])('are never %j', (text) =>
    expect(refusal('address', text)).toContain('must be an address'),
  )
})

it('booleans are true or false and nothing else', () => {
  expect(parse('bool, bool', 'true', 'false')).toEqual([true, false])
  for (const text of ['1', '0', 'True', 'yes', '']) expect(refusal('bool', text)).toContain('true or false')
})

it('bytes are hex of the right length', () => {
  expect(one('bytes', '0x')).toBe('0x')
  expect(one('bytes4', '0xA9059CBB')).toBe('0xa9059cbb')
  expect(refusal('bytes', '0x1')).toContain('two digits')
  expect(refusal('bytes', 'abcd')).toContain('must be hex')
  expect(refusal('bytes4', '0xa9059c')).toContain('4 bytes long')
  expect(refusal('bytes32', `0x${'00'.repeat(33)}`)).toContain('32 bytes long')
})

it('strings stay unchanged', () => {
  expect(one('string', ' "quoted" ')).toBe(' "quoted" ')
  expect(one('string', '')).toBe('')
})

describe('lists and tuples', () => {
  it('keep every digit above 2^53, quoted or not', () => {
    const large = 9_007_199_254_740_993n
    expect(one('uint256[]', `[${large}, "${large}"]`)).toEqual([large, large])
  })
  it('are JSON', () => {
    expect(one('(address to, uint256 amount)[]', `[["${someone}", 1], {"amount": "2", "to": "${someone}"}]`)).toEqual([
      [someone.toLowerCase(), 1n],
      [someone.toLowerCase(), 2n],
    ])
    expect(one('uint8[2][]', '[[1,2],[3,4]]')).toEqual([
      [1n, 2n],
      [3n, 4n],
    ])
    expect(one('string[]', '["1", "-2.5e3"]')).toEqual(['1', '-2.5e3'])
  })
  it.each([
    ['uint256[]', '1,2', 'must be JSON'],
    ['uint256[]', '[1.5]', 'plain whole number'],
    ['uint256[]', '[1e3]', 'plain whole number'],
    ['uint256[]', '[null]', 'plain whole number'],
    ['uint256[]', '{"0": 1}', 'JSON array'],
    ['uint256[2]', '[1]', '2 elements'],
    ['address[]', '[1]', 'string in quotes'],
    ['address[]', `[${someone}]`, 'must be JSON'],
    ['string[]', '[5]', 'string in quotes'],
    ['string[]', '["\\u00005"]', 'must be JSON'],
    ['(uint256 a, uint256 b)', '[1]', '2 members'],
    ['(uint256 a, uint256 b)', '{"a":1}', 'exactly the members a, b'],
    ['(uint256 a, uint256 b)', '{"a":1,"b":2,"c":3}', 'exactly the members a, b'],
    ['(uint256 a, uint256 b)', '5', 'JSON array or object'],
    ['(uint256, uint256)', '{"a":1,"b":2}', 'exactly the members'],
    ['uint256[]', '[01]', 'must be JSON'],
  ])('%s is never %s', (types, text, words) => expect(refusal(types, text)).toContain(words))
})

it('must be as many as the function takes', () => {
  expect(parseArguments([], [])).toEqual([])
  expect(refusal('uint256, bool', '1')).toBe('takes 2 arguments, and 1 came')
  expect(refusal('uint256', '1', '2')).toBe('takes 1 argument, and 2 came')
  expect(refusal('uint256')).toBe('takes 1 argument, and none came')
})

it('are limited to what a transaction has room for, which is checked before they are read', () => {
  const list = (count: number) => `[${Array(count).fill('1').join(',')}]`
  expect(parse('uint256[], uint256[]', list(4_000), list(96))).toHaveLength(2)
  expect(refusal('uint256[], uint256[]', list(4_000), list(97))).toBe(
    'more values came than a transaction has room for',
  )
  // Text is one value, whatever it contains.
  expect(one('string', ','.repeat(5_000))).toHaveLength(5_000)
})
