import { type Hex, zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import { whereItExists } from './where-it-exists'

/** A chain with this code at every address; with null, one that does not answer. */
const chain = (id: number, code: Hex | undefined | null) => ({
  id,
  client: { getCode: () => (code === null ? Promise.reject(new Error('down')) : Promise.resolve(code)) },
})

it.each([
  ['a key’s', [chain(1, undefined), chain(10, '0x')], { kind: 'key' }],
  ['a key’s that has delegated', [chain(1, `0xef0100${'11'.repeat(20)}`)], { kind: 'key' }],
  [
    'a contract’s',
    [chain(1, '0x6000'), chain(10, undefined), chain(8453, '0x6000')],
    { kind: 'contract', on: [1, 8453], notOn: [10] },
  ],
  ['a contract’s, as far as known', [chain(1, '0x6000'), chain(10, null)], { kind: 'contract', on: [1], notOn: [] }],
  ['unknown', [chain(1, undefined), chain(10, null)], { kind: 'unknown' }],
])('tells that an account is %s', async (_, chains, expected) => {
  expect(await whereItExists(zeroAddress, chains)).toEqual(expected)
})
