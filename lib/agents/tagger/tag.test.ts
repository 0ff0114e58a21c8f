import { describe, expect, it } from 'vitest'
import { buildChains } from '@/lib/chain/chains/chains'
import type { Item } from './item'
import { buildLexicon } from './lexicon'
import { tag } from './tag'

const nowhere = 'http://127.0.0.1:9'
const local = buildLexicon(buildChains([31337, 31338].map((id) => ({ id, rpcUrl: nowhere }))))
const real = buildLexicon(buildChains([1, 8453].map((id) => ({ id, rpcUrl: nowhere }))))

const amounts = (text: string) => tag(text, local).flatMap((item) => (item.is === 'amount' ? [item.amount] : []))
const symbols = (items: readonly Item[]) => items.flatMap((item) => (item.is === 'token' ? [item.token.symbol] : []))
const chainIds = (items: readonly Item[]) => items.flatMap((item) => (item.is === 'chain' ? [item.chain.id] : []))

describe('amounts', () => {
  it.each([
    ['0.5', '0.5'],
    ['.5', '0.5'],
    ['1,000.50', '1000.50'],
    ['1,000,000', '1000000'],
    ['1k', '1000'],
    ['2.5k', '2500'],
    ['2.5m', '2500000'],
    ['1.2345k', '1234.5'],
    ['0.1eth', '0.1'],
    ['3 thousand', '3000'],
    ['ten', '10'],
    ['a hundred', '100'],
    ['a grand', '1000'],
    ['5 grand', '5000'],
    ['2 k', '2000'],
    ['two hundred and fifty', '250'],
    ['a hundred and five', '105'],
    ['one thousand two hundred and twenty five', '1225'],
    ['twelve hundred', '1200'],
    ['three million two thousand', '3002000'],
    ['one and a half', '1.5'],
    ['three quarters of an ether', '0.75'],
    ['three quarters of one eth', '0.75'],
    ['two fifths of an eth', '0.4'],
    ['two and a half thousand', '2500'],
    ['half a million', '500000'],
    ['zero point zero five', '0.05'],
    ['point two five', '0.25'],
    ['1.5 million', '1500000'],
    ['0,15', '0.15'],
    [
      '115792089237316195423570985008687907853269984665640564039457',
      '115792089237316195423570985008687907853269984665640564039457',
    ],
  ])('%s is exactly %s', (text, value) => {
    expect(amounts(text)).toEqual([{ kind: 'exact', value }])
  })

  it.each([
    ['$50', '50'],
    ['$1,250.50', '1250.50'],
    ['$2k', '2000'],
    ['50$', '50'],
    ['50 dollars', '50'],
    ['a hundred bucks', '100'],
    ['two hundred and fifty dollars', '250'],
    ['5 thousand dollars', '5000'],
    ['$5 thousand', '5000'],
  ])('%s is %s dollars', (text, value) => {
    expect(amounts(text)).toEqual([{ kind: 'usd', value }])
  })

  it('takes a dollar sign for the number that it stands at', () => {
    expect(amounts('1 $20')).toEqual([
      { kind: 'exact', value: '1' },
      { kind: 'usd', value: '20' },
    ])
    expect(amounts('20$ 1')).toEqual([
      { kind: 'usd', value: '20' },
      { kind: 'exact', value: '1' },
    ])
  })

  it.each(['1/2 eth', 'half eth', 'quarter weth'])('is asked for where it may be of one or of all: %s', (text) => {
    expect(amounts(text)).toMatchObject([{ kind: 'bad' }])
  })

  it.each([
    ['half', 1n, 2n],
    ['1/2 of my eth', 1n, 2n],
    ['half usdc', 1n, 2n],
    ['half my eth', 1n, 2n],
    ['three quarters of my eth', 3n, 4n],
    ['a quarter', 1n, 4n],
    ['a third', 1n, 3n],
    ['50%', 50n, 100n],
    ['12.5 %', 125n, 1000n],
    ['10 percent', 10n, 100n],
    ['3/4', 3n, 4n],
    ['100%', 100n, 100n],
  ])('%s is a share', (text, part, whole) => {
    expect(amounts(text)).toEqual([{ kind: 'share', part, whole }])
  })

  it.each([
    ['0,5', '0.5'],
    ['1,000', '1000'],
    ['0,125', '0.125'],
    ['1,5', '1.5'],
    ['1,00', '1.00'],
    ['1.000,50', '1000.50'],
    ['2,5k', '2500'],
  ])('the comma in %s can only mean one thing', (text, value) => {
    expect(amounts(text)).toEqual([{ kind: 'exact', value }])
  })

  it.each([
    ['a grand', '1000'],
    ['3 grand', '3000'],
    ['two thousand five hundred', '2500'],
    ['a hundred and twenty', '120'],
    ['one hundred and fifty', '150'],
    ['fifteen hundred', '1500'],
    ['two and a half', '2.5'],
    ['2 and a half', '2.5'],
    ['two and a half thousand', '2500'],
    ['one point two five', '1.25'],
    ['1 1/2', '1.5'],
    ['a half eth', '0.5'],
  ])('%s is one number', (text, value) => {
    expect(amounts(text)).toEqual([{ kind: 'exact', value }])
  })

  it('reads shares that are counted', () => {
    expect(amounts('three fourths of my dai')).toEqual([{ kind: 'share', part: 3n, whole: 4n }])
    expect(amounts('a fifth of my dai')).toEqual([{ kind: 'share', part: 1n, whole: 5n }])
    expect(amounts('the fifth')).toEqual([])
  })

  it.each(['constructor', '__proto__', 'a constructor', '5 constructor', 'one constructor'])(
    'takes nothing that every object has for a share or a size: %s',
    (text) => {
      for (const item of tag(`${text} usdc`, local))
        if (item.is === 'amount')
          expect(item.amount).toMatchObject({ kind: 'exact', value: expect.stringMatching(/^\d$/) })
    },
  )

  it('knows all, and all but something', () => {
    expect(amounts('all my eth')).toEqual([{ kind: 'all' }])
    expect(amounts('max usdc')).toEqual([{ kind: 'all' }])
    expect(amounts('all but 0.1 eth')).toEqual([{ kind: 'all-but', value: '0.1' }])
    expect(amounts('everything but two hundred usdc')).toEqual([{ kind: 'all-but', value: '200' }])
  })

  it.each(['1,500,50', '1.2.3', '-1', '1e18', '101%', '3/2', '0%', '0/5', '$-5', '12abc'])(
    'refuses %s rather than guess',
    (text) => {
      expect(amounts(text).map(({ kind }) => kind)).toContain('bad')
    },
  )

  it('keeps numbers apart that are no one number', () => {
    for (const text of ['two and three', 'one hundred thousand thousand', 'twenty ten', 'fifty hundred five six'])
      expect(amounts(text).length, text).not.toBe(1)
    expect(amounts('a couple of hundred usdc')).toEqual([])
    expect(amounts('hundreds of dollars, a million reasons less one').map(({ kind }) => kind)).not.toContain('usd')
  })

  it('does not take a percentage of slippage for an amount', () => {
    expect(amounts('max slippage 2%')).toEqual([])
    expect(tag('with a slippage tolerance of 0.3%', local)).toEqual([expect.objectContaining({ fraction: 0.003 })])
    expect(amounts('slippage 2')).toEqual([{ kind: 'exact', value: '2' }])
  })
})

describe('tokens', () => {
  it.each(['usdc', 'USDC', 'Usdc', 'usd coin', 'USD Coin'])('%s is USDC', (text) => {
    expect(symbols(tag(`swap 1 ${text}`, local))).toEqual(['USDC'])
  })

  it.each(['usdx', 'usdcc', 'uscd', 'bucks'])('%s is no token: symbols are never corrected', (text) => {
    expect(symbols(tag(`swap 1 ${text}`, local))).toEqual([])
  })

  it('takes bitcoin for WBTC, although a token has it as its symbol', () => {
    expect(symbols(tag('buy bitcoin', real))).toEqual(['WBTC'])
  })

  it('takes no everyday word for a token of that name', () => {
    expect(symbols(tag('is it safe, can you check that it is real', real))).toEqual([])
    expect(symbols(tag('swap 5 pepe', real))).toEqual(['PEPE'])
  })
})

describe('networks', () => {
  it('resolves a spoken name to the network that is served', () => {
    expect(chainIds(tag('on base', local))).toEqual([31338])
    expect(chainIds(tag('on base', real))).toEqual([8453])
    expect(chainIds(tag('on mainnet', local))).toEqual([31337])
    expect(chainIds(tag('on Ethereum (local)', local))).toEqual([31337])
    expect(chainIds(tag('on etherium', real))).toEqual([1])
  })

  it('keeps a network that is not served as one', () => {
    expect(tag('on arbitrum', local).at(-1)).toEqual({ is: 'chain', chain: { text: 'arbitrum' } })
  })

  it('tells the coin ethereum from the network by the words around it', () => {
    expect(chainIds(tag('from eth to base', local))).toEqual([31337, 31338])
    expect(symbols(tag('1 eth to base', local))).toEqual(['ETH'])
  })
})

describe('recipients', () => {
  const good = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const recipients = (text: string) =>
    tag(text, local).flatMap((item) => (item.is === 'recipient' ? [item.recipient] : []))

  it.each([good, good.toLowerCase(), `0x${good.slice(2).toUpperCase()}`])('takes %s', (text) => {
    expect(recipients(text)).toEqual([{ kind: 'address', address: good }])
  })

  it.each([
    [good.replace('C8', 'c8'), 'checksum'],
    [good.slice(0, -1), '39'],
    [`${good}1`, '41'],
    [good.replace('C8', 'CG'), 'hexadecimal'],
    [`${good.slice(0, 6)}...${good.slice(-4)}`, 'shortened'],
    [good.slice(2), '0x'],
    ['0x', '0 characters'],
  ])('says what is wrong with %s', (text, why) => {
    expect(recipients(text)).toEqual([{ kind: 'bad', text, why: expect.stringContaining(why) }])
  })

  it('takes a name as a name', () => {
    expect(recipients('Vitalik.eth')).toEqual([{ kind: 'name', name: 'vitalik.eth' }])
  })
})

describe('verbs', () => {
  const verbs = (text: string) =>
    tag(text, local).flatMap((item) => (item.is === 'verb' ? [[item.verb, item.form]] : []))

  it.each([
    ['swpa', 'swap'],
    ['swa', 'swap'],
    ['sendd', 'send'],
    ['brigde', 'bridge'],
    ['covnert', 'swap'],
    ['trasnfer', 'send'],
    ['purchse', 'buy'],
  ])('%s is a slip for %s', (text, verb) => {
    expect(verbs(text)).toEqual([[verb, 'base']])
  })

  it.each(['lend', 'spend', 'bell', 'grade', 'fridge', 'charge', 'snap', 'bye', 'sand'])(
    '%s is its own word',
    (text) => {
      expect(verbs(text)).toEqual([])
    },
  )

  it('tells what is done from what is to be done', () => {
    expect(verbs('swapped')).toEqual([['swap', 'past']])
    expect(verbs('sent')).toEqual([['send', 'past']])
    expect(verbs('swapping')).toEqual([['swap', 'gerund']])
  })
})
