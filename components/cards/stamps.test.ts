import { expect, it } from 'vitest'
import type { LedgerEntry } from '@/lib/execution/entry'
import { stampOf } from './stamps'

it.each([
  ['send_native_gas_token', 'confirmed', 'Confirmed'],
  ['request_auto_rebalance_permission', 'confirmed', 'Granted'],
  ['request_auto_rebalance_permission', 'rejected', 'Declined'],
  ['show_token_balance_ui', 'confirmed', 'Shown'],
  ['show_token_balance_ui', 'failed', 'Failed'],
  // A tool that this app does not know, from a record of another version of it.
  ['tip_the_waiter', 'confirmed', 'Confirmed'],
] as const)('a call of %s that is %s reads “%s”', (toolName, state, word) => {
  expect(stampOf({ toolName, state, steps: [] }).word).toBe(word)
})

it('a bridge whose transactions are done is on its way, and not to be confirmed', () => {
  const transfer = { fromChainId: 1, toChainId: 10, tool: 'across' }
  const stamp = (outcome?: 'success') => {
    const steps = [{ outcome }] as LedgerEntry['steps']
    return stampOf({ toolName: 'execute_router_swap', state: 'confirming', transfer, steps }).word
  }
  expect(stamp()).toBe('Confirming')
  expect(stamp('success')).toBe('On its way')
})

it('a call of which nobody can tell whether it was sent is not said to be in the wallet', () => {
  expect(stampOf({ toolName: 'transfer_nft', state: 'signing', interrupted: true, steps: [] }).word).toBe('Not known')
})
