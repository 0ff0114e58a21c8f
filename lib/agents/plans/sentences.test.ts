import { describe, expect, it } from 'vitest'
import { QuoteError } from '@/lib/chain/routing/routing'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import { loadReader } from '@/lib/language/reader/reader'
import type { PlanTerms, PurchaseTerms } from '@/lib/wire/plan'
import type { Schedule } from '@/lib/wire/schedule'
import type { AgentContext } from '../agent'
import { createAgents } from '../agents'
import { converse } from '../fixtures/judge'
import { first } from '../fixtures/phrasing'
import { memoryPlans } from './testing/memory-plans'

/** Plans are made without reading a chain, so nothing listens at these addresses. */
const chains = unreachableChains(31337, 31338)
const noRoute = async (): Promise<never> => {
  throw new QuoteError('unreachable', 'There is no router in this test.')
}
const context: AgentContext = {
  chains,
  routing: { quote: noRoute, routes: noRoute, status: noRoute },
  yields: noYields,
  // A Sunday.
  now: () => Date.UTC(2026, 10, 22, 10),
  reader: loadReader,
}
const owner = { address: first, chainId: 31337 }
const [countersign, , yields] = createAgents()

async function say(...texts: string[]) {
  if (!countersign) throw new Error('There is no agent')
  const book = memoryPlans()
  const said = await converse(countersign, texts, owner, context, book)
  expect(said.calls, texts.join(' / ')).toEqual([])
  return { text: said.text, plans: book.plans }
}

const every = (count: number, start: string, times: number | null = null, spanEnd?: string): Schedule => ({
  start,
  hour: 12,
  every: { unit: 'day', count },
  times,
  ...(spanEnd ? { spanEnd } : {}),
})
const monthly = (day: number, start: string, times: number | null = null): Schedule => ({
  start,
  hour: 12,
  every: { unit: 'month', count: 1, day },
  times,
})
const usd = (value: string) => ({ kind: 'usd', value }) as const
const exact = (value: string) => ({ kind: 'exact', value }) as const
const plan = (amount: PlanTerms['amount'], schedule: Schedule, more: Partial<PurchaseTerms> = {}): PlanTerms => ({
  chainId: 31337,
  sells: 'USDC',
  buys: 'ETH',
  amount,
  schedule,
  ...more,
})
const friday = '2026-11-27'
const today = '2026-11-22'

describe('a sentence that says how often', () => {
  it.each<[string | string[], PlanTerms]>([
    ['buy $50 of ETH every Friday for 10 weeks', plan(usd('50'), every(7, friday, 10, '2027-02-04'))],
    [
      'DCA 20 USDC into WBTC daily until March',
      plan(exact('20'), { ...every(1, today, 99), until: '2027-02-28' }, { buys: 'WBTC' }),
    ],
    ['invest $100 in eth on the 1st of every month', plan(usd('100'), monthly(1, '2026-12-01'))],
    ['buy $50 of eth a week', plan(usd('50'), every(7, today))],
    ['buy 100 usdc of eth every week', plan(exact('100'), every(7, today))],
    ['dca into eth with $50 weekly', plan(usd('50'), every(7, today))],
    ['set up a DCA of $50 into ETH every Monday', plan(usd('50'), every(7, '2026-11-23'))],
    ['set up a recurring buy of $50 of ETH every Friday', plan(usd('50'), every(7, friday))],
    ['create a plan to buy $20 of WBTC every day', plan(usd('20'), every(1, today), { buys: 'WBTC' })],
    ['start buying $10 of eth every 10 days', plan(usd('10'), every(10, today))],
    ['stack $20 of btc daily', plan(usd('20'), every(1, today), { buys: 'WBTC' })],
    ['put $50 into ETH every other Friday', plan(usd('50'), every(14, friday))],
    ['put $50 into ETH every second Friday', plan(usd('50'), every(14, friday))],
    ['every friday buy $50 of eth', plan(usd('50'), every(7, friday))],
    ['convert 10 dai to wbtc on fridays', plan(exact('10'), every(7, friday), { sells: 'DAI', buys: 'WBTC' })],
    [
      'sell 0.1 eth for usdc monthly on the 31st on base',
      plan(exact('0.1'), monthly(31, '2026-11-30'), { sells: 'ETH', buys: 'USDC', chainId: 31338 }),
    ],
    ['buy $50 of ETH every friday, max slippage 1%', plan(usd('50'), every(7, friday), { slippage: 0.01 })],
    [
      'buy $5 of eth weekly starting December 1 until June 30, 2027',
      plan(usd('5'), { ...every(7, '2026-12-01', 31), until: '2027-06-30' }),
    ],
    ['buy 5 usdc/day of ETH', plan(exact('5'), every(1, today))],
    ['buy $5 of ETH daily at 9am', plan(usd('5'), { ...every(1, '2026-11-23'), hour: 9 })],
    ['buy $5 of ETH every morning at 8 utc', plan(usd('5'), { ...every(1, '2026-11-23'), hour: 8 })],
    ['buy $5 of ETH every 2 weeks on fridays', plan(usd('5'), every(14, friday))],
    [
      'buy $5 of ETH every Friday until the end of the year',
      plan(usd('5'), { ...every(7, friday, 5), until: '2026-12-31' }),
    ],
    ['buy $5 of ETH every weekday', plan(usd('5'), { ...every(1, '2026-11-23'), every: { unit: 'weekday' } })],
    [['buy ETH every Friday', '$50'], plan(usd('50'), every(7, friday))],
    [['DCA $50 into ETH', 'every friday for 4 weeks'], plan(usd('50'), every(7, friday, 4, '2026-12-24'))],
    [['buy eth for 10 weeks', '$50', 'weekly'], plan(usd('50'), every(7, today, 10, '2027-01-30'))],
    [['buy $50 every Friday', 'eth'], plan(usd('50'), every(7, friday))],
    [['buy eth weekly', 'half', '20 usdc'], plan(exact('20'), every(7, today))],
    [['buy $50 of usdc every week', 'dai'], plan(usd('50'), every(7, today), { sells: 'DAI', buys: 'USDC' })],
    [['buy $50 of eth every hour', 'daily'], plan(usd('50'), every(1, today))],
    ['20 usdc into eth every week', plan(exact('20'), every(7, today))],
    [
      ['put 1000 usdc into eth over 10 weeks', '100 usdc every week'],
      plan(exact('100'), every(7, today, 10, '2027-01-30')),
    ],
    ['i get paid on fridays, so buy $50 of eth on that day every week', plan(usd('50'), every(7, friday))],
    ['buy 50 usdc of eth every week over 10 weeks', plan(exact('50'), every(7, today, 10, '2027-01-30'))],
    ['buy $5 of eth every friday for eleven weeks', plan(usd('5'), every(7, friday, 11, '2027-02-11'))],
    ['buy $5 of eth every friday for sixteen weeks', plan(usd('5'), every(7, friday, 16, '2027-03-18'))],
    ['buy $5 of eth every friday for twenty-five weeks', plan(usd('5'), every(7, friday, 25, '2027-05-20'))],
    ['buy $5 of eth every friday a dozen times', plan(usd('5'), every(7, friday, 12))],
    [
      'buy 25 usdc of wbtc each month on the 15th, for half a year',
      plan(exact('25'), { ...monthly(15, '2026-12-15', 6), spanEnd: '2027-06-14' }, { buys: 'WBTC' }),
    ],
    [
      'buy $5 of eth on weekdays for a fortnight',
      plan(usd('5'), { ...every(1, '2026-11-23', 10, '2026-12-06'), every: { unit: 'weekday' } }),
    ],
  ])('becomes a plan: %s', async (texts, terms) => {
    const { text, plans } = await say(...[texts].flat())
    expect(
      plans.map((each) => each.terms),
      text,
    ).toEqual([terms])
    expect(text).toMatch(/^Plan 1 is set up: .* UTC\./)
    expect(text).toContain('Nothing is bought automatically')
    expect(text.trimEnd().endsWith('?')).toBe(false)
  })

  it.each<[string, string]>([
    ['buy ETH every Friday', 'How much'],
    ['buy 0.01 eth every week', 'how much USDC you spend'],
    ['DCA $50 into ETH', 'How often'],
    ['buy $50 every Friday', 'Which token do you want to receive'],
    ['buy $50 of pepe every week', 'PEPE'],
    ['buy $50 of usdc every week', 'pay with something'],
    ['buy half my usdc of eth every week', 'fixed amount'],
    ['swap all my usdc to eth monthly', 'fixed amount'],
    ['buy $50 of eth every hour', 'more often than once a day'],
    ['buy $50 of eth every monday and friday', 'more than one weekday'],
    ['buy $50 of eth on the first monday of each month', 'working days of a month'],
    ['buy $50 of eth twice a week', 'more than one date'],
    ['buy $50 of eth on polygon every week', 'Polygon'],
    ['buy $0 of eth daily', 'cannot use 0'],
    ['buy $5 of eth every day at 2:30 am', 'at a time other than a full hour'],
    ['buy $5 of eth daily at 14:15', 'at a time other than a full hour'],
    ['buy $5 of eth weekly starting february 30', 'begin on a day that does not exist'],
    ['buy $5 of eth weekly starting february 29, 2027', 'begin on a day that does not exist'],
    ['buy $5 of eth weekly until the 31st of june', 'end on a day that does not exist'],
    ['buy $50 of ETH every day for 5000 days', 'more than 1000'],
    ['put 1000 usdc into eth over 10 weeks', 'each time or for all'],
    ['buy $50 of ETH or WBTC every week', 'which token and amount'],
    ['buy $50 of ETH and WBTC every week', 'which token and amount'],
    ['buy $50 of eth every day and swap 1 eth to dai', 'one'],
  ])('leads to a question if something is missing or unclear: %s', async (sentence, part) => {
    const { text, plans } = await say(sentence)
    expect(text).toContain(part)
    expect(text.trimEnd().endsWith('?')).toBe(true)
    expect(plans).toEqual([])
  })

  it.each<[string, string]>([
    ['buy $50 of eth every week if it is below 2000', 'condition'],
    ['buy $50 of ETH every Friday until it hits 5000', 'condition'],
    ['buy $50 of ETH daily at 2000', 'condition'],
    ['buy $20 of eth every day except sundays', 'annot'],
    ["don't buy $50 of eth every week", 'othing has been prepared'],
    ['can I buy $50 of eth every week?', 'plan'],
    ['i thought of setting up a weekly purchase, 20 usdc into eth, what do you think', 'prepare'],
    ['i was thinking of a weekly plan, 20 usdc into eth', 'prepare'],
    ['I bought $50 of eth every week', 'othing has been prepared'],
    ['should I dca into eth weekly?', 'think it over'],
    ['“buy $50 of ETH every day”', 'someone else'],
    ['he wrote "buy $50 of ETH every day"', 'othing has been prepared'],
    ['bridge 1 eth to base every week', 'as a plan'],
    ['stake 100 USDC every week', 'as a plan'],
    ['swap 1 eth to usdc tomorrow', 'othing has been prepared'],
  ])('makes no plan and no call if none is meant: %s', async (sentence, part) => {
    const { text, plans } = await say(sentence)
    expect(text).toContain(part)
    expect(plans).toEqual([])
  })

  it('is refused by an agent without plans, which names those who have them', async () => {
    if (!yields) throw new Error('There is no such agent')
    const book = memoryPlans()
    const said = await converse(yields, ['buy $50 of ETH every Friday'], owner, context, book)
    expect(said).toMatchObject({ text: expect.stringContaining('Countersign or Trader'), calls: [] })
    expect(book.plans).toEqual([])
  })
})

describe('a recurring transfer', () => {
  const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  const send = (sells: string, amount: PlanTerms['amount'], schedule: Schedule): PlanTerms => ({
    ...{ chainId: 31337, sells, to, amount, schedule },
  })

  it.each<[string | string[], PlanTerms]>([
    [`send 0.1 eth to ${to} every week`, send('ETH', exact('0.1'), every(7, today))],
    [`pay 20 USDC to ${to} every Friday for 4 weeks`, send('USDC', exact('20'), every(7, friday, 4, '2026-12-24'))],
    [`send $50 of ETH to ${to} on the 1st of every month`, send('ETH', usd('50'), monthly(1, '2026-12-01'))],
    [[`send 5 dai to ${to} daily`, 'make it 6 instead'], send('DAI', exact('6'), every(1, today))],
  ])('becomes a plan: %s', async (texts, terms) => {
    const { text, plans } = await say(...[texts].flat())
    expect(plans.at(-1)?.terms, text).toEqual(terms)
    expect(text).toContain(`to ${to} on Ethereum (local)`)
    expect(text).toContain('Nothing is sent automatically')
  })

  it.each<[string, string]>([
    [`send 5 dai to bob every week`, 'address'],
    [`send all my dai to ${to} every week`, 'fixed amount'],
    [`send dai to ${to} every week`, 'how much DAI'],
    [`send 5 dai to ${first} every week`, 'your own address'],
  ])('leads to a question if something is missing or wrong: %s', async (sentence, part) => {
    const { text, plans } = await say(sentence)
    expect(text).toContain(part)
    expect(plans).toEqual([])
  })
})

describe('an offered plan', () => {
  const offered = async (...texts: string[]) => {
    if (!countersign) throw new Error('There is no agent')
    const book = memoryPlans()
    const said = await converse(countersign, texts, owner, context, book, undefined, true)
    expect(book.plans, 'nothing is set up by words').toEqual([])
    return said
  }

  it('is described in full, and is set up only by the person', async () => {
    const { text, offers, calls } = await offered('buy 20 USDC of ETH every Friday for 10 weeks with 1% slippage')
    expect(text).toContain(
      '20 USDC for ETH, with 1% slippage on Ethereum (local), every Friday at 12:00 UTC.\n\nThe first 3 dates are Fri 27 Nov 2026, Fri 4 Dec 2026 and Fri 11 Dec 2026. There are 10 purchases in all, the last on Fri 29 Jan 2027.',
    )
    expect(text).toContain('set up only when you confirm it')
    expect(calls).toEqual([])
    expect(offers).toEqual([
      {
        terms: plan(exact('20'), every(7, friday, 10, '2027-02-04'), { slippage: 0.01 }),
        until: Date.UTC(2026, 10, 27, 12),
      },
    ])
  })

  it.each<[string, Partial<PurchaseTerms>]>([
    ['make it $30 instead', { amount: usd('30') }],
    ['$30', { amount: usd('30') }],
    ['on Mondays instead', { schedule: every(7, '2026-11-23') }],
    ['every month', { schedule: monthly(22, today) }],
    ['use DAI instead', { sells: 'DAI' }],
  ])('is offered anew if it is changed: %s', async (text, change) => {
    const { offers } = await offered('buy $50 of ETH every Friday', text)
    expect(offers?.[0]?.terms).toMatchObject(change)
    expect(offers?.[0]?.replaces, 'in place of the one before').toBe('a0-0')
  })

  it('stays beside an independent one', async () => {
    const { offers } = await offered('buy $50 of ETH every Friday', 'buy $20 of WBTC every day')
    expect(offers).toMatchObject([{ terms: { buys: 'WBTC' } }])
    expect(offers?.[0]).not.toHaveProperty('replaces')
  })

  it('is dropped by a no', async () => {
    const { text, offers } = await offered('buy $50 of ETH every Friday', 'no, cancel that')
    expect(offers ?? []).toEqual([])
    expect(text).toMatch(/nothing/i)
  })
})

describe('existing plans', () => {
  const two = ['buy $50 of ETH every Friday', 'buy $20 of WBTC daily']
  const states = ({ plans }: Awaited<ReturnType<typeof say>>) => plans.map(({ state }) => state)

  it.each(['my plans', 'list my plans', 'when is my next purchase?', 'do I have any plans', 'show my recurring buys'])(
    'are listed: %s',
    async (text) => {
      expect((await say(text)).text).toContain('You have no plans')
      const listed = (await say(...two, text)).text
      expect(listed).toContain('Plan 1: $50 of ETH')
      expect(listed).toContain('Next on Sun 22 Nov 2026')
    },
  )

  it.each<[string[], string[]]>([
    [['pause my ETH plan'], ['paused', 'active']],
    [['cancel plan 2'], ['active', 'canceled']],
    [['cancel my btc plan'], ['active', 'canceled']],
    [['stop all my plans'], ['paused', 'paused']],
    [
      ['pause my plan', '2'],
      ['active', 'paused'],
    ],
    [
      ['pause my plan', 'plan 1'],
      ['paused', 'active'],
    ],
    [
      ['pause plan 1', 'resume it'],
      ['active', 'active'],
    ],
    [
      ['pause all plans', 'resume my WBTC plan'],
      ['paused', 'active'],
    ],
    // "It" refers to what the agent has just set up.
    [['pause it while im on holiday'], ['active', 'paused']],
    [['cancel it'], ['active', 'canceled']],
  ])('are paused, resumed and canceled: %s', async (texts, wanted) => {
    expect(states(await say(...two, ...texts))).toEqual(wanted)
  })

  it.each([
    'pause my plan',
    'cancel plan 7',
    'pause my DAI plan',
    "don't cancel my plan 1",
    "don't pause my plans",
    'pause plan 1 on friday',
    'cancel plan 1 tomorrow',
    'pause all but plan 2',
    'pause plan 1 if eth drops',
    'should I cancel plan 1?',
    'cancel plan 1 and swap 1 eth to dai',
    'thanks',
  ])('stay unchanged if a message is unclear or not meant: %s', async (text) => {
    expect(states(await say(...two, text))).toEqual(['active', 'active'])
  })

  it('are not made twice', async () => {
    const { text, plans } = await say(two[0] ?? '', two[0] ?? '')
    expect(text).toContain('not made it twice')
    expect(plans).toHaveLength(1)
    expect((await say(two[0] ?? '', 'yes')).plans).toHaveLength(1)
  })
})
