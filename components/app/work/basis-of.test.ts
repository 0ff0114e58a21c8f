import { zeroHash } from 'viem'
import { expect, it } from 'vitest'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { ledgerEntry } from '@/lib/execution/testing/ledger-entry'
import type { PlanTerms } from '@/lib/wire/plan'
import { basisOf, promptOf } from './basis-of'

const terms: PlanTerms = {
  ...{ chainId: 1, sells: 'USDC', buys: 'ETH', amount: { kind: 'usd', value: '50' } },
  schedule: { start: '2026-11-06', hour: 12, every: { unit: 'day', count: 7 }, times: 4 },
}
const plans = { find: (id: string) => (id === 'plan_1' ? terms : null) }
const origin = { kind: 'plan', id: 'plan_1', taskId: 'T' } as const
const at = (day: number) => Date.UTC(2026, 10, day, 12)
const call = (callId: string, change: Partial<LedgerEntry> = {}) =>
  ledgerEntry({ callId, key: callId, taskId: callId, origin, began: 'service', ...change })
const basis = (entry: LedgerEntry, others: readonly LedgerEntry[] = [], now = at(13)) =>
  basisOf(entry, plans, [entry, ...others], now)

it('has no basis for what the person asked for', () => {
  expect(basis(ledgerEntry({}))).toBeNull()
})

it('finds the terms of a plan confirmed here, with its dates so far and the purchases made', () => {
  expect(basis(call('A'))).toEqual({ is: 'plan', terms, dates: 2, done: 0 })
  const others = [
    call('B', { state: 'confirmed' }),
    call('C', { state: 'broadcast' }),
    call('D', { state: 'rejected' }),
    call('E', { state: 'confirmed', origin: { ...origin, id: 'plan_2' } }),
    call('F', { state: 'confirmed', owner: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }),
    ledgerEntry({ callId: 'G', key: 'G', state: 'confirmed' }),
  ]
  expect(basis(call('A', { state: 'confirmed' }), others)).toMatchObject({ dates: 2, done: 2 })
  expect(basis(call('A'), [], at(6) - 3_600_000)).toMatchObject({ dates: 0 })
  expect(basis(call('A'), [], at(6) - 60_000), 'clocks differ a little').toMatchObject({ dates: 1 })
  expect(basis(call('A'), [], at(30) + 365 * 86_400_000), 'no date after its end').toMatchObject({ dates: 4 })
})

it('knows nothing of a plan confirmed elsewhere, nor of a call without a plan', () => {
  expect(basis(call('A', { origin: { ...origin, id: 'plan_9' } }))).toEqual({ is: 'unknown', by: 'plan' })
  expect(basis(call('A', { origin: undefined }))).toEqual({ is: 'unknown', by: null })
})

it('finds a permission signed here', () => {
  const permission = {
    ...{ chainId: 1, owner: call('A').owner, agentId: 1, token: call('A').owner, protocol: '', maxAmountPerMove: '1' },
    ...{ minYieldIncreaseBps: 1, maxLockupDays: 0, validAfter: 0, validUntil: at(14) / 1000, nonce: zeroHash },
  }
  const move = call('A', { origin: { kind: 'permission', id: 'P', taskId: 'P' } })
  const asked = call('P', { origin: undefined, began: undefined, consent: { permission, digest: zeroHash } })
  expect(basis(move)).toEqual({ is: 'unknown', by: 'permission' })
  expect(basis(move, [asked]), 'asked for, but not signed').toEqual({ is: 'unknown', by: 'permission' })
  const signed = { ...asked, consent: { permission, digest: zeroHash, signature: '0x12' as const } }
  expect(basis(move, [signed])).toEqual({ is: 'permission', permission, hasEnded: false })
  expect(basis(move, [signed], at(14))).toMatchObject({ hasEnded: true })
})

it('asks for words only where the person had written any since the service began it', () => {
  const words = [{ text: 'make it 2', own: true }] as const
  expect(promptOf(call('A', { words: [], unprompted: true }))).toBe('none')
  expect(promptOf(call('A', { words, unprompted: true })), 'words about something else').toBe('none')
  expect(promptOf(call('A', { words }))).toBe('reply')
  expect(promptOf(call('A', { words, began: undefined })), 'the origin alone says nothing').toBe('request')
  expect(promptOf(call('A', { words: [], began: undefined }))).toBe('none')
  expect(promptOf(call('A')), 'an entry of a former version').toBe('none')
  expect(promptOf(ledgerEntry({}))).toBe('request')
})

it('has no basis for an answer to words, nor none for a call without any', () => {
  const words = [{ text: 'swap 5 USDC for DAI', own: true }] as const
  expect(basis(call('A', { origin: undefined, words }))).toBeNull()
  expect(basis(call('A', { origin: undefined, began: undefined, words: [] }))).toEqual({ is: 'unknown', by: null })
})
