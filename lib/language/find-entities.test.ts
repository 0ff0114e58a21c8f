import { describe, expect, it } from 'vitest'
import type { Entity } from './entity'
import { findEntities } from './find-entities'
import { testNames } from './testing/names'

/** Formats an entity on one line: its kind, the piece of the text, and its meaning. */
function shown(text: string, { start, end, is, or, ...rest }: Entity): string {
  const facts = Object.entries(rest).map(([key, value]) => (value === true ? key : `${key} ${JSON.stringify(value)}`))
  return [`${is} «${text.slice(start, end)}»`, ...facts].join(' ').replaceAll('"', '')
}
const found = (text: string): string[] => findEntities(text, testNames).map((entity) => shown(text, entity))

/** Returns the figures of a text by their values, with both readings of ambiguous ones. */
const figures = (text: string): string[] =>
  findEntities(text, testNames).flatMap((entity) =>
    'value' in entity ? [`${entity.is} ${entity.either ? entity.either.join(' or ') : entity.value}`] : [],
  )

describe('figures', () => {
  it.each([
    ['1.5k usdc', ['number 1500']],
    ['2m dai', ['number 2000000']],
    ['1,234.50 USDC', ['number 1234.5']],
    ['1.234,50 USDC', ['number 1234.5']],
    ['1 234,50 USDC', ['number 1234.5']],
    ['1\u202f234,50 USDC', ['number 1234.5']],
    ["1'234.50 USDC", ['number 1234.5']],
    ['½ eth', ['number 0.5']],
    ['2½ eth', ['number 2.5']],
    ['1/4 eth', ['number 0.25']],
    ['1e3 dai', ['number 1000']],
    ['1e18', ['number 1000000000000000000']],
    ['five', ['number 5']],
    ['a hundred usdc', ['number 100']],
    ['a hundred and fifty', ['number 150']],
    ['another hundred and fifty', ['number 150']],
    ['nine hundred ninety nine', ['number 999']],
    ['twelve hundred usdc', ['number 1200']],
    ['two and a half eth and 3', ['number 2.5', 'number 3']],
    ['two and a half thousand usdt', ['number 2500']],
    ['twenty-two and a half', ['number 22.5']],
    ['point three eth', ['number 0.3']],
    ['one point two five eth', ['number 1.25']],
    ['point oh oh five bitcoin', ['number 0.005']],
    ['1.5 million', ['number 1500000']],
    ['1.5 lakh usdc', ['number 150000']],
    ['５００ USDC', ['number 500']],
    ['20 USDC and USDC 20', ['number 20', 'number 20']],
    ['0,25 eth', ['number 0.25']],
    ['1,5 eth', ['number 1.5']],
    ['.5 eth', ['number 0.5']],
    ['300usdc', ['number 300']],
    ['one whole eth', ['number 1']],
    ['three full ETH', ['number 3']],
    ['two hundred US dollars', ['dollars 200']],
    ['1,000 usdc', ['number 1000']],
    ['1,234 dai', ['number 1234 or 1.234']],
    ['1.050 usdc', ['number 1.05 or 1050']],
    ['1.234 eth', ['number 1.234']],
    // Another number shows the writer's decimal mark.
    ['1,234 dai and 0.5 eth', ['number 1234', 'number 0.5']],
    ['1,234 dai and 0,5 eth', ['number 1.234 or 1234', 'number 0.5']],
    ['fourteen fifty', ['number 1450 or 14.5']],
    ['a couple of eth', ['number 2']],
    ['$5', ['dollars 5']],
    ['$2k', ['dollars 2000']],
    ['5 bucks', ['dollars 5']],
    ['twenty five bucks', ['dollars 25']],
    ['forty two dollars and fifty cents', ['dollars 42.5']],
    ['3 dollars 5 cents', ['dollars 3.05']],
    ['USD 5,000.00', ['dollars 5000']],
    ['80 cents', ['dollars 0.8']],
    ['EUR 312.40', ['money 312.4']],
    ['0.1 %', ['percent 0.1']],
    ['30 bps', ['percent 0.3']],
    ['five basis points', ['percent 0.05']],
    ['half a percent', ['percent 0.5']],
    ['4% APY', ['rate 4']],
    ['5 gwei', ['gwei 5']],
    ['3x', ['times 3']],
    ['x30', ['times 30']],
    ['twice', ['times 2']],
    ['60/40', ['percent 60', 'percent 40']],
    ['sixty forty', ['number 60', 'number 40']],
    ['half a grand', ['number 500']],
    ['half a million dai', ['number 500000']],
    ['a quarter of a million', ['number 250000']],
    ['ten-thousand usdc', ['number 10000']],
    ['two-hundred usdc', ['number 200']],
    ['three-hundred-and-five usdc', ['number 305']],
    ['a couple of hundred usdc', ['number 200']],
    ['twenty five k', ['number 25000']],
    ['nine and three quarters eth', ['number 9.75']],
    ['1 1/2 eth', ['number 1.5']],
    ['3\u20444 eth', ['number 0.75']],
    ['2½k usdc', ['number 2500']],
    ['1e-2 eth', ['number 0.01']],
  ])('%s', (text, expected) => expect(figures(text)).toEqual(expected))
})

describe('names', () => {
  it.each([
    ['half', ['share «half» part [1,2]']],
    ['a third of it', ['share «a third of it» part [1,3]']],
    ['three quarters', ['share «three quarters» part [3,4]']],
    ['1/4 of my dai', ['share «1/4» part [1,4]', 'token «dai» symbol DAI known']],
    ['a tenth of a wbtc', ['number «a tenth of» value 0.1', 'token «wbtc» symbol WBTC known']],
    ['everything', ['share «everything» part [1,1]']],
    ['send max weth', ['share «max» part [1,1]', 'token «weth» symbol WETH known']],
    ['all but 2', ['share «all» part [1,1] but', 'number «2» value 2']],
    ['all except', ['share «all» part [1,1] but']],
    ['the rest', ['share «the rest» part [1,1] rest']],
    ['max 0.1% slippage', ['percent «0.1%» value 0.1 of slippage']],
    ['some dai', ['some «some»', 'token «dai» symbol DAI known']],
    ['ether', ['token «ether» symbol ETH known']],
    ['bitcoin', ['token «bitcoin» symbol WBTC known']],
    ['usd coins', ['token «usd coins» symbol USDC known']],
    ['u s d c', ['token «u s d c» symbol USDC known']],
    ['usdc.e', ['token «usdc.e» symbol USDC.e known']],
    ['weths', ['token «weths» symbol WETH known']],
    ['$UNI', ['token «UNI» symbol UNI known']],
    ['$FOO', ['token «$FOO» symbol FOO known false']],
    ['20 FOO', ['number «20» value 20', 'token «FOO» symbol FOO known false']],
    ['sol', ['token «sol» symbol SOL known false']],
    // A symbol that is a word counts in capitals, or after a figure.
    ['keep it safe', ['pronoun «it» for thing']],
    ['sell SAFE', ['token «SAFE» symbol SAFE known']],
    ['20 safe', ['number «20» value 20', 'token «safe» symbol SAFE known maybe']],
    ['buy link', ['token «link» symbol LINK known maybe']],
    ['on base', ['chain «base» name Base chainId 8453']],
    ['on arb', ['chain «arb» name Arbitrum One chainId 42161']],
    ['2 arb', ['number «2» value 2', 'token «arb» symbol ARB known']],
    ['ethereum mainnet', ['chain «ethereum mainnet» name Ethereum chainId 1']],
    ['on avalanche', ['chain «avalanche» name Avalanche chainId null']],
    ['on every chain', ['chains «every chain»']],
    ['with rocket-pool', ['protocol «rocket-pool» id rocket-pool']],
    ['aave v3', ['protocol «aave v3» id aave']],
    ['no lock-up', ['lockup «no lock-up» none']],
    ['my loan', ['position «loan» kind loan']],
    ['Punk 7804', ['collection «Punk» id cryptopunks', 'nft «7804» id 7804 collection cryptopunks']],
    ['#42', ['nft «#42» id 42']],
    ['token number 417', ['nft «token number 417» id 417']],
    ['ape 500 usdc', ['collection «ape» id bayc maybe', 'number «500» value 500', 'token «usdc» symbol USDC known']],
    ['withdraw(uint256)', ['function «withdraw(uint256)» signature withdraw(uint256)']],
    ['setApprovalForAll', ['function «setApprovalForAll» signature setApprovalForAll']],
    ['to my brother', ['pronoun «my brother» for person']],
    [
      'max mara',
      ['share «max» part [1,1]', 'contact «mara» name Mara address 0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    ],
  ])('%s', (text, expected) => expect(found(text)).toEqual(expected))

  it.each(['1,23.4', '1,234,50', '1,2,3', '$1.2.3'])('%s is no number', (text) =>
    expect(findEntities(`send ${text} usdc`, testNames)).toMatchObject([{ is: 'badNumber' }, { symbol: 'USDC' }]),
  )

  it('has every meaning of a name', () => {
    const [arb] = findEntities('arb', testNames)
    expect([arb?.is, ...(arb?.or ?? []).map(({ is }) => is)]).toEqual(['token', 'chain'])
  })
})

describe('addresses and names', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  it.each([
    [address, 'right', undefined],
    [address.toLowerCase(), 'none', undefined],
    [address.replace('C8', 'c8'), 'wrong', undefined],
    [`eth:${address}`, 'right', 1],
    [`base:${address},`, 'right', 8453],
  ])('%s', (text, checksum, chainId) => {
    expect(findEntities(text, testNames)).toMatchObject([
      { is: 'address', address, checksum, ...(chainId && { chainId }) },
    ])
  })

  it.each(['0x12…ab', '0x9af3...12cd', `${address}0`, address.slice(0, -1), '0xnothing', 'zero x nine a f three'])(
    '%s identifies nobody',
    (text) => expect(findEntities(text, testNames)).toMatchObject([{ is: 'badAddress', start: 0, end: text.length }]),
  )

  it('reads a dictated address', () => {
    const spoken =
      'zero x seven zero nine nine seven nine seven zero c five one eight one two d c three a zero one zero c seven d zero one b five zero e zero d one seven d c seven nine c eight'
    expect(findEntities(spoken, testNames)).toMatchObject([
      { is: 'address', address, checksum: 'none', dictated: true },
    ])
  })

  it('reads a hash', () => {
    const hash = `0x${'ab'.repeat(32)}`
    expect(findEntities(hash, testNames)).toMatchObject([{ is: 'hash', hash }])
  })

  it.each([
    ['send to Vitalik.eth.', ['vitalik.eth']],
    ['invoice-2291.acme.eth, ben.eth', ['invoice-2291.acme.eth', 'ben.eth']],
    ['to friend dot countersign dot eth', ['friend.countersign.eth']],
    ['uniswap.org', []],
  ])('%s', (text, expected) => {
    expect(findEntities(text, testNames).flatMap((entity) => (entity.is === 'name' ? [entity.name] : []))).toEqual(
      expected,
    )
  })

  it('does not know where a dictated name begins', () => {
    expect(findEntities('to home rentals dot eth', testNames)).toMatchObject([
      { name: 'rentals.eth', dictated: true, or: [{ name: 'homerentals.eth' }] },
    ])
  })
})

describe('times', () => {
  it.each([
    [
      'every other Friday until March, at noon Paris time',
      [
        'recurrence «every other Friday» every {unit:week,count:2} weekdays [5]',
        'date «March» day {kind:date,month:2} edge until',
        'date «noon Paris time» time {hour:12,minute:0,zone:Europe/Paris}',
      ],
    ],
    ['on the 3rd', ['date «3rd» day {kind:date,day:3}']],
    ['every Friday evening', ['recurrence «every Friday evening» every {unit:week,count:1} weekdays [5] part evening']],
    ['pending an hour ago', ['duration «an hour ago» count 1 unit hour side back']],
    ['monthly', ['recurrence «monthly» every {unit:month,count:1}']],
    ['twice a week', ['recurrence «twice a week» every {unit:week,count:1} times 2']],
    ['every 2 weeks', ['recurrence «every 2 weeks» every {unit:week,count:2}']],
    ['every 6h', ['recurrence «every 6h» every {unit:hour,count:6}']],
    [
      'every weekday at 9am UTC+2',
      [
        'recurrence «every weekday» every {unit:weekday,count:1}',
        'date «9am UTC+2» time {hour:9,minute:0,zone:+02:00}',
      ],
    ],
    ['every Monday and Thursday', ['recurrence «every Monday and Thursday» every {unit:week,count:1} weekdays [1,4]']],
    ['mondays', ['recurrence «mondays» every {unit:week,count:1} weekdays [1]']],
    ['the first of every month', ['recurrence «first of every month» every {unit:month,count:1} days [1]']],
    ['first day of each quarter', ['recurrence «first day of each quarter» every {unit:month,count:3} days [1]']],
    [
      'last business day of every month',
      ['recurrence «last business day of every month» every {unit:month,count:1} days [31] more'],
    ],
    [
      '5 dai a month',
      ['number «5» value 5', 'token «dai» symbol DAI known', 'recurrence «a month» every {unit:month,count:1}'],
    ],
    ['in a month', ['duration «a month» count 1 unit month side ahead']],
    ['7 days', ['duration «7 days» count 7 unit day']],
    ['for a week', ['duration «a week» count 1 unit week']],
    ['an hour ago', ['duration «an hour ago» count 1 unit hour side back']],
    ['30-day', ['duration «30-day» count 30 unit day']],
    ['tomorrow at noon', ['date «tomorrow at noon» day {kind:tomorrow} time {hour:12,minute:0}']],
    ['next friday', ['date «next friday» day {kind:weekday,weekday:5,week:next}']],
    ['20th May', ['date «20th May» day {kind:date,month:4,day:20}']],
    ['dec 31', ['date «dec 31» day {kind:date,month:11,day:31}']],
    ['2027-01-15', ['date «2027-01-15» day {kind:date,year:2027,month:0,day:15}']],
    ['31/12/2026', ['date «31/12/2026» day {kind:date,year:2026,month:11,day:31}']],
    [
      'on 15 January 2027 at 09:00 Zurich time',
      [
        'date «15 January 2027 at 09:00 Zurich time» day {kind:date,month:0,day:15,year:2027} time {hour:9,minute:0,zone:Europe/Zurich}',
      ],
    ],
    ['6 p.m.', ['date «6 p.m.» time {hour:18,minute:0}']],
    ['14:00 utc', ['date «14:00 utc» time {hour:14,minute:0,zone:UTC}']],
    ['by year end', ['date «year end» day {kind:end,unit:year} edge by']],
    ['i may', []],
    ['second one', ['ordinal «second one» nth 2']],
    ['the last one', ['ordinal «last one» nth -1']],
  ])('%s', (text, expected) => expect(found(text)).toEqual(expected))
})

it('finds entities in order and without overlaps', () => {
  const text =
    'sell half my eth 4 usdc n send it all to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 on the 3rd, max .1% slip'
  const entities = findEntities(text, testNames)
  expect(entities.length).toBeGreaterThan(7)
  for (const [index, { start, end }] of entities.entries()) {
    expect(start).toBeGreaterThanOrEqual(entities[index - 1]?.end ?? 0)
    expect(end).toBeGreaterThan(start)
  }
})

it('takes time in proportion to the length of a text, whatever it says', () => {
  const pieces = [
    '1,',
    '1 234 ',
    'a.',
    'one ',
    '0x',
    'every ',
    'zero x ',
    'u ',
    'a dot ',
    'f(',
    'half a ',
    '$',
    '1/',
    'twenty ',
    '0x…',
    'rocket ',
  ]
  /** Takes the fastest of three runs: a busy machine only adds time. */
  const spent = (length: number): number =>
    Math.min(
      ...[1, 2, 3].map(() => {
        const started = performance.now()
        for (const piece of pieces) findEntities(piece.repeat(Math.ceil(length / piece.length)), testNames)
        return performance.now() - started
      }),
    )
  // Eight times the length, far from the 64 times of quadratic growth.
  const short = spent(2_000)
  expect(spent(16_000) / short).toBeLessThan(24)
})
