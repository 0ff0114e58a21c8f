import { expect, it } from 'vitest'
import { testNames } from '@/lib/language/testing/names'
import { findChips } from './find-chips'

const vitalik = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const hash = `0x${'ab'.repeat(32)}` as const
const found = (text: string) =>
  findChips(text, testNames).map(({ start, end, ...chip }) => [text.slice(start, end), chip])

it('finds addresses, hashes, chains, and amounts together with their token', () => {
  expect(found(`Sent 12.5 USDC to ${vitalik} on Base: ${hash}.`)).toEqual([
    ['12.5 USDC', { kind: 'token', symbol: 'USDC' }],
    [vitalik, { kind: 'address', address: vitalik }],
    ['Base', { kind: 'chain', chainId: 8453 }],
    [hash, { kind: 'hash', hash }],
  ])
})

it('finds names as they were typed', () => {
  expect(found('pay Friend.Countersign.eth, not anna.eth')).toEqual([
    ['Friend.Countersign.eth', { kind: 'name', name: 'friend.countersign.eth' }],
    ['anna.eth', { kind: 'name', name: 'anna.eth' }],
  ])
})

it.each([
  ['an address with a wrong checksum', vitalik.replace('dA6', 'Da6')],
  ['a dictated name', 'anna dot eth'],
  ['a shortened address', '0xd8dA…6045'],
  ['an unknown token', '20 FOO'],
  ['an ordinary word', 'keep it'],
])('ignores %s', (_, text) => expect(found(text)).toEqual([]))
