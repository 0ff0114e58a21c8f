import { describe, expect, it } from 'vitest'
import { friend } from '@/devnet/accounts'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { findEntities } from '@/lib/language/find-entities'
import type { Role } from '@/lib/language/labels'
import type { Clause, Part } from '@/lib/language/reader/reader'
import { testNames } from '@/lib/language/testing/names'
import { cancelledWords } from '../abilities/dialogue-words'
import { dialogueAt, newDialogue } from '../meaning/step'
import type { Dialogue, Understanding } from '../meaning/understanding'
import { abstain, smallTalk } from '../replies/talk'
import { understandReading } from './by-reader'

const chains = unreachableChains(...localChainIds)

type Told = readonly [text: string, kind: Clause['kind'], action: Clause['action'], ...parts: [string, Role][]]

/** Returns what a message of these clauses comes to. No trained reader takes part. */
function understood(told: readonly Told[], dialogue: Dialogue = newDialogue) {
  const text = told.map(([words]) => words).join('. ')
  const entities = findEntities(text, testNames)
  const spanOf = (words: string, from: number) => {
    const start = text.indexOf(words, from)
    return { start, end: start + words.length }
  }
  const clauses = told.map(([words, kind, action, ...roles]): Clause => {
    const span = spanOf(words, 0)
    const parts = roles.map(([piece, role]): Part => {
      const at = spanOf(piece, span.start)
      const inside = entities.flatMap(({ start, end }, index) => (start >= at.start && end <= at.end ? [index] : []))
      return { ...at, role, entities: inside, p: 1 }
    })
    return { ...span, kind, action, parts, p: 1, sure: { kind: 1, action: 1 } }
  })
  const reading = { version: 'test', english: true, entities, clauses, unexplained: [] }
  return understandReading(text, reading, dialogue, chains, () => reading).is
}

const payment = { kind: 'request', draft: { action: 'send', from: { text: 'ETH', symbol: 'ETH' } } } as const
const leak: Told = ['my ex has my recovery phrase', 'report', 'alarm']
const fraud: Told = ['support wants my twelve words', 'report', 'scam']

describe('words of a theft, a leak or a fraud', () => {
  it.each<[string, Told[], 'alarm' | 'scam']>([
    ['alone', [leak], 'alarm'],
    ['with a question that nothing else answers', [leak, ['what now?', 'question', 'explain']], 'alarm'],
    ['with a question where the money went', [leak, ['which payment was it?', 'question', 'history']], 'alarm'],
    ['as a question', [['is a key in a photo lost?', 'question', 'alarm']], 'alarm'],
    ['with a request that could not be read', [leak, ['help me', 'request', null]], 'alarm'],
    ['of a fraud', [fraud], 'scam'],
    ['of a fraud, with a question about it', [fraud, ['is it real?', 'question', 'scam']], 'scam'],
    ['of a fraud after a theft', [fraud, leak], 'alarm'],
  ])('get what to do about it: %s', (_, told, topic) => {
    expect(understood(told)).toEqual({ kind: 'abstain', topic })
  })

  it('do not stand in the way of what is asked for beside them', () => {
    const move: Told = [
      ...([`send 2 ETH to ${friend}`, 'request', 'send'] as const),
      ...([
        ['2', 'amount'],
        ['ETH', 'give'],
        [friend, 'receiver'],
      ] satisfies [string, Role][]),
    ]
    expect(understood([leak, move])).toMatchObject({ kind: 'request', draft: { recipient: { address: friend } } })
    expect(understood([leak, ['what approvals do i have?', 'question', 'allowances']])).toMatchObject({
      kind: 'approvals',
    })
  })

  it('do not stand in the way of an answer to what is open', () => {
    expect(understood([['yes', 'agreement', null], leak], dialogueAt(payment))).toMatchObject({ kind: 'request' })
    expect(understood([['do not', 'refusal', null], fraud], dialogueAt(payment))).toEqual({
      kind: 'cancel',
      was: 'open',
      withdraws: [],
    })
  })

  it('name nobody to be paid', () => {
    const pay: Told = ['send him 1 ETH', 'request', 'send', ['him', 'receiver'], ['1', 'amount'], ['ETH', 'give']]
    const to = (action: Clause['action']) => understood([[`this is ${friend}`, 'report', action], pay])
    expect(to(null)).toMatchObject({ kind: 'request', draft: { recipient: { address: friend } } })
    expect(to('alarm')).not.toMatchObject({ draft: { recipient: { address: friend } } })
    expect(to('scam')).not.toMatchObject({ draft: { recipient: { address: friend } } })
  })

  it('answer no question for a receiver', () => {
    const open: Dialogue = { ...dialogueAt(payment), asked: 'recipient' }
    expect(understood([[`${friend} is the one`, 'report', null]], open)).toMatchObject({
      draft: { recipient: { address: friend } },
    })
    expect(understood([[`${friend} robbed me`, 'report', 'alarm']], open)).toEqual({ kind: 'abstain', topic: 'alarm' })
  })
})

describe('taking back what was sent', () => {
  const back: Told = ['get it back', 'request', 'undo']

  it('drops what is open, and says what can be done about what is not', () => {
    expect(understood([back], dialogueAt(payment))).toEqual({ kind: 'cancel', was: 'open', withdraws: [] })
    expect(understood([back])).toEqual({ kind: 'cancel', was: 'sent', withdraws: [] })
    const told: Told = ['I SENT IT TO THE WRONG MAN get it back', 'report', 'undo']
    expect(understood([told])).toEqual({ kind: 'cancel', was: 'sent', withdraws: [] })
    expect(understood([back], { ...dialogueAt(payment), standing: 'done' })).toEqual({
      kind: 'cancel',
      was: 'done',
      withdraws: [],
    })
  })

  it('drops nothing if it is only asked about', () => {
    const asked: Told = ['can it be reversed?', 'question', 'undo']
    expect(understood([asked])).toEqual({ kind: 'talk', topic: 'final' })
    expect(understood([asked], dialogueAt(payment))).toEqual({ kind: 'talk', topic: 'final' })
  })
})

describe('the replies', () => {
  it('begin with a new wallet where somebody else may have the phrase, in steps', () => {
    const words = abstain('alarm')
    expect(words).toMatch(/^Nothing this app does can stop somebody who has your recovery phrase/)
    expect(words.indexOf('1. Make a new wallet')).toBeLessThan(words.indexOf('2. Move what is left'))
    for (const each of ['No support asks for it', 'cannot be called back', '“what approvals do I have?”'])
      expect(words).toContain(each)
  })

  it('tell a fraud for what it is', () => {
    const words = abstain('scam')
    for (const each of ['scam', 'Do not send anything', 'no support asks', 'new wallet', 'Nothing has been prepared'])
      expect(words).toContain(each)
  })

  it('tell that what was sent cannot be undone, and what is left to do', () => {
    for (const words of [smallTalk('final', 'Ethereum'), cancelledWords.sent]) {
      expect(words).toContain('cannot be undone or called back')
      expect(words).toContain('ask the receiver to send it back')
      expect(words).toContain('pending')
    }
    expect(cancelledWords.done).toContain('ask the receiver to send it back')
  })
})

it.each<[string, Understanding]>([
  ['cancel both', { kind: 'cancel', was: 'open', withdraws: ['one', 'other'] }],
  ['cancel it', { kind: 'which-open', of: ['one', 'other'] }],
])('drops open proposals only where the words tell which: %s', (text, meant) => {
  const open = ['one', 'other'].map((id) => ({ id, step: null }))
  const dialogue: Dialogue = { ...dialogueAt(payment), standing: 'proposed', calls: ['other'], open }
  expect(understood([[text, 'request', 'cancel']], dialogue)).toEqual(meant)
})
