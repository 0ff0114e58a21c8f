import { describe, expect, it } from 'vitest'
import { QuoteError } from '@/lib/chain/routing/routing'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import { loadReader } from '@/lib/language/reader/reader'
import type { NewOffer } from '@/lib/wire/plan'
import type { AgentContext } from '../agent'
import { createAgents } from '../agents'
import { converse } from '../fixtures/judge'
import { first } from '../fixtures/phrasing'
import { memoryPlans } from './testing/memory-plans'

const noRoute = async (): Promise<never> => {
  throw new QuoteError('unreachable', 'There is no router in this test.')
}
/** Plans are made without reading a chain, so nothing listens at these addresses. */
const context: AgentContext = {
  chains: unreachableChains(31337, 31338),
  routing: { quote: noRoute, routes: noRoute, status: noRoute },
  yields: noYields,
  // A Sunday.
  now: () => Date.UTC(2026, 10, 22, 10),
  reader: loadReader,
}
const [countersign] = createAgents()

async function say(...texts: string[]) {
  if (!countersign) throw new Error('There is no agent')
  const book = memoryPlans()
  const said = await converse(countersign, texts, { address: first, chainId: 31337 }, context, book)
  expect(said.calls, texts.join(' / ')).toEqual([])
  return { text: said.text, offered: said.offered, plans: book.plans }
}

const moved = { is: 'moved' } as const
const weekly = 'buy $50 of ETH every Friday'
const daily = 'buy 20 USDC of WBTC every day for 10 days'

describe('an existing plan', () => {
  it.each([
    ['make it $30 instead', { amount: { kind: 'usd', value: '30' } }],
    ['change the amount of plan 1 to 30', { amount: { kind: 'usd', value: '30' } }],
    ['double it', { amount: { kind: 'usd', value: '100' } }],
    ['half of that', { amount: { kind: 'usd', value: '25' } }],
    ['make it every two weeks', { schedule: { every: { unit: 'day', count: 14 }, start: '2026-11-27' } }],
    ['on Mondays instead', { schedule: { every: { unit: 'day', count: 7 }, start: '2026-11-23' } }],
    ['change my plan to every month', { schedule: { every: { unit: 'month', count: 1, day: 27 } } }],
    ['end it after 10 weeks', { schedule: { times: 10, start: '2026-11-27' } }],
    ['only for 5 weeks', { schedule: { times: 5 } }],
    ['until 25 December', { schedule: { times: 5, until: '2026-12-25' } }],
  ])('is replaced: %s', async (text, terms) => {
    const { plans, text: told } = await say(weekly, text)
    expect(plans.map(({ state }) => state)).toEqual(['canceled', 'active'])
    expect(plans[1]?.terms).toMatchObject({ sells: 'USDC', buys: 'ETH', ...terms })
    expect(told).toMatch(/^Plan 2 is set up: .*It replaces plan 1, which is canceled; .* until the next is due\./s)
  })

  it('keeps its end date when its frequency changes', async () => {
    const { plans, text } = await say('buy $30 of ETH every Friday until Christmas', 'make it every two weeks')
    expect(plans.map(({ terms }) => terms.schedule.times)).toEqual([5, 3])
    expect(text).toContain('the last on Fri 25 Dec 2026')
    const after = await say('buy $30 of ETH every Friday until January', 'every day instead', 'double it')
    expect(after.plans.at(-1)?.terms.schedule).toMatchObject({ until: '2026-12-31', times: 40 })
  })

  const tenWeeks = 'buy $50 of ETH every Friday for 10 weeks'

  it.each<[string[], (number | null)[], string]>([
    [[tenWeeks, 'make it every two weeks'], [10, 5], '5 purchases in all, the last on Fri 22 Jan 2027'],
    [[tenWeeks, 'double it', 'make it every two weeks'], [10, 10, 5], '5 purchases in all'],
    [[tenWeeks, 'on Mondays instead'], [10, 10], 'the last on Mon 25 Jan 2027'],
    [[tenWeeks, 'make it every two weeks', 'every week instead'], [10, 5, 10], 'the last on Fri 29 Jan 2027'],
    [[tenWeeks, 'make it every month'], [10, 3], 'the last on Wed 27 Jan 2027'],
    [[tenWeeks, 'make it every day'], [10, 75], 'the last on Thu 4 Feb 2027'],
    [['buy $50 of ETH every Friday for a year', 'make it every two weeks'], [52, 26], '26 purchases in all'],
    [['buy $50 of ETH every week over 10 weeks', 'make it every two weeks'], [10, 5], '5 purchases in all'],
    [['buy $50 of ETH monthly for a year', 'make it every two months'], [12, 6], '6 purchases in all'],
    [['buy $50 of ETH daily for 2 weeks', 'make it every weekday'], [14, 10], '10 purchases in all'],
    [['buy $50 of ETH daily for 2 weeks', 'only on weekdays'], [14, 10], 'every weekday'],
    [['buy $50 of ETH every Friday', 'for half a year'], [null, 25], '25 purchases in all'],
    [[tenWeeks, 'make it every two weeks for 6 weeks'], [10, 3], '3 purchases in all'],
  ])('keeps its time span: %s', async (texts, times, told) => {
    const { plans, text } = await say(...texts)
    expect(plans.map(({ terms }) => terms.schedule.times)).toEqual(times)
    expect(text).toContain(told)
  })

  it('tells what becomes of its end if nothing was said about that', async () => {
    const span = await say(tenWeeks, 'make it every two weeks')
    expect(span.offered).toMatch(
      /is due\. You said how long it lasts, so it still ends by Thu 4 Feb 2027: that is now 5 purchases, \$250 in all; it was 10 purchases, \$500 in all\.$/,
    )
    const day = await say('buy $50 of ETH every Friday until Christmas', 'make it every two weeks')
    expect(day.offered).toMatch(
      /so it still ends by Fri 25 Dec 2026: that is now 3 purchases, \$150 in all; it was 5 purchases, \$250 in all\.$/,
    )
    const amount = await say(tenWeeks, 'double it')
    expect(amount.offered).toMatch(/until the next is due\.$/)
    const ended = await say(tenWeeks, 'end it after 6 weeks')
    expect(ended.offered).toMatch(/until the next is due\.$/)
  })

  it.each(['buy $50 of ETH every Friday 10 times', 'buy $50 of ETH every Friday for 10 purchases'])(
    'keeps its number of purchases if that was given, and tells its new last date: %s',
    async (text) => {
      const { plans, text: made, offered: told } = await say(text, 'make it every two weeks')
      expect(plans.map(({ terms }) => terms.schedule.times)).toEqual([10, 10])
      expect(made).toContain('10 purchases in all, the last on Fri 2 Apr 2027')
      expect(told).toContain('stays 10 ($500 in all), so the last is now on Fri 2 Apr 2027, not Fri 29 Jan 2027')
      expect((await say(text, 'make it every two weeks', 'end it after 10 weeks')).plans.at(-1)?.terms).toMatchObject({
        schedule: { times: 5, spanEnd: '2027-02-04' },
      })
    },
  )

  it('stays unchanged if one of its dates has come in the meantime', async () => {
    if (!countersign) throw new Error('There is no agent')
    const book = memoryPlans()
    const due = { ...book, confirm: (offer: NewOffer) => (offer.changes ? moved : book.confirm(offer)) }
    const owner = { address: first, chainId: 31337 }
    const { text } = await converse(countersign, [tenWeeks, 'make it every two weeks'], owner, context, due)
    expect(text).toMatch(/has just reached one of its dates, .* left it as it is\. Say again/)
    expect(book.plans).toMatchObject([{ state: 'active' }])
  })

  it('is not made twice if only its end was worded differently', async () => {
    const { plans } = await say(tenWeeks, 'buy $50 of ETH every Friday 10 times')
    expect(plans).toHaveLength(1)
  })

  it('stays the subject after words that were not understood; “cancel all” means all', async () => {
    const { plans } = await say(weekly, 'how many is that', 'pause it')
    expect(plans.map(({ state }) => state)).toEqual(['paused'])
    const all = await say(weekly, daily, 'cancel all')
    expect(all.plans.map(({ state }) => state)).toEqual(['canceled', 'canceled'])
  })

  it('is the one mentioned last if there are several', async () => {
    const { plans } = await say(weekly, daily, 'make it every two weeks')
    expect(plans.map(({ state }) => state)).toEqual(['active', 'canceled', 'active'])
  })

  it.each([
    ['use DAI instead', { sells: 'DAI', buys: 'ETH' }],
    ['pay with DAI', { sells: 'DAI', buys: 'ETH' }],
    ['make it DAI instead', { sells: 'DAI', buys: 'ETH' }],
    ['make it WBTC instead', { sells: 'USDC', buys: 'WBTC' }],
    ['WBTC not ETH', { sells: 'USDC', buys: 'WBTC' }],
    ['change plan 1 to WBTC', { sells: 'USDC', buys: 'WBTC' }],
  ])('takes another token: %s', async (text, terms) => {
    const { plans } = await say('buy 20 USDC of ETH every day for 10 days', text)
    expect(plans.map(({ state }) => state)).toEqual(['canceled', 'active'])
    expect(plans[1]?.terms).toMatchObject({ ...terms, amount: { value: '20' }, schedule: { times: 10 } })
  })

  it.each([
    ['use ETH instead', /That plan already has ETH/],
    ['use PEPE instead', /did not understand/],
  ])('does not take an unsuitable token: %s', async (text, told) => {
    const { plans, text: answer } = await say('buy 20 USDC of ETH every day', text)
    expect(plans).toHaveLength(1)
    expect(answer).toMatch(told)
  })

  it('takes another token while it is being put together', async () => {
    const { plans } = await say('DCA 20 USDC into ETH', 'use DAI instead', 'every day')
    expect(plans).toHaveLength(1)
    expect(plans[0]?.terms).toMatchObject({ sells: 'DAI', buys: 'ETH' })
  })

  it('keeps its end and its hour', async () => {
    const { plans } = await say(`${daily} at 9am`, 'make it 30 USDC')
    expect(plans[1]?.terms).toMatchObject({ amount: { value: '30' }, schedule: { times: 10, hour: 9 } })
  })

  it.each([
    ['the same terms', 'make it $50', 1],
    ['another token', 'make it 30 DAI', 1],
    ['a question', 'should I make it $30?', 1],
    ['a denial', "don't make it $30", 1],
    ['a price', 'what is ETH worth', 1],
    ['another purchase', 'buy $20 of WBTC daily', 2],
  ])('stays unchanged: %s', async (_, text, count) => {
    const { plans } = await say(weekly, text)
    expect(plans[0]).toMatchObject({ state: 'active', terms: { amount: { value: '50' } } })
    expect(plans).toHaveLength(count)
  })

  it('is asked for if there are several', async () => {
    const { plans, text } = await say(weekly, daily, 'change my plan to $30')
    expect(text).toContain('Which plan do you mean?')
    expect(plans).toHaveLength(2)
    const { plans: after } = await say(weekly, daily, 'change my plan to $30', '1')
    expect(after.map(({ state }) => state)).toEqual(['canceled', 'active', 'active'])
  })

  it.each([
    ['stop the ETH one', ['paused', 'active']],
    ['cancel the WBTC one', ['active', 'canceled']],
    ['put plan 1 on hold', ['paused', 'active']],
    ['stop buying ETH', ['paused', 'active']],
    ['pause everything', ['paused', 'paused']],
    ["don't pause everything", ['active', 'active']],
  ])('is paused or canceled: %s', async (text, states) => {
    expect((await say(weekly, daily, text)).plans.map(({ state }) => state)).toEqual(states)
  })

  it('is canceled, or paused where that is in doubt', async () => {
    const { plans } = await say(weekly, daily, 'get rid of plan 2')
    expect(plans[0]?.state).toBe('active')
    expect(plans[1]?.state).not.toBe('active')
  })

  it('is resumed', async () => {
    for (const text of ['turn it back on', 'start it again', 'resume', "i'm back from holiday, you can start it again"])
      expect((await say(weekly, 'pause it for a month', text)).plans).toMatchObject([{ state: 'active' }])
  })

  it.each([
    ['how much did I buy so far?', 'I do not add it up'],
    ['when does it end?', 'Plan 1: $50 of ETH'],
    ['how many are left?', 'Plan 1: $50 of ETH'],
    ["what's scheduled?", 'Plan 1: $50 of ETH'],
  ])('is described: %s', async (text, words) => {
    const { text: told, plans } = await say(weekly, text)
    expect(told).toContain(words)
    expect(plans).toMatchObject([{ state: 'active' }])
  })
})

describe('words for a new plan', () => {
  it.each([
    ['weekly $25 buy of ETH', { amount: { kind: 'usd', value: '25' } }],
    ['buy ETH weekly, 50 USDC at a time', { amount: { kind: 'exact', value: '50' } }],
    [
      "I'd like to save 100 USDC a month into ETH",
      { amount: { value: '100' }, schedule: { every: { unit: 'month' } } },
    ],
    ['average into ETH with 100 USDC a week', { amount: { value: '100' } }],
    ['create a plan: 50 USDC to ETH, weekly', { amount: { value: '50' } }],
    ['buy $50 of ETH every Friday starting next week', { schedule: { start: '2026-11-27' } }],
    ['buy $50 of ETH monthly from next month', { schedule: { start: '2026-12-01' } }],
  ])('%s', async (text, terms) => {
    expect((await say(text)).plans).toMatchObject([{ terms: { buys: 'ETH', sells: 'USDC', ...terms } }])
  })

  it.each([
    'I buy $50 of ETH every week',
    'if I bought $50 of ETH every week, how much would I have?',
    'what is DCA',
    'how do I set up a recurring buy?',
    'buy $50 of ETH regularly',
  ])('make no plan yet: %s', async (text) => {
    expect((await say(text)).plans).toEqual([])
  })
})
