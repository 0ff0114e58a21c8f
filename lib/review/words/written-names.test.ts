import { expect, it } from 'vitest'
import { namesIn, withTypedNames } from './written-names'

it.each([
  ['send 1 ETH to alice.eth', ['alice.eth']],
  ['pay.alice.eth, and (bob.eth).', ['pay.alice.eth', 'bob.eth']],
  ['0.1 ETH→alice.eth', ['alice.eth']],
  ['Alice.ETH’s address', ['Alice.ETH']],
  ['alice.eth alice.eth', ['alice.eth']],
  ['vіtalik.eth or 🦊.eth', ['vіtalik.eth', '🦊.eth']],
  ['swap 1 eth. Ether, 0.5 eth', []],
  ['see alice.eth.limo, https://app.alice.eth/ or me@alice.eth', []],
  ['alice.ethereum', []],
])('%j contains the names %j', (text, names) => {
  expect(namesIn([text])).toEqual(names)
})

it('keeps the last eight names of too many', () => {
  const many = Array.from({ length: 9 }, (_, index) => `n${index}.eth`)
  expect(namesIn(many)).toEqual(many.toReversed().slice(0, 8))
})

it.each([
  ['send 5 usdc to friend dot countersign dot eth', 'send 5 usdc to friend.countersign.eth'],
  ['pay Vitalik dot ETH', 'pay Vitalik.ETH'],
  ['dot the i and buy eth', 'dot the i and buy eth'],
])('%s', (said, typed) => expect(withTypedNames(said)).toBe(typed))
