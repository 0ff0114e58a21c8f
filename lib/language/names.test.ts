import { expect, it } from 'vitest'
import { withTypedNames } from './names'

it.each([
  ['send 5 usdc to friend dot countersign dot eth', 'send 5 usdc to friend.countersign.eth'],
  ['pay Vitalik dot ETH', 'pay Vitalik.ETH'],
  ['dot the i and buy eth', 'dot the i and buy eth'],
])('%s', (said, typed) => expect(withTypedNames(said)).toBe(typed))
