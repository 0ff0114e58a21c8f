import { expect, it } from 'vitest'
import type { LedgerEntry, StepRecord } from '@/lib/execution/ledger/entry'
import { ledgerEntry } from '@/lib/execution/testing/ledger-entry'
import { statusLabelOf } from './status-labels'

const sent = { hash: `0x${'1'.repeat(64)}`, outcome: 'success' } as StepRecord

it.each([
  ['send_native_gas_token', 'confirmed', 'Confirmed'],
  ['request_auto_rebalance_permission', 'confirmed', 'Granted'],
  ['request_auto_rebalance_permission', 'rejected', 'Declined'],
  ['show_token_balance_ui', 'confirmed', 'Shown'],
  ['show_token_balance_ui', 'failed', 'Failed'],
  // A tool unknown to this version of the app, from another version's record.
  ['tip_the_waiter', 'confirmed', 'Confirmed'],
] as const)('labels a call of %s that is %s “%s”', (toolName, state, word) => {
  expect(statusLabelOf(ledgerEntry({ toolName, state, steps: [sent] })).word).toBe(word)
})

it.each([
  ['confirmed', {}, 'Reported done'],
  ['confirmed', { steps: [sent], recorded: true }, 'Reported done'],
  ['confirmed', { toolName: 'show_token_balance_ui', recorded: true }, 'Shown'],
  ['rejected', { recorded: true }, 'Reported declined'],
  ['failed', { recorded: true }, 'Reported failed'],
  ['superseded', { recorded: true }, 'Closed'],
  ['rejected', {}, 'Declined'],
] as const)('labels what is %s by the service’s record alone (%j) “%s”', (state, more, word) => {
  expect(statusLabelOf(ledgerEntry({ state, ...more } as Partial<LedgerEntry>)).word).toBe(word)
})

it('a bridge whose transactions have succeeded is on its way, not being confirmed', () => {
  const transfer = { fromChainId: 1, toChainId: 10, tool: 'across' }
  const label = (outcome?: 'success') => {
    const steps = [{ outcome }] as LedgerEntry['steps']
    return statusLabelOf(ledgerEntry({ toolName: 'execute_router_swap', state: 'confirming', transfer, steps })).word
  }
  expect(label()).toBe('Confirming')
  expect(label('success')).toBe('On its way')
})

it('a call that may or may not have been sent is not said to be in the wallet', () => {
  expect(statusLabelOf(ledgerEntry({ state: 'signing', interrupted: true })).word).toBe('Not known')
})

it('says of a call that waits for a choice what to choose, and not that it is blocked', () => {
  const worst = { level: 'BLOCK', rule: 'lending.reserve', title: 'Two reserves', asks: 'Choose a reserve' } as const
  const { asks: _, ...hopeless } = worst
  expect(statusLabelOf(ledgerEntry({ state: 'blocked', worst })).word).toBe('Choose a reserve')
  expect(statusLabelOf(ledgerEntry({ state: 'blocked', worst: hopeless })).word).toBe('Blocked')
  expect(statusLabelOf(ledgerEntry({ state: 'superseded', worst })).word).toBe('Closed')
})
