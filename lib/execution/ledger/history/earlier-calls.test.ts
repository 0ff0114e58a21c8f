import { getAddress, zeroHash } from 'viem'
import { describe, expect, it } from 'vitest'
import { ledgerEntry, stepRecord } from '../../testing/ledger-entry'
import type { LedgerEntry } from '../entry'
import { writePrediction } from '../stored-effects'
import { earlierCalls, earlierPermissions } from './earlier-calls'

const owner = getAddress('0xacc0000000000000000000000000000000000acc')
const to = getAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
const asset = { kind: 'native', chainId: 1 } as const

const sent = (more: Partial<LedgerEntry> = {}): LedgerEntry =>
  ledgerEntry({
    ...{ owner, key: 'first', taskId: 'task', state: 'confirmed' },
    steps: [stepRecord({ chainId: 1, to, data: '0x', value: '7', outcome: 'success' })],
    words: [{ text: 'send 7 wei to Anna' }],
    predicted: {
      firstStep: 0,
      ...writePrediction({
        headline: 'Send',
        block: 1n,
        effects: {
          chainId: 1,
          balances: [{ asset, before: 9n, after: 2n, symbol: 'ETH', decimals: 18, listed: true }],
          ...{ allowances: [], operators: [] },
        },
        declared: { out: [{ asset, amount: 7n }], in: [], allowances: [] },
        fee: null,
      }),
    },
    ...more,
  })
const next = { key: 'second', taskId: 'task', owner }
const words = ['send 7 wei to Anna', 'thanks']

it('tells what was sent for the words so far, and how many of them came before it', () => {
  expect(earlierCalls([sent()], next, words)).toEqual([
    { after: 1, to: [to], out: [{ asset, amount: 7n }], in: [], allowed: [] },
  ])
})

it.each(['signing', 'broadcast', 'confirming'] as const)(
  'counts a call that is %s, whose outcome nobody knows',
  (state) => {
    const steps = [stepRecord({ chainId: 1, to, data: '0x', value: '7' })]
    expect(earlierCalls([sent({ state, steps })], next, words)).toHaveLength(1)
  },
)

it.each<[string, Partial<LedgerEntry>]>([
  ['that was declined', { state: 'rejected', steps: [] }],
  ['of another conversation', { taskId: 'other' }],
  ['for words that this one does not follow', { words: [{ text: 'send 7 wei to Anna' }, { text: 'and again' }] }],
])('leaves out a call %s', (_, more) => {
  expect(earlierCalls([sent(more)], next, words)).toEqual([])
})

describe('permissions', () => {
  const permission = {
    ...{ chainId: 1, owner, agentId: 1, token: to, protocol: '', maxAmountPerMove: '1', minYieldIncreaseBps: 100 },
    ...{ maxLockupDays: 7, validAfter: 0, validUntil: 1, nonce: zeroHash },
  }
  const signed = (more: Partial<LedgerEntry> = {}) =>
    ledgerEntry({
      ...{ owner, key: 'first', taskId: 'task', state: 'confirmed', words: [{ text: 'watch my USDC' }] },
      consent: { permission, digest: zeroHash, signature: '0x01' },
      ...more,
    })
  const said = ['watch my USDC', 'thanks']

  it('counts those that were signed, or may be', () => {
    expect(earlierPermissions([signed()], next, said)).toEqual([{ after: 1, permission }])
    const asked = signed({ state: 'signing', consent: { permission, digest: zeroHash } })
    expect(earlierPermissions([asked], next, said)).toEqual([{ after: 1, permission }])
  })

  it.each<[string, Partial<LedgerEntry>]>([
    ['that was declined', { state: 'rejected', consent: { permission, digest: zeroHash } }],
    ['of another conversation', { taskId: 'other' }],
    ['that is this one', { key: 'second' }],
    ['for other words', { words: [{ text: 'watch my WETH' }] }],
  ])('leaves out one %s', (_, more) => {
    expect(earlierPermissions([signed(more)], next, said)).toEqual([])
  })
})
