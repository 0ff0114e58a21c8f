import { expect, it } from 'vitest'
import type { Work } from '@/components/app/work-context'
import type { ChatMessage } from '@/lib/chat/store/chat'
import type { LedgerState, LeftRequest } from '@/lib/execution/ledger/entry'
import { callController, callView } from '@/lib/execution/testing/call-view'
import { ledgerEntry, stepRecord } from '@/lib/execution/testing/ledger-entry'
import { findTool } from '@/lib/tools/registry'
import { isUndone } from './turn-actions'

const answer: ChatMessage = {
  id: 'm',
  role: 'agent',
  taskId: 'T',
  at: 0,
  status: 'complete',
  parts: [
    { type: 'text', text: 'Here you are.' },
    { type: 'call', callId: 'C', name: 'send_native_gas_token', parameters: {} },
  ],
}
function calls(state: LedgerState | null, left: LeftRequest[] = []): Work['calls'] {
  const view = state && callView({ tool: findTool('send_native_gas_token'), entry: ledgerEntry({ state, left }) })
  return { subscribe: () => () => undefined, find: () => view && callController(view) }
}

it.each(['reviewing', 'ready', 'blocked', 'rejected', 'superseded'] as const)(
  'lets an answer be retried if its call is %s',
  (state) => {
    expect(isUndone(answer, calls(state))).toBe(true)
  },
)

it.each(['signing', 'broadcast', 'confirming', 'confirmed', 'reverted', 'failed'] as const)(
  'does not if its call is %s',
  (state) => {
    expect(isUndone(answer, calls(state))).toBe(false)
  },
)

it('does not while a request in the wallet may still take effect, or if the call is unknown', () => {
  expect(isUndone(answer, calls('ready', [{ steps: [stepRecord()], at: 0 }]))).toBe(false)
  expect(isUndone(answer, calls(null))).toBe(false)
  expect(isUndone({ ...answer, parts: [{ type: 'text', text: 'Hello.' }] }, calls(null))).toBe(true)
})
