import { beforeAll, expect, it } from 'vitest'
import { type Clause, loadReader, type Reader } from '../reader/reader'
import type { Amount, Request } from '../request'
import { testNames } from '../testing/names'
import { requestsIn } from './requests-in'

let reader: Reader
beforeAll(async () => {
  reader = await loadReader()
})

/** Returns the requests of a conversation. Messages of the agent are written “agent: …”. */
function askedIn(...turns: string[]) {
  const said: { text: string; agent?: string }[] = []
  let agent: string | undefined
  for (const turn of turns) {
    if (turn.startsWith('agent: ')) agent = turn.slice(7)
    else said.push({ text: turn, ...(agent && { agent }) })
  }
  const read = (text: string, context = {}) => ({ text, reading: reader.read(text, testNames, context) })
  return requestsIn(
    said.map(({ text, agent }, at) => {
      const before = said[at - 1]?.text
      return {
        ...read(text, { ...(agent && { agent }), ...(before && { before }) }),
        ...(agent && { agent: { text: agent, read: (words: string) => read(words).reading } }),
      }
    }),
  )
}

const amountOf = (amount: Amount | null): string => {
  if (!amount) return '?'
  return amount.is === 'share'
    ? amount.part.join('/')
    : `${amount.value}${amount.is === 'number' ? '' : ` ${amount.is}`}`
}
const written = ({ action, sums }: Request): string =>
  [
    action,
    ...sums.map(({ part, amount, what }) => `${part} ${amountOf(amount)} ${what?.is === 'token' ? what.symbol : '?'}`),
  ].join(', ')

it.each([
  ['swap 0.5 ETH for USDC', 'swap, give 0.5 ETH, get ? USDC'],
  ['Buy DAI with 100 USDC', 'swap, give 100 USDC, get ? DAI'],
  ['Send five USDC to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'send, give 5 USDC'],
  ['sell half my eth for usdc', 'swap, give 1/2 ETH, get ? USDC'],
  ['stake 100 USDC', 'stake, give 100 USDC'],
  ['borrow 250 dai', 'borrow, get 250 DAI'],
  ['bridge 2 ETH to Base', 'bridge, give 2 ETH'],
  ['Please convert USDC 3,417.65 to DAI at the prevailing rate.', 'swap, give 3417.65 USDC, get ? DAI'],
  ['swap half of it to USDC', 'swap, unsaid 1/2 ?, get ? USDC'],
  ['From my WETH I want the half to USDC converted.', 'swap, give 1/2 WETH, get ? USDC'],
])('%s: %s', (text, expected) => {
  expect(askedIn(text).latest.map(written)).toEqual([expected])
})

it.each(['hello', 'is 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 safe?', 'what is the price of ETH?', 'thanks a lot'])(
  '%s: asks to move nothing',
  (text) => {
    expect(
      askedIn(text)
        .latest.map(({ action }) => action)
        .filter((action) => ['send', 'swap', 'bridge'].includes(action)),
    ).toEqual([])
  },
)

it.each([
  ['swap 100 USDC to ETH', 'double it', 'swap, give 200 USDC, get ? ETH'],
  ['swap 100 USDC to ETH', 'make it half', 'swap, give 50 USDC, get ? ETH'],
  ['buy $200 of ETH', 'make it 150', 'swap, get 150 dollars ETH'],
  ['swap 1 ETH to DAI', 'no, USDC instead', 'swap, give 1 ETH, get ? USDC'],
  ['swap 100 USDC to ETH', 'no, DAI instead', 'swap, give 100 DAI, get ? ETH'],
])('changes an amount or a token in the terms of the request before: %s, %s', (asked, change, expected) => {
  expect(askedIn(asked, 'agent: Here is the swap.', change).latest.map(written)).toEqual([expected])
})

it('keeps whom a change pays no longer', () => {
  const [first, second] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC']
  const [request] = askedIn(`send 1 ETH to ${first}`, `to ${second} instead`).latest
  expect(request?.receivers.map(({ text }) => text)).toEqual([second])
  expect(request?.formerReceivers?.map(({ text }) => text)).toEqual([first])
})

it('changes the request before by a follow-up, and keeps the rest', () => {
  const [request] = askedIn('swap 100 USDC to ETH', 'agent: Here is the swap.', 'make it 200').latest
  expect(request && written(request)).toBe('swap, give 200 USDC, get ? ETH')
  expect(request?.texts).toEqual(['swap 100 USDC to ETH', 'make it 200'])
})

it('replaces the sum of the same token', () => {
  const send = 'send 0.1 ETH to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const [request] = askedIn(send, 'agent: Here is a transfer of 0.1 ETH.', 'make it 0.2 ETH instead').latest
  expect(request?.action).toBe('send')
  expect(request?.sums.map(({ part, text }) => [part, text])).toEqual([['give', '0.2 ETH']])
})

it('takes a yes for the agent’s offer, and marks it as only agreed to', () => {
  const { latest, agreed } = askedIn('what can I earn on USDC?', 'agent: Shall I deposit 100 USDC?', 'yes')
  expect(agreed).toBe(true)
  expect(latest.at(-1)?.sums).toMatchObject([{ amount: { value: '100' }, what: { symbol: 'USDC' } }])
})

it('forgets a withdrawn request', () => {
  expect(
    askedIn('send 5 USDC to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'never mind, cancel that').latest,
  ).toEqual([])
})

it.each<[kind: Clause['kind'], left: number]>([
  ['request', 0],
  ['question', 1],
])('an undo as a %s leaves %d of the requests', (kind, left) => {
  const [pay, undo] = ['send 5 USDC to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'can it be undone']
  const clause: Clause = {
    start: 0,
    end: undo.length,
    kind,
    action: 'undo',
    parts: [],
    p: 1,
    sure: { kind: 1, action: 1 },
  }
  const reading = { version: 'test', english: true, entities: [], clauses: [clause], unexplained: [] }
  const { latest } = requestsIn([
    { text: pay, reading: reader.read(pay, testNames) },
    { text: undo, reading },
  ])
  expect(latest).toHaveLength(left)
})

it('reports another language, and guesses nothing', () => {
  const { unread, latest } = askedIn('Bitte schicke fünf USDC an meine Schwester')
  expect({ unread, latest }).toEqual({ unread: true, latest: [] })
})

const whichVault =
  'agent: More than one place takes USDC:\n\n1. Locked USDC on Base: 11.5% a year\n2. Flexible USDC on Base: 4.8% a year\n\nWhich of these do you mean?'

it.each([
  ['the second one please', false],
  ['second', false],
  ['the last one', false],
  ['flexible', false],
  ['the third', true],
  ['the first time I see this', true],
  ['hm', true],
])('an answer to a list of options is heard if it takes one of them: %s', (answer, unheard) => {
  const read = askedIn('stake 100 USDC', whichVault, answer)
  expect(read.unheard).toBe(unheard)
  expect(read.latest.map(written)).toEqual(['stake, give 100 USDC'])
})

it('an ordinal without a list of options is not heard', () => {
  expect(askedIn('stake 100 USDC', 'agent: Which vault do you mean?', 'the second').unheard).toBe(true)
})

it.each([
  ['the second one please', 'Flexible USDC on Base', 'Base'],
  ['the first', 'Locked USDC on Base', 'Base'],
  ['2', 'Flexible USDC on Base', 'Base'],
  ['option 2', 'Flexible USDC on Base', 'Base'],
  ['the last one', 'Flexible USDC on Base', 'Base'],
  ['Flexible USDC on Base', 'Flexible USDC on Base', 'Base'],
])('an answer picks the option of that number, and no amount: %s', (answer, picked, network) => {
  const [request] = askedIn('stake 100 USDC', whichVault, answer).latest
  expect(request).toMatchObject({ picked, texts: ['stake 100 USDC', answer] })
  expect(request && written(request)).toBe('stake, give 100 USDC')
  expect(request?.chains.map(({ chain }) => chain.name)).toEqual([network])
})

it.each([
  ['stake USDC', '2'],
  ['stake 100 USDC', '3'],
  ['stake 100 USDC', '2 ETH'],
])('what may be an amount, or is on no list, picks nothing: %s, %s', (asked, answer) => {
  for (const request of askedIn(asked, whichVault, answer).latest) expect(request).not.toHaveProperty('picked')
})

it('quotes a request with the bracket that ends it', () => {
  expect(askedIn('supply 5 USDC on Base (local)').latest.map(({ texts }) => texts)).toEqual([
    ['supply 5 USDC on Base (local)'],
  ])
})
