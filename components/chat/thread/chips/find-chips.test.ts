import { expect, it } from 'vitest'
import { testNames } from '@/lib/language/testing/names'
import { findChips } from './find-chips'

const vitalik = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const hash = `0x${'ab'.repeat(32)}` as const
const found = (text: string) =>
  findChips(text, testNames).map(({ start, end, ...chip }) => [text.slice(start, end), chip])

it('finds addresses, hashes, chains, and amounts with their token as one', () => {
  expect(found(`Sent 12.5 USDC to ${vitalik} on Base: ${hash}.`)).toEqual([
    ['12.5 USDC', { kind: 'token', symbol: 'USDC' }],
    [vitalik, { kind: 'address', address: vitalik }],
    ['Base', { kind: 'chain', chainId: 8453 }],
    [hash, { kind: 'hash', hash }],
  ])
})

it.each([
  ['an address whose letters do not check', vitalik.replace('dA6', 'Da6')],
  ['a piece of an address', '0xd8dA…6045'],
  ['a token that nobody here knows', '20 FOO'],
  ['an ordinary word', 'keep it'],
])('makes nothing of %s', (_, text) => expect(found(text)).toEqual([]))
