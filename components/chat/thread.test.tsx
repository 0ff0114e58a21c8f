// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ChatMessage, Conversation } from '@/lib/chat/chat'
import { createStreamText } from '@/lib/chat/stream-text'
import { systemTimers } from '@/lib/chat/timers'
import { Thread } from './thread'
import { type Work, WorkContext } from './work-context'

afterEach(cleanup)

const conversation: Conversation = {
  id: 'c',
  taskId: 't',
  contextId: null,
  agentId: 1,
  title: 'A long one',
  createdAt: 0,
  updatedAt: 0,
  ended: false,
}

/** A store that never changes and counts how often it is read: each drawing of what shows it reads it. */
function counted<Value>(value: Value) {
  let reads = 0
  const getSnapshot = () => {
    reads += 1
    return value
  }
  return { subscribe: () => () => {}, getSnapshot, reads: () => reads }
}

it('draws nothing but the tail for each piece of an answer, however long the conversation is', () => {
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
  const chat = { thread: () => thread, message: (id: string) => messages.get(id), stream: () => stream }
  render(
    <WorkContext value={{ chat, calls: { subscribe: () => () => {}, find: () => null } } as unknown as Work}>
      <Thread conversation={conversation} />
    </WorkContext>,
  )
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
