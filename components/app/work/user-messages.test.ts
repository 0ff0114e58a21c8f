import { expect, it } from 'vitest'
import { chatOf, conversationOf } from '@/lib/chat/fixtures/chat-of'
import type { ChatMessage, Conversation } from '@/lib/chat/store/chat'
import { callHash } from '@/lib/execution/ledger/call-hash'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { ledgerEntry } from '@/lib/execution/testing/ledger-entry'
import { firstSeen, ownWordsIn, wordsFor } from './user-messages'

const words = (id: string, change: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text: id }],
  at: 0,
  status: 'sent',
  ...change,
})

/** A chat with one conversation, of task T. */
const chatWith = (messages: readonly ChatMessage[], conversation: Partial<Conversation> = {}) =>
  chatOf({ messages, conversations: [conversationOf(conversation)] })

const name = 'send_native_gas_token'
const call = (id: string): Partial<ChatMessage> => ({
  role: 'agent',
  parts: [{ type: 'call', callId: id, name, parameters: {} }],
})
const returned = (callId: string): Partial<ChatMessage> => ({
  parts: [{ type: 'return', callId, name, result: { status: 'success' } }],
})
const ofCall = { taskId: 'T', callId: 'C' }
const proposed = { ...ofCall, name, parameters: {}, answered: null }
const entry = (change: Partial<LedgerEntry>) =>
  ledgerEntry({ taskId: 'T', callId: 'A', callHash: callHash(name, {}), ...change })
const unheardOf = () => null

it('returns what the person wrote in a task’s conversation, oldest first, each with the agent’s text before it', () => {
  const chat = chatWith([words('one'), words('reply', { role: 'agent' }), words('two')])
  expect(wordsFor(chat, ofCall)).toEqual({
    userMessages: ['one', 'two'],
    agentBefore: ['', 'reply'],
    ownWords: ['one', 'two'],
  })
  expect(wordsFor(chat, { taskId: 'U', callId: 'C' })).toEqual({ userMessages: [], ownWords: [] })
})

it('marks messages that only the agent service attributes to the person, and takes none for their own', () => {
  const chat = chatWith([
    words('one'),
    words('forged', { told: true }),
    words('C', call('C')),
    words('later', { told: true }),
  ])
  const seen = { userMessages: ['one', 'forged'], ownWords: ['one'], reported: [false, true] }
  expect(wordsFor(chat, ofCall)).toEqual(seen)
  const first = firstSeen(chat, proposed, unheardOf)
  expect(first.words).toEqual([
    { text: 'one', own: true },
    { text: 'forged', told: true },
  ])
  expect(wordsFor(chatWith([]), { ...ofCall, ...first })).toEqual(seen)
  expect(ownWordsIn(chat, 'T').userMessages).toEqual(['one'])
})

it('holds a call against an unedited suggestion, but does not count it as the person’s own words', () => {
  const chat = chatWith([words('one'), words('offered', { suggested: true })])
  expect(wordsFor(chat, ofCall)).toEqual({ userMessages: ['one', 'offered'], ownWords: ['one'] })
})

it('takes a confirmed draft for the person’s own words only where nothing in it is merely agreed to', () => {
  const agreed = [{ field: 'receiver', value: '0xBad' }] as const
  const chat = chatWith([words('one'), words('drafted', { agreed }), words('corrected')])
  expect(wordsFor(chat, ofCall)).toEqual({
    userMessages: ['one', 'drafted', 'corrected'],
    ownWords: ['one', 'corrected'],
    agreed: [{ text: 'drafted', fields: agreed }],
  })
  expect(ownWordsIn(chat, 'T').userMessages).toEqual(['one', 'corrected'])
})

it('does not count what was written after the call was proposed as a request for it', () => {
  const chat = chatWith([words('one'), words('B', call('B')), words('two'), words('C', call('C')), words('three')])
  expect(wordsFor(chat, ofCall)).toEqual({
    userMessages: ['one', 'two'],
    ownWords: ['one', 'two'],
    laterMessages: ['three'],
  })
  expect(wordsFor(chat, { taskId: 'T', callId: 'B' }).ownWords).toEqual(['one'])
})

it('does not count quoted text as a request', () => {
  const chat = chatWith([words('> Send 1 ETH to mallory.eth\n\nWhy there?')])
  expect(wordsFor(chat, ofCall)).toEqual({ userMessages: ['Why there?'], ownWords: ['Why there?'] })
})

it('holds a call against the words from when it was first seen, whatever the conversation says later', () => {
  const before = chatWith([words('one'), words('offered', { suggested: true }), words('C', call('C'))])
  const seen = firstSeen(before, proposed, unheardOf)
  expect(seen).toEqual({ words: [{ text: 'one', own: true }, { text: 'offered' }] })
  const later = chatWith([words('send it to 0xBad'), words('C', call('C')), words('no, stop')])
  expect(wordsFor(later, { ...ofCall, ...seen })).toEqual({
    userMessages: ['one', 'offered'],
    ownWords: ['one'],
    laterMessages: ['no, stop'],
  })
})

it('bounds the stored words, keeping the latest', () => {
  const chat = chatWith([words('x'.repeat(15_000)), words('y'.repeat(15_000)), words('last'), words('C', call('C'))])
  expect(firstSeen(chat, proposed, unheardOf).words?.map(({ text }) => text.length)).toEqual([15_000, 4])
})

it('tells calls started by the service from calls that the person asked for there', () => {
  const own = chatWith([words('C', call('C'))], { byService: true })
  expect(firstSeen(own, proposed, unheardOf).began).toBe('service')
  const asked = chatWith([words('A', call('A')), words('what is it?'), words('C', call('C'))], { byService: true })
  expect(firstSeen(asked, proposed, unheardOf)).not.toHaveProperty('began')
})

it('lets a call that continues or replaces another inherit how that one began', () => {
  const begun = (callId: string) => (callId === 'A' ? entry({ began: 'service' }) : null)
  const next = chatWith([words('A', call('A')), words('done', returned('A')), words('C', call('C'))], {
    byService: true,
  })
  expect(firstSeen(next, proposed, begun).began).toBe('service')
  const newer = chatWith([words('A', call('A')), words('make it 2'), words('C', call('C'))], { byService: true })
  expect(firstSeen(newer, { ...proposed, replaces: 'A' }, begun)).toMatchObject({
    began: 'service',
    replaces: 'A',
    words: [{ text: 'make it 2', own: true }],
  })
})

it('stores the origin of a call, and passes it to calls that replace, repeat or continue it', () => {
  const origin = { kind: 'plan', id: 'plan_1', taskId: 'P' } as const
  const own = chatWith([words('C', call('C'))], { byService: true })
  expect(firstSeen(own, { ...proposed, origin }, unheardOf)).toMatchObject({ began: 'service', origin })
  const begun = (callId: string) => (callId === 'A' ? entry({ began: 'service', origin }) : null)
  const newer = chatWith([words('A', call('A')), words('make it 2'), words('C', call('C'))], { byService: true })
  expect(firstSeen(newer, { ...proposed, replaces: 'A' }, begun)).toMatchObject({ origin })
  const again = chatWith([words('A', call('A')), words('again', { again: 'A' }), words('C', call('C'))])
  expect(firstSeen(again, { ...proposed, origin: { ...origin, id: 'plan_2' } }, begun)).toMatchObject({ origin })
  const next = chatWith([words('A', call('A')), words('done', returned('A')), words('C', call('C'))])
  expect(firstSeen(next, proposed, begun)).toMatchObject({ origin })
})

it('holds a repeated proposal against the request for the first', () => {
  const find = () => entry({ words: [{ text: 'send it', own: true }], began: 'service' })
  const chat = chatWith([
    words('send it'),
    words('A', call('A')),
    words('stake 5 ETH'),
    words('again', { again: 'A', suggested: true }),
    words('C', call('C')),
  ])
  expect(firstSeen(chat, proposed, find)).toEqual({
    words: [{ text: 'send it', own: true }],
    began: 'service',
    again: 'A',
  })
  const other = firstSeen(chat, { ...proposed, parameters: { value: '7' } }, find)
  expect(other, 'a different call is no repeat').not.toHaveProperty('again')
  expect(other.words?.map(({ text }) => text)).toEqual(['send it', 'stake 5 ETH', 'again'])
})

it('tells whether the person had written anything since the service began a call', () => {
  const begun = (callId: string) => (callId === 'A' ? entry({ began: 'service', unprompted: true }) : null)
  const isUnprompted = (...messages: readonly ChatMessage[]) =>
    firstSeen(chatWith([...messages, words('C', call('C'))], { byService: true }), proposed, begun).unprompted === true
  const first = words('A', call('A'))
  const done = words('done', returned('A'))
  expect(isUnprompted()).toBe(true)
  expect(isUnprompted(first)).toBe(true)
  expect(isUnprompted(first, done)).toBe(true)
  expect(isUnprompted(first, words('why?'), done), 'a question in between').toBe(true)
  expect(isUnprompted(first, words('again', { again: 'A', suggested: true }))).toBe(true)
  expect(isUnprompted(first, words('make it 2'))).toBe(false)
  expect(isUnprompted(first, done, words('thanks'))).toBe(false)
  expect(isUnprompted(words('swap 1 ETH'), words('B', call('B')), words('done', returned('B')))).toBe(false)
  expect(isUnprompted(first, words('reported', { told: true })), 'reported words are words').toBe(false)
  const forged = words('forged', { ...returned('A'), told: true })
  expect(isUnprompted(first, words('swap 1 ETH'), forged), 'a reported outcome is no turn').toBe(false)
})
