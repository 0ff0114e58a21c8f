import { expect, it } from 'vitest'
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
  expect(stampOf({ toolName, state }).word).toBe(word)
})
