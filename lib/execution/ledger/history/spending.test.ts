import { type Address, getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { BalanceEffect } from '@/lib/review/review'
import { ledgerEntry, stepRecord } from '../../testing/ledger-entry'
import type { LedgerEntry, LedgerState, StepRecord } from '../entry'
import { writePrediction } from '../stored-effects'
import { budgetOf, spendings } from './spending'

const owner = getAddress('0xacc0000000000000000000000000000000000acc')
const other = getAddress('0xf12e7d0000000000000000000000000000f12e7d')
const day = 86_400_000
const now = 10 * day

const native = { kind: 'native', chainId: 1 } as const
const step = (outcome?: StepRecord['outcome'], more: Partial<StepRecord> = {}) =>
  stepRecord({ chainId: 1, to: other, value: '7', ...(outcome ? { outcome } : {}), ...more })

const entry = (state: LedgerState, steps: StepRecord[], more: Partial<LedgerEntry> = {}): LedgerEntry =>
  ledgerEntry({ owner, state, steps, createdAt: now, updatedAt: now, ...more })

const effect = (before: bigint, after: bigint): BalanceEffect => ({
  asset: native,
  before,
  after,
  symbol: 'ETH',
  decimals: 18,
  listed: true,
})
const predicted = (balances: BalanceEffect[] | null, out: bigint): Partial<LedgerEntry> => ({
  predicted: {
    firstStep: 0,
    ...writePrediction({
      headline: 'Send',
      block: 1n,
      effects: balances && { chainId: 1, balances, allowances: [], operators: [] },
      declared: { out: [{ asset: native, amount: out }], in: [], allowances: [] },
      fee: null,
    }),
  },
})

const amounts = (entries: readonly LedgerEntry[], account: Address = owner) =>
  spendings(entries, account, now).flatMap(({ out }) => out.map(({ amount }) => amount))

describe('spending', () => {
  test.each([
    ['confirmed', 'success', [7n]],
    // A bridge that failed on the other side has still taken the money.
    ['failed', 'success', [7n]],
    ['signing', undefined, [7n]],
    ['broadcast', undefined, [7n]],
    ['confirming', undefined, [7n]],
    ['ready', undefined, []],
    ['rejected', undefined, []],
    ['superseded', undefined, []],
    ['reverted', 'reverted', []],
    ['failed', 'cancelled', []],
  ] as const)('counts a call that is %s, its transaction %s, as %s', (state, outcome, counted) => {
    expect(amounts([entry(state, [step(outcome)])])).toEqual(counted)
  })

  test('counts in full what went through in part', () => {
    const outcome = { status: 'error', error: 'Only a part', code: 'partial' } as const
    const steps = [step('success'), step('reverted')]
    expect(amounts([entry('failed', steps, { ...predicted([effect(10n, 7n)], 9n), outcome })])).toEqual([3n])
  })

  test('counts what was predicted, and only what leaves', () => {
    const effects = [effect(10n, 7n), effect(1n, 5n)]
    expect(amounts([entry('confirmed', [step('success')], predicted(effects, 9n))])).toEqual([3n])
  })

  test('counts the declared maximum without a simulation', () => {
    expect(amounts([entry('confirmed', [step('success')], predicted(null, 9n))])).toEqual([9n])
  })

  test('counts the last 24 hours, to the millisecond, and only this account', () => {
    const at = (updatedAt: number) => entry('confirmed', [step('success')], { updatedAt })
    expect(amounts([at(now - day + 1)])).toEqual([7n])
    expect(amounts([at(now - day)])).toEqual([])
    expect(amounts([at(now)], other)).toEqual([])
  })

  test('counts a contract call of an older version as unrecorded', () => {
    const limits = { perProposal: null, perDay: 1n }
    const [plain, contract] = [step('success'), step('success', { data: '0x12345678', value: '0' })]
    expect(budgetOf(limits, [entry('confirmed', [plain])], owner, now)).toMatchObject({ unrecorded: 0 })
    expect(budgetOf(limits, [entry('confirmed', [contract])], owner, now)).toMatchObject({ unrecorded: 1, spent: [] })
  })
})

describe('the budget', () => {
  test('is null without limits, and unreadable if the limits are', () => {
    expect(budgetOf({ perProposal: null, perDay: null }, [], owner, now)).toBeNull()
    expect(budgetOf('unreadable', [], owner, now)).toBe('unreadable')
  })

  test('exists without any spending', () => {
    expect(budgetOf({ perProposal: 0n, perDay: null }, [], owner, now)).toMatchObject({ spent: [] })
  })
})
