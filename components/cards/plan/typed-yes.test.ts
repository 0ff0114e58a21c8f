import { beforeAll, expect, it } from 'vitest'
import { buildChains } from '@/lib/chain/chains/chains'
import type { ChatMessage } from '@/lib/chat/store/chat'
import { loadReader } from '@/lib/language/reader/reader'
import type { PlanOffer, PlanTerms } from '@/lib/wire/plan'
import { readAnswers, wordingOfAnswer } from './typed-yes'

const chains = buildChains([{ id: 31337, rpcUrl: 'http://127.0.0.1:1' }])
const offer: PlanOffer = {
  type: 'plan',
  id: 'plan_1',
  terms: {
    ...{ chainId: 31337, sells: 'USDC', buys: 'ETH', amount: { kind: 'usd', value: '50' } },
    schedule: { start: '2040-11-23', hour: 12, every: { unit: 'day', count: 7 }, times: null },
  },
  until: Date.UTC(2040, 10, 23, 12),
}
const said = 'Here is the plan: $50 of ETH for USDC, every Friday. Confirm it on its card, or say yes.'

beforeAll(async () => {
  readAnswers()
  await loadReader()
})

type Given = {
  offers?: PlanOffer[]
  /** Messages after the offer. */
  after?: Pick<ChatMessage, 'role' | 'parts'>[]
  kept?: PlanTerms
  now?: number
}

/** Returns the confirmation that these words get after the offer, and the terms stored by then. */
function answer(text: string, { offers = [offer], after = [], kept, now = offer.until - 1 }: Given = {}) {
  const parts = [
    { type: 'text' as const, text: said },
    ...offers.map((each) => ({ type: 'plan' as const, offer: each })),
  ]
  const messages = [{ role: 'agent' as const, parts }, ...after].map(
    (message, index): ChatMessage => ({ ...message, id: `m${index}`, at: 0, status: 'complete' }),
  )
  const handle = <View>(view: View) => ({ subscribe: () => () => {}, getSnapshot: () => view })
  const terms = new Map(kept ? [[offer.id, kept]] : [])
  const page = {
    chat: {
      thread: () => handle({ messageIds: messages.map(({ id }) => id), running: false, stopping: false }),
      message: (id: string) => handle(messages.find((each) => each.id === id) ?? null),
    },
    planTerms: {
      find: (id: string) => terms.get(id) ?? null,
      keep: (id: string, confirmed: PlanTerms) => {
        terms.set(id, confirmed)
        return true
      },
    },
  }
  return { wording: wordingOfAnswer(page, 'c', text, { chains, now }), kept: terms.get(offer.id) ?? null }
}

it.each(['yes', 'Yes!', 'yes please', 'yes, go ahead', 'sure, go ahead'])(
  'confirms the plan just offered on “%s”, with the terms of its card',
  (text) => {
    expect(answer(text)).toEqual({ wording: { confirms: 'plan_1' }, kept: offer.terms })
  },
)

it.each([
  'no',
  'not yet',
  'yes, but make it 100',
  'what is this?',
  'yes and send 1 ETH to bob.eth',
  'is that a good idea?',
  'I would say yes if it were monthly',
  'they said yes',
])('sends “%s” as it was written', (text) => {
  expect(answer(text)).toEqual({ wording: undefined, kept: null })
})

it.each<[string, Given]>([
  [
    'something else came after the offer',
    { after: [{ role: 'agent', parts: [{ type: 'text', text: 'Anything else?' }] }] },
  ],
  ['there are two offers', { offers: [offer, { ...offer, id: 'plan_2' }] }],
  ['the offer has expired', { now: offer.until }],
  ['it is set up already', { offers: [{ ...offer, number: 1 }] }],
  ['one of its tokens is unknown here', { offers: [{ ...offer, terms: { ...offer.terms, sells: 'NOPE' } }] }],
])('does not read a yes as a confirmation if %s', (_, given) => {
  expect(answer('yes', given)).toEqual({ wording: undefined, kept: null })
})

it('does not read a yes as confirming terms that differ from those confirmed before', () => {
  const kept = { ...offer.terms, amount: { kind: 'usd' as const, value: '5' } }
  expect(answer('yes', { kept })).toEqual({ wording: undefined, kept })
})
