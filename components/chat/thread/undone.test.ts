import { expect, it } from 'vitest'
import type { Work } from '@/components/app/work-context'
import type { ChatMessage } from '@/lib/chat/store/chat'
import type { LedgerState } from '@/lib/execution/ledger/entry'
import { isUndone } from './undone'

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
const calls = (state: LedgerState | null, left: unknown[] = []) =>
  ({
    find: () => (state ? { getSnapshot: () => ({ tool: { kind: 'transaction' }, entry: { state, left } }) } : null),
  }) as unknown as Work['calls']

it.each(['reviewing', 'ready', 'blocked', 'rejected', 'superseded'] as const)(
  'lets an answer be tried again whose call is %s',
  (state) => {
    expect(isUndone(answer, calls(state))).toBe(true)
  },
)

it.each(['signing', 'broadcast', 'confirming', 'confirmed', 'reverted', 'failed'] as const)(
  'does not where it is %s',
  (state) => {
    expect(isUndone(answer, calls(state))).toBe(false)
  },
)

it('does not while what a wallet was asked for may still come, or nothing is known of the call', () => {
  expect(isUndone(answer, calls('ready', [{}]))).toBe(false)
  expect(isUndone(answer, calls(null))).toBe(false)
  expect(isUndone({ ...answer, parts: [{ type: 'text', text: 'Hello.' }] }, calls(null))).toBe(true)
})
