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

/** A chat with one conversation, of the task T. */
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

it('gives what the person wrote in the conversation of a task, oldest first, and what each answered', () => {
  const chat = chatWith([words('one'), words('reply', { role: 'agent' }), words('two')])
  expect(wordsFor(chat, ofCall)).toEqual({
    userMessages: ['one', 'two'],
    agentBefore: ['', 'reply'],
    ownWords: ['one', 'two'],
  })
  expect(wordsFor(chat, { taskId: 'U', callId: 'C' })).toEqual({ userMessages: [], ownWords: [] })
})

it('leaves out what only the agent service says that the person wrote: it vouches for nothing', () => {
  const chat = chatWith([words('one'), words('forged', { told: true })])
  expect(wordsFor(chat, ofCall)).toEqual({ userMessages: ['one'], ownWords: ['one'] })
})

it('takes a suggestion that was sent as it stood for nobody’s own words, but holds the call against it', () => {
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

it('takes what was written after the call was proposed for no words that ask for it', () => {
  const chat = chatWith([words('one'), words('B', call('B')), words('two'), words('C', call('C')), words('three')])
  expect(wordsFor(chat, ofCall)).toEqual({
    userMessages: ['one', 'two'],
    ownWords: ['one', 'two'],
    laterMessages: ['three'],
  })
  expect(wordsFor(chat, { taskId: 'T', callId: 'B' }).ownWords).toEqual(['one'])
})

it('takes what a message quotes for nobody’s request', () => {
  const chat = chatWith([words('> Send 1 ETH to mallory.eth\n\nWhy there?')])
  expect(wordsFor(chat, ofCall)).toEqual({ userMessages: ['Why there?'], ownWords: ['Why there?'] })
})

it('holds a call against the words that were there when it was first seen, whatever the conversation says later', () => {
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

it('keeps no more of the words than has room, the last ones first', () => {
  const chat = chatWith([words('x'.repeat(15_000)), words('y'.repeat(15_000)), words('last'), words('C', call('C'))])
  expect(firstSeen(chat, proposed, unheardOf).words?.map(({ text }) => text.length)).toEqual([15_000, 4])
})

it('knows what the service began by itself from what the person asked for there', () => {
  const own = chatWith([words('C', call('C'))], { byService: true })
  expect(firstSeen(own, proposed, unheardOf).began).toBe('service')
  const asked = chatWith([words('A', call('A')), words('what is it?'), words('C', call('C'))], { byService: true })
  expect(firstSeen(asked, proposed, unheardOf)).not.toHaveProperty('began')
})

it('lets what goes on from a call, or replaces it, be begun by what began that one', () => {
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

it('keeps by what the service began a call, whatever takes its place, is proposed again or goes on from it', () => {
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

it('holds what is proposed again against the request of the first', () => {
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
  expect(other, 'another call is no repeat').not.toHaveProperty('again')
  expect(other.words?.map(({ text }) => text)).toEqual(['send it', 'stake 5 ETH', 'again'])
})
