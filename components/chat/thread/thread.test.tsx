// @vitest-environment happy-dom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { workOf } from '@/components/app/testing/contexts'
import { WorkContext } from '@/components/app/work-context'
import { chatOf, conversationOf, still } from '@/lib/chat/fixtures/chat-of'
import { systemTimers } from '@/lib/chat/page/timers'
import type { ChatMessage } from '@/lib/chat/store/chat'
import type { Chat } from '@/lib/chat/store/chat-store'
import { createStreamText } from '@/lib/chat/turns/stream-text'
import { ledgerOf } from '@/lib/execution/testing/ledger-entry'
import { Thread } from './thread'
import { ThreadFoot } from './thread-foot'

afterEach(cleanup)

const conversation = conversationOf({ title: 'A long one' })

/** Renders the thread of this chat. */
const show = (chat: Partial<Chat>) =>
  render(
    <WorkContext
      value={workOf({
        chat: chatOf(chat),
        calls: { subscribe: () => () => undefined, find: () => null },
        ledger: ledgerOf({ all: () => [], subscribe: () => () => undefined }),
      })}
    >
      <ThreadFoot value={document.body}>
        <Thread conversation={conversation} />
      </ThreadFoot>
    </WorkContext>,
  )

const nobody = still(null)

/** A store that never changes and counts its reads: each render of a subscriber reads it. */
function counted<Value>(value: Value) {
  let reads = 0
  const getSnapshot = () => {
    reads += 1
    return value
  }
  return { subscribe: () => () => {}, getSnapshot, reads: () => reads }
}

it('renders nothing but the tail for each piece of an answer, however long the conversation is', () => {
  const settled = Array.from(
    { length: 39 },
    (_, index): ChatMessage => ({
      id: `m${index}`,
      role: index % 2 ? 'agent' : 'user',
      parts: [{ type: 'text', text: `message ${index}` }],
      at: index,
      status: index % 2 ? 'complete' : 'sent',
    }),
  )
  const live: ChatMessage = {
    id: 'live',
    role: 'agent',
    parts: [{ type: 'text', text: '' }],
    at: 40,
    status: 'streaming',
  }
  const messages = new Map([...settled, live].map((message) => [message.id, counted(message)]))
  const thread = counted({ messageIds: [...messages.keys()], running: true, stopping: false, notice: null })
  let clock = 0
  const stream = createStreamText(systemTimers, () => clock)
  show({ thread: () => thread, message: (id) => messages.get(id) ?? nobody, stream: () => stream })
  const push = (piece: string) =>
    act(() => {
      clock += 60
      stream.push(piece)
    })
  push('The first paragraph.\n\nAnd the')
  const first = screen.getByText('The first paragraph.')
  const before = { rows: [...messages.values()].map(({ reads }) => reads()), thread: thread.reads() }
  for (let piece = 0; piece < 20; piece += 1) push(` word${piece}`)
  expect(screen.getByText(/And the word0 .*word19/)).toBeTruthy()
  expect(screen.getByText('The first paragraph.')).toBe(first)
  expect({ rows: [...messages.values()].map(({ reads }) => reads()), thread: thread.reads() }).toEqual(before)
})

it('removes the first turns of a long conversation, but never above somebody reading there', async () => {
  const messageOf = (index: number): ChatMessage => ({
    id: `m${index}`,
    role: 'agent',
    parts: [{ type: 'text', text: `message ${index}` }],
    at: index,
    status: 'complete',
  })
  let view = {
    messageIds: Array.from({ length: 40 }, (_, index) => `m${index}`),
    running: false,
    stopping: false,
    notice: null,
  }
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const messages = new Map(Array.from({ length: 60 }, (_, index) => [`m${index}`, counted(messageOf(index))]))
  const thread = { subscribe, getSnapshot: () => view }
  show({ thread: () => thread, message: (id) => messages.get(id) ?? nobody })
  const add = () =>
    act(() => {
      view = { ...view, messageIds: [...view.messageIds, `m${view.messageIds.length}`] }
      for (const listener of listeners) listener()
    })
  expect(await screen.findByText('message 0', undefined, { timeout: 10_000 })).toBeTruthy()
  add()
  expect(screen.queryByText('message 0')).toBeNull()
  const scroller = screen.getByRole('region', { name: 'Conversation' })
  Object.defineProperties(scroller, { scrollHeight: { value: 2000 }, clientHeight: { value: 500 } })
  fireEvent.wheel(scroller, { deltaY: -100 })
  add()
  add()
  expect(screen.getByText('message 1')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Jump to latest' }))
  expect(screen.queryByText('message 1')).toBeNull()
  expect(screen.getByText('message 3')).toBeTruthy()
})
