import { type Address, concat, type Hex, numberToHex, pad, parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { bytesHash } from '@/lib/review/findings/hash'
import { stepRecord } from '../testing/ledger-entry'
import { likeness } from './relayed'

const account: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const to: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const stepOf = (value: bigint, data: Hex = '0x') =>
  stepRecord({
    ...{ chainId: 1, to, data, value: value.toString() },
    bytesHash: bytesHash({ chainId: 1, to, data, value }),
    via: 'delegated',
  })

/** Builds a transaction of the account to itself, under delegated code, with one call inside. */
const wrapping = (value: bigint, data: Hex = '0x') => ({
  from: account,
  to: account,
  value: 0n,
  input: concat(['0x12345678', pad(to), numberToHex(value, { size: 32 }), data]),
})

describe('the content of a wrapper', () => {
  it('is the send of exactly this amount', () => {
    expect(likeness(wrapping(parseEther('0.1')), stepOf(parseEther('0.1')), account)).toBe('wrapped')
  })

  it.each([
    // Each of these contains the hex digits of the reviewed amount.
    ['sixteen times as much', parseEther('1.6'), parseEther('0.1')],
    ['more, with leading digits', (0xabn << 64n) + parseEther('0.1'), parseEther('0.1')],
    ['anything but one wei', 0x21n, 1n],
  ])('is not proven to be the send if it is %s', (_, included, reviewed) => {
    expect(likeness(wrapping(included), stepOf(reviewed), account)).toBe('unproven')
  })

  it('is the call with exactly this data', () => {
    expect(likeness(wrapping(0n, '0xa9059cbb01'), stepOf(0n, '0xa9059cbb01'), account)).toBe('wrapped')
    expect(likeness(wrapping(0n, '0xa9059cbb02'), stepOf(0n, '0xa9059cbb01'), account)).toBe('unproven')
  })
})
