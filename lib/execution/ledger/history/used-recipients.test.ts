import { type Address, encodeFunctionData, erc20Abi, getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { ledgerEntry, stepRecord } from '../../testing/ledger-entry'
import type { LedgerEntry, StepRecord } from '../entry'
import { usedRecipients } from './used-recipients'

const owner: Address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const other: Address = '0x00000000000000000000000000000000000000bb'
const friend = getAddress('0x00000000000000000000000000000000000a11ce')

const step = (change: Partial<StepRecord> = {}) =>
  stepRecord({ chainId: 1, to: friend, value: '1', outcome: 'success', ...change })
const entry = (steps: StepRecord[], change: Partial<LedgerEntry> = {}) =>
  ledgerEntry({ owner, state: 'confirmed', reported: true, steps, ...change })
const used = (...entries: LedgerEntry[]) => usedRecipients(entries, owner, 1).map(({ address }) => address)

describe('usedRecipients', () => {
  it('lists each address that the account has sent to, once', () => {
    expect(usedRecipients([entry([step()]), entry([step(), step({ to: other })])], owner, 1)).toMatchObject([
      { address: friend, source: 'used' },
      { address: getAddress(other), source: 'used' },
    ])
  })

  it('lists what was sent each time, coins and tokens', () => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [friend, 7n],
    })
    const native = { kind: 'native', chainId: 1 }
    expect(
      usedRecipients([entry([step({ value: '5' }), step({ to: other, value: '0', data }), step()])], owner, 1),
    ).toEqual([
      {
        address: friend,
        source: 'used',
        label: 'an address you have sent to before',
        sent: [
          { asset: native, amount: 5n },
          { asset: { kind: 'erc20', chainId: 1, address: getAddress(other) }, amount: 7n },
          { asset: native, amount: 1n },
        ],
      },
    ])
  })

  it('treats an address in lower case as the same', () => {
    const lower = friend.toLowerCase() as Address
    expect(used(entry([step({ to: lower })]), entry([step()]))).toEqual([friend])
  })

  it.each<[string, Partial<StepRecord>]>([
    ['a contract call', { data: '0x12345678' }],
    ['nothing sent', { value: '0' }],
    ['another chain', { chainId: 10 }],
    ['a transaction that reverted', { outcome: 'reverted' }],
    ['one that was cancelled', { outcome: 'cancelled' }],
    ['one that is not mined', { outcome: undefined }],
    ['one that the wallet changed', { altered: true }],
  ])('does not count %s', (_, change) => expect(used(entry([step(change)]))).toEqual([]))

  it.each(['signing', 'broadcast', 'confirming', 'failed', 'rejected', 'superseded'] as const)(
    'counts what was mined of a call that is %s',
    (state) => expect(used(entry([step()], { state }))).toEqual([friend]),
  )

  it('does not count what another account has sent', () => {
    expect(used(entry([step()], { owner: other }))).toEqual([])
  })

  it('lists nobody if the ledger is empty', () => expect(used()).toEqual([]))
})
