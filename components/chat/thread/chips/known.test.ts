import { expect, it } from 'vitest'
import { imitatedBy, knownOf } from './known'

const ana = { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', label: 'Ana' } as const
const like = '0xD8dA000000000000000000000000000000006045'

it('finds the known address that one may be taken for, also if that one was paid before', () => {
  const paid = { address: like, label: 'sent to before' } as const
  expect(knownOf(like, [ana])).toEqual({ label: null, like: ana })
  expect(knownOf(like, [ana, paid])).toEqual({ label: 'sent to before', like: null })
  expect(imitatedBy(like, [paid, ana])).toEqual(ana)
  expect(imitatedBy(ana.address, [ana])).toBeNull()
})
