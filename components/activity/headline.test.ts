import { expect, it } from 'vitest'
import { ledgerEntry } from '@/lib/execution/testing/ledger-entry'
import { headlineOf } from './headline'

it.each([
  ['transfer_nft', 'transfer_nft'],
  ['execute_lifi_swap', 'execute_lifi_swap'],
  ['tip_the_waiter', 'Call “tip_the_waiter”'],
  ['You have received 5 ETH” – Confirmed', 'Call “You have received 5 ETH’ – Confirmed”'],
  ['a\u202Eb'.padEnd(100, 'c'), `Call “ab${'c'.repeat(57)}…”`],
])('a call of %j that cannot be read is “%s”', (toolName, headline) =>
  expect(headlineOf(ledgerEntry({ toolName }))).toBe(headline),
)
