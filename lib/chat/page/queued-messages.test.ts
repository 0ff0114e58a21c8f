import { beforeEach, expect, it } from 'vitest'
import type { ChatMessage } from '../store/chat'
import { createQueuedMessages } from './queued-messages'

let status: ChatMessage['status']
let running: boolean
let sent: string[]
let listeners: Set<() => void>
let kept: Map<string, string>
let nextId = 0

beforeEach(() => {
  status = 'complete'
  running = true
  sent = []
  listeners = new Set()
  kept = new Map()
})

const chat = {
  thread: () => ({
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => ({ messageIds: ['last'], running, stopping: false }),
  }),
  message: () => ({
    subscribe: () => () => {},
    getSnapshot: (): ChatMessage => ({ id: 'last', role: 'agent', parts: [], at: 0, status }),
  }),
  send: (_: string, text: string) => {
    sent.push(text)
  },
}
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
}
const open = () =>
  createQueuedMessages({
    chat,
    owner: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    ids: () => `q${++nextId}`,
    storage: () => storage,
  })
const become = (isRunning: boolean, last: ChatMessage['status'] = 'complete') => {
  running = isRunning
  status = last
  for (const listener of [...listeners]) listener()
}
const waiting = (queued: ReturnType<typeof open>) => queued.of('c').messages.map(({ text }) => text)

it('sends one message when the answer ends, and the next when that one is answered', () => {
  const queued = open()
  queued.add('c', 'one')
  queued.add('c', 'two')
  become(false)
  expect(sent).toEqual(['one'])
  become(true)
  expect(waiting(queued)).toEqual(['two'])
  become(false)
  expect(sent).toEqual(['one', 'two'])
  expect(queued.of('c').messages).toEqual([])
})

it('takes a message back, once', () => {
  const queued = open()
  queued.add('c', 'one')
  const [first] = queued.of('c').messages
  expect(queued.takeBack('c', first?.id ?? '')?.text).toBe('one')
  expect(queued.takeBack('c', first?.id ?? '')).toBe(null)
  become(false)
  expect(sent).toEqual([])
})

it.each(['broken', 'failed', 'stopped', 'ended'] as const)('waits for the person after an answer that is %s', (end) => {
  const queued = open()
  queued.add('c', 'one')
  become(false, end)
  expect(sent).toEqual([])
  expect(queued.of('c').isPaused).toBe(true)
  queued.sendNow('c')
  expect(sent).toEqual(['one'])
})

it('waits for the person after they stopped the answer, even if nothing was said yet', () => {
  const queued = open()
  queued.add('c', 'one')
  queued.hold('c')
  become(false, 'sent')
  expect(sent).toEqual([])
})

it('waits for a message that is still being sent', () => {
  const queued = open()
  queued.add('c', 'one')
  become(false, 'sending')
  expect(sent).toEqual([])
  expect(queued.of('c').isPaused).toBe(false)
  become(true)
  become(false)
  expect(sent).toEqual(['one'])
})

it('survives a reload, and then sends nothing unasked', () => {
  open().add('c', 'one', { suggested: true })
  const again = open()
  expect(again.of('c')).toMatchObject({ isPaused: true, messages: [{ text: 'one', wording: { suggested: true } }] })
  become(false)
  expect(sent).toEqual(['one'])
  // The former page sent it. The new page has not asked anybody.
  expect(waiting(again)).toEqual(['one'])
})

it('lasts as long as the page if storage is forbidden', () => {
  const queued = createQueuedMessages({
    chat,
    owner: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    ids: () => 'q',
    storage: () => {
      throw new Error('forbidden')
    },
  })
  queued.add('c', 'one')
  become(false)
  expect(sent).toEqual(['one'])
})
