import { expect, it } from 'vitest'
import { chatOf, conversationOf } from '@/lib/chat/fixtures/chat-of'
import type { ChatMessage, Conversation } from '@/lib/chat/store/chat'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { ledgerEntry, ledgerOf } from '@/lib/execution/testing/ledger-entry'
import { createListeners } from '@/lib/store'
import { createPending } from './pending'

const { owner } = ledgerEntry()
const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const entry = (callId: string, change: Partial<LedgerEntry> = {}) =>
  ledgerEntry({ key: callId, callId, taskId: 'T', state: 'ready', ...change })

function world(entries: LedgerEntry[], conversations: Partial<Conversation>[] = [{ id: 'c', taskId: 'T' }]) {
  const { subscribe, tell } = createListeners<string | null>()
  const former: ChatMessage = { id: 'm', role: 'agent', parts: [], taskId: 'former', at: 0, status: 'complete' }
  const chat = chatOf({ subscribe, messages: [former], conversations: conversations.map(conversationOf) })
  const pending = createPending(ledgerOf({ all: () => entries, subscribe }), chat, owner)
  return { pending, tell: () => tell(null) }
}
const ids = (calls: readonly { entry: LedgerEntry }[]) => calls.map(({ entry: { callId } }) => callId)

it('lists this account’s open proposals and transactions under way, newest first', () => {
  const { pending } = world([
    entry('old', { createdAt: 1 }),
    entry('new', { createdAt: 2, state: 'blocked' }),
    entry('sent', { state: 'confirming' }),
    entry('done', { state: 'rejected' }),
    entry('theirs', { owner: stranger }),
    entry('shown', { toolName: 'show_token_balance_ui', state: 'reviewing' }),
  ])
  expect(ids(pending.getSnapshot().toSign)).toEqual(['new', 'old'])
  expect(ids(pending.getSnapshot().underWay)).toEqual(['sent'])
})

it('leaves out a proposal whose conversation was deleted here, but never a transaction under way', () => {
  const { pending } = world([entry('a'), entry('b', { state: 'signing' })], [])
  expect(pending.getSnapshot()).toMatchObject({ toSign: [], underWay: [{ conversation: null }] })
})

it('finds the card of an ended task in the conversation that continued', () => {
  const { pending } = world([entry('a', { taskId: 'former' })])
  expect(pending.getSnapshot().toSign).toMatchObject([{ conversation: { id: 'c' } }])
})

it('finds it even if the conversation was never opened and its messages are unread', () => {
  const conversations = [
    { id: 'b', taskId: 'other' },
    { id: 'c', taskId: 'later', formerTasks: ['first', 'second'] },
  ]
  const { pending } = world([entry('a', { taskId: 'second' })], conversations)
  expect(pending.getSnapshot().toSign).toMatchObject([{ conversation: { id: 'c' } }])
})

it('tells of changes, and keeps its identity without any', () => {
  const entries = [entry('a')]
  const { pending, tell } = world(entries)
  const told: string[][] = []
  const stop = pending.subscribe(() => told.push(ids(pending.getSnapshot().toSign)))
  const before = pending.getSnapshot()
  tell()
  expect(pending.getSnapshot()).toBe(before)
  entries[0] = entry('a', { state: 'rejected' })
  tell()
  expect(told).toEqual([[]])
  stop()
})
