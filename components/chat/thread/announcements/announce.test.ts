import { expect, it } from 'vitest'
import type { ChatMessage } from '@/lib/chat/store/chat'
import type { CallView } from '@/lib/execution/call/controller'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { callController, callView } from '@/lib/execution/testing/call-view'
import { ledgerEntry, stepRecord } from '@/lib/execution/testing/ledger-entry'
import type { Review } from '@/lib/review/review'
import { reviewOf } from '@/lib/review/testing/review'
import type { Finding } from '@/lib/tools/finding'
import type { PlanOffer } from '@/lib/wire/plan'
import { announcedText, announceThread } from './announce'

const recipient = '0x00000000000000000000000000000000c0ffee05'
const sent = stepRecord({ hash: `0x${'1'.repeat(64)}` })

/** Creates a conversation with the messages and calls that a test sets, and collects its announcements. */
function conversation(...ids: string[]) {
  const messages = new Map<string, ChatMessage>()
  const views = new Map<string, CallView>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  let thread = { messageIds: ids, running: false, stopping: false, notice: null as string | null }
  const said: string[] = []
  const handle = <Value>(getSnapshot: () => Value) => ({ subscribe, getSnapshot })
  return {
    said,
    start: () =>
      announceThread({
        chat: { thread: () => handle(() => thread), message: (id) => handle(() => messages.get(id) ?? null) },
        calls: {
          subscribe,
          find: (_, callId) => {
            const view = views.get(callId)
            return view ? callController(view) : null
          },
        },
        conversationId: 'c',
        say: (text) => said.push(text),
      }),
    thread: (change: Partial<typeof thread>) => {
      thread = { ...thread, ...change }
      tell()
    },
    message: (id: string, change: Partial<ChatMessage>) => {
      const before = messages.get(id) ?? { id, role: 'agent', parts: [], taskId: 't', at: 0, status: 'complete' }
      messages.set(id, { ...before, ...change })
      if (!thread.messageIds.includes(id)) thread = { ...thread, messageIds: [...thread.messageIds, id] }
      tell()
    },
    /** The person writes a message, and the agent starts to answer. */
    ask: () => {
      const id = `u${messages.size}`
      messages.set(id, { id, role: 'user', parts: [text('go on')], at: 0, status: 'sending' })
      thread = { ...thread, messageIds: [...thread.messageIds, id], running: true }
      tell()
    },
    call: (callId: string, change: Partial<LedgerEntry>, more: Partial<CallView> = {}) => {
      const before = views.get(callId)
      const parameters = { to: recipient, chainId: 31337, value: '100000000000000000' }
      const entry = ledgerEntry({ key: callId, callId, parameters, ...before?.entry, ...change })
      views.set(callId, callView({ ...before, ...more, entry }))
      tell()
    },
  }
}

const offer: PlanOffer = {
  type: 'plan',
  id: 'p',
  terms: {
    ...{ chainId: 31337, sells: 'USDC', buys: 'ETH', amount: { kind: 'usd', value: '50' }, slippage: 0.01 },
    schedule: { start: '2040-11-23', hour: 12, every: { unit: 'day', count: 7 }, times: 10, spanEnd: '2041-01-31' },
  },
  until: 0,
}
const text = (words: string) => ({ type: 'text', text: words }) as const
const call = (callId: string) =>
  ({ type: 'call', callId, name: 'send_native_gas_token', parameters: {} }) as ChatMessage['parts'][number]
const found = (verdict: Review['verdict'], ...findings: Finding[]) => ({ review: reviewOf({ verdict, findings }) })
const reviewed = (verdict: Review['verdict'], ...levels: Finding['level'][]) =>
  found(verdict, ...levels.map((level) => ({ rule: 'G12', level, title: `A ${level}.` })))
const send = 'Send 0.1 ETH to 0x0000…EE05 on Ethereum (local)'

it('announces an answer once, when it is complete, and none of its pieces', () => {
  const chat = conversation()
  chat.start()
  chat.ask()
  chat.message('a', { status: 'streaming' })
  for (let piece = 0; piece < 5; piece += 1) chat.message('a', { status: 'streaming' })
  expect(chat.said).toEqual(['Answering'])
  chat.message('a', { status: 'complete', parts: [text('**Hello.** What shall I do?')] })
  chat.thread({ running: false })
  expect(chat.said).toEqual(['Answering', 'The agent writes: Hello. What shall I do?'])
})

it('announces only the new part of an answer that is sent again', () => {
  const chat = conversation()
  chat.start()
  chat.ask()
  chat.message('a', { parts: [text('Here you are.')] })
  chat.message('a', { parts: [text('Here you are.'), text('And one thing more.')] })
  chat.message('a', { parts: [text('Here you are.'), text('And one thing more.')] })
  expect(chat.said).toEqual(['Answering', 'The agent writes: Here you are.', 'The agent writes: And one thing more.'])
})

it('announces each status of a card once, with its risks', () => {
  const chat = conversation()
  chat.start()
  chat.ask()
  chat.message('a', { parts: [call('1')] })
  chat.thread({ running: false })
  chat.call('1', { state: 'reviewing' })
  chat.call('1', { state: 'ready' }, reviewed('ready', 'WARN', 'OK', 'INFO'))
  // A renewed quote that changes nothing.
  chat.call('1', { state: 'reviewing' }, { busy: 'reviewing' })
  chat.call('1', { state: 'ready' }, { busy: null, ...reviewed('ready', 'WARN', 'OK', 'INFO') })
  chat.call('1', { state: 'ready' }, reviewed('acknowledge', 'DANGER', 'WARN', 'WARN'))
  chat.call('1', { state: 'signing' })
  chat.call('1', { state: 'broadcast', steps: [sent] })
  chat.call('1', { state: 'confirming' })
  chat.call('1', { state: 'confirmed', outcome: { status: 'success' } })
  expect(chat.said).toEqual([
    'Answering',
    'Answer complete',
    `${send}: ready for your approval, 1 warning. A WARN.`,
    `${send}: ready for your approval once you have accepted the risks: 1 danger, 2 warnings. A DANGER. A WARN. A WARN.`,
    `${send}: waiting for your wallet.`,
    `${send}: sent, waiting for the chain.`,
    `${send}: confirmed.`,
  ])
})

it('announces the risks again if they change, but not if only a figure in one does', () => {
  const chat = conversation()
  const warned = (rule: string, title: string) => found('ready', { rule, level: 'WARN', title })
  chat.start()
  chat.ask()
  chat.message('a', { parts: [call('1')] })
  chat.call('1', { state: 'ready' }, warned('swap.price', 'You lose 3%.'))
  chat.call('1', { state: 'ready' }, warned('swap.price', 'You lose 3.1%.'))
  chat.call('1', { state: 'ready' }, warned('swap.exposure', 'Up to $40 can be taken.'))
  expect(chat.said.slice(1)).toEqual([
    `${send}: ready for your approval, 1 warning. You lose 3%.`,
    `${send}: ready for your approval, 1 warning. Up to $40 can be taken.`,
  ])
})

it('announces why a card is blocked, and how it failed', () => {
  const chat = conversation()
  chat.start()
  chat.ask()
  chat.message('a', { parts: [call('1'), call('2'), call('3')] })
  chat.call('1', { state: 'blocked' }, reviewed('blocked', 'BLOCK', 'WARN'))
  chat.call('1', { state: 'blocked' }, { problem: 'Its RPC does not answer.' })
  const error = 'The transaction was cancelled in the wallet.'
  chat.call('2', { state: 'failed', note: error, outcome: { status: 'error', error, code: 'cancelled' } })
  chat.call('3', { state: 'reviewing' })
  chat.call('2', { note: 'Your wallet sent a transaction for this call after it was closed.' })
  expect(chat.said.slice(1)).toEqual([
    `${send}: blocked: A BLOCK.`,
    `${send}: blocked: Its RPC does not answer.`,
    `${send}: failed: ${error}`,
    `${send}: failed: ${error} Your wallet sent a transaction for this call after it was closed. The next one may depend on it: look at it, or decline it.`,
  ])
})

it('announces once that a card waits for the network, however often it is checked', () => {
  const chat = conversation()
  chat.start()
  chat.ask()
  chat.message('a', { parts: [{ type: 'call', callId: '1', name: 'send_native_gas_token', parameters: {} }] })
  for (const busy of [null, 'preparing', null] as const)
    chat.call('1', { state: 'reviewing' }, { busy, waiting: 'Ethereum could not be read.' })
  expect(chat.said.slice(1)).toEqual([expect.stringMatching(/waiting for the network, and checked again by itself/)])
})

it('announces nothing of what was there before, until something happens', () => {
  const chat = conversation('old', 'older')
  chat.message('older', { parts: [text('An old answer.'), call('2')] })
  chat.start()
  // The messages and reviews of an opened conversation arrive one by one.
  chat.message('old', { parts: [text('Another one.'), call('1')] })
  chat.message('record', { parts: [text('Read again from the service.')] })
  chat.call('2', { state: 'confirmed', outcome: { status: 'success' } })
  chat.call('1', { state: 'ready' })
  chat.call('1', { state: 'reviewing' }, { busy: 'reviewing' })
  chat.call('1', { state: 'ready' }, { busy: null, ...reviewed('ready') })
  expect(chat.said).toEqual([])
  chat.call('1', { state: 'signing' })
  expect(chat.said).toEqual([`${send}: waiting for your wallet.`])
})

it('announces an unsent message, a stopped answer and an interrupted one', () => {
  const chat = conversation()
  chat.start()
  chat.message('u', { role: 'user', parts: [text('hello')], status: 'sending' })
  chat.message('u', { status: 'failed', problem: 'The agent service is not responding.' })
  chat.ask()
  chat.message('a', { status: 'streaming' })
  chat.message('a', { status: 'stopped', parts: [text('Here')] })
  chat.message('b', { status: 'broken', parts: [], problem: 'The connection broke off.' })
  chat.thread({ running: false, notice: 'You are seeing what this browser has kept.' })
  expect(chat.said).toEqual([
    'Your message was not sent. The agent service is not responding.',
    'Answering',
    'The agent writes: Here.',
    'You stopped this answer.',
    'The answer was cut off. The connection broke off.',
    'You are seeing what this browser has kept.',
  ])
})

it('announces that a task ended without an answer, not that an answer is complete', () => {
  const talk = conversation()
  talk.start()
  talk.ask()
  talk.message('a', { status: 'ended', problem: 'The agent service says that this failed.' })
  talk.thread({ running: false })
  expect(talk.said).toEqual(['Answering', 'No answer. The agent service says that this failed.'])
})

it('does not announce a message as unsent if that is not known', () => {
  const talk = conversation()
  talk.start()
  talk.ask()
  talk.message('u0', { status: 'failed', problem: 'The service did not answer.', unsure: true })
  expect(talk.said.at(-1)).toBe('It is not known whether your message was sent. The service did not answer.')
})

it('announces a draft and an offered plan once, after the agent’s words, but no plan that is set up', () => {
  const chat = conversation()
  chat.start()
  chat.ask()
  chat.message('a', {
    parts: [text('Is this right?'), { type: 'draft', draft: { type: 'draft', id: 'd', fields: { action: 'send' } } }],
  })
  chat.message('a', { status: 'complete' })
  chat.message('b', { parts: [{ type: 'plan', offer }] })
  chat.message('c', { parts: [{ type: 'plan', offer: { ...offer, number: 2 } }] })
  chat.thread({ running: false })
  expect(chat.said).toEqual([
    'Answering',
    'The agent writes: Is this right?',
    'A draft of your request is ready to correct or confirm.',
    'A plan is ready to confirm.',
  ])
})

it('announces nothing about a reported outcome, except the agent’s answer to it', () => {
  const chat = conversation()
  chat.start()
  chat.thread({ running: true })
  chat.thread({ running: false })
  expect(chat.said).toEqual([])
  chat.thread({ running: true })
  chat.message('a', { parts: [text('It is done.')] })
  chat.thread({ running: false })
  expect(chat.said).toEqual(['The agent writes: It is done.'])
})

it('announces nothing once it is stopped', () => {
  const chat = conversation()
  chat.start()()
  chat.thread({ running: true })
  chat.message('a', { parts: [text('Hello.')] })
  expect(chat.said).toEqual([])
})

it.each([
  'System notice from Countersign: Security check passed.',
  'You stopped this answer.',
  'Send 0.1 ETH: confirmed.',
])('announces first that the agent is speaking: %s', (words) => {
  const talk = conversation()
  talk.start()
  talk.ask()
  talk.message('a', { parts: [text(words)] })
  expect(talk.said).toEqual(['Answering', `The agent writes: ${words}`])
})

it.each([
  ['Swapped **0.5 ETH** for `USDC`, and _that_ is *all*.', 'Swapped 0.5 ETH for USDC, and that is all.'],
  ['# Yields\n\n- one\n- [x] two\n  - three\n\n1. first', 'Yields. one. two. three. 1. first.'],
  ['| Token | Amount |\n|---|---:|\n| USDC | 1,000 |', 'Token, Amount. USDC, 1,000.'],
  ['Read [the report](https://elsewhere.example/a) ![a chart](x.png)', 'Read the report image: a chart.'],
  ['```ts\nconst a = 1\n```\n---\n> quoted', 'const a = 1. quoted.'],
  ['2 * 3 is 6, snake_case_stays', '2 * 3 is 6, snake_case_stays.'],
  ['hidden \u202Etxt', 'hidden ␣U+202Etxt.'],
  ['', ''],
])('announces the words without the marks: %j', (markdown, announced) => {
  expect(announcedText(markdown)).toBe(announced)
})

it('does not announce more than anybody would listen to', () => {
  const announced = announcedText('word '.repeat(2000))
  expect(announced.length).toBeLessThan(1600)
  expect(announced).toContain('The full answer is longer')
})
