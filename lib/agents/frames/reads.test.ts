import { describe, expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { read } from '../fixtures/following'
import { lexicon } from '../fixtures/lexicon'
import { newDialogue } from './step'
import { understand } from './understand'

describe('prices', () => {
  it.each([
    ['price check on eth', { tokens: [{ symbol: 'ETH' }] }],
    ['eth?', { tokens: [{ symbol: 'ETH' }] }],
    ['ethusd', { tokens: [{ symbol: 'ETH' }] }],
    ['eth-usd?', { tokens: [{ symbol: 'ETH' }] }],
    ['btcusd price', { tokens: [{ symbol: 'WBTC' }] }],
    ['wbtc-usdc', { tokens: [{ symbol: 'WBTC' }], into: { symbol: 'USDC' } }],
    ['ethusdc', { tokens: [{ symbol: 'ETH' }], into: { symbol: 'USDC' } }],
    ['what does a bitcoin go for these days', { tokens: [{ symbol: 'WBTC' }] }],
    ['how much would i get if i sold 2 eth', { tokens: [{ symbol: 'ETH' }], amount: { value: '2' } }],
    [
      'if i had 2000 dai how much eth is that',
      { tokens: [{ symbol: 'DAI' }], amount: { value: '2000' }, into: { symbol: 'ETH' } },
    ],
    [
      'if i sold a quarter of an ether for dai what would come out roughly',
      { tokens: [{ symbol: 'ETH' }], amount: { value: '0.25' }, into: { symbol: 'DAI' } },
    ],
    ['did eth go up?', { tokens: [{ symbol: 'ETH' }] }],
    ['show me prices', { isGeneral: true }],
    ['how much eth is $1000', { tokens: [{ symbol: 'ETH' }], amount: { kind: 'usd', value: '1000' } }],
    ['eth/usdc', { tokens: [{ symbol: 'ETH' }], into: { symbol: 'USDC' } }],
    ['exchange rate eth usdc', { tokens: [{ symbol: 'ETH' }], into: { symbol: 'USDC' } }],
    ["what's the eth to dai rate", { tokens: [{ symbol: 'ETH' }], into: { symbol: 'DAI' } }],
    ['how many eth can i buy with 1000 usdc', { tokens: [{ symbol: 'USDC' }], into: { symbol: 'ETH' } }],
    ['how is eth', { tokens: [{ symbol: 'ETH' }] }],
    ["what's 2 eth", { tokens: [{ symbol: 'ETH' }], amount: { value: '2' } }],
    ["where's eth trading rn", { tokens: [{ symbol: 'ETH' }] }],
    ['eth how much', { tokens: [{ symbol: 'ETH' }] }],
    ["what's eth at right now?", { tokens: [{ symbol: 'ETH' }] }],
    ['is usdc still a dollar', { tokens: [{ symbol: 'USDC' }] }],
    ['has dai depegged?', { tokens: [{ symbol: 'DAI' }] }],
    ['price of everything', { isGeneral: true }],
    ["what's 100 bucks in eth", { tokens: [{ symbol: 'ETH' }], amount: { kind: 'usd', value: '100' } }],
    ['how much eth do i get for 100 dollars', { tokens: [{ symbol: 'ETH' }], amount: { kind: 'usd', value: '100' } }],
    ['0.1 btc in eth', { tokens: [{ symbol: 'WBTC' }], amount: { value: '0.1' }, into: { symbol: 'ETH' } }],
    ['eth btc ratio', { tokens: [{ symbol: 'ETH' }], into: { symbol: 'WBTC' } }],
    ['price for eth and btc', { tokens: [{ symbol: 'ETH' }, { symbol: 'WBTC' }] }],
    ['how much eth is 1000 usdc', { tokens: [{ symbol: 'USDC' }], into: { symbol: 'ETH' } }],
  ])('%s', (text, query) => {
    expect(read(text)).toMatchObject({ kind: 'price', query })
  })

  it('a number to compare with is no amount', () => {
    expect(read('is eth above 3000?')).toEqual({
      kind: 'price',
      query: { tokens: [{ text: 'eth', symbol: 'ETH' }] },
    })
  })

  it('two prices are no rate', () => {
    expect(read('price for eth and btc')).not.toHaveProperty('query.into')
  })

  it('is asked for again in another token', () => {
    const asked = { ...newDialogue, topic: 'price', about: { text: 'ETH', symbol: 'ETH' } } as const
    const query = { tokens: [{ symbol: 'ETH' }], into: { symbol: 'DAI' } }
    expect(understand('and in dai?', lexicon, asked)).toMatchObject({ kind: 'price', query })
    expect(read('in dai?')).not.toMatchObject({ kind: 'price' })
  })

  it('are not asked for by a request', () => {
    expect(read('swap 1 eth for usdc at the best rate')).toMatchObject({ kind: 'request' })
  })
})

describe('balances', () => {
  it.each([
    ['how much eth', { symbols: ['ETH'] }],
    ['how many dai left?', { symbols: ['DAI'] }],
    ["what's my usdc", { symbols: ['USDC'] }],
    ['have i got enough usdc to send someone 500', { symbols: ['USDC'] }],
    ['do i have enough eth to buy 500 usdc?', { symbols: ['ETH'] }],
    ['did any of my usdc end up on base', { symbols: ['USDC'], chainIds: [expect.any(Number)] }],
    ['pull up my wallet', { symbols: [] }],
    ['bags check', { symbols: [] }],
  ])('%s', (text, query) => {
    expect(read(text)).toMatchObject({ kind: 'balances', query })
  })

  it('how much is no question of balances after a price', () => {
    expect(understand('how much eth', lexicon, { ...newDialogue, topic: 'price' }).kind).not.toBe('balances')
  })
})

describe('yields and rates', () => {
  it.each([
    ['where do i get the most for my usdc', 'yields'],
    ['what pays the most', 'yields'],
    ["where would my usdc earn the most if i don't mind it being stuck for a bit", 'yields'],
    ['one can earn interest on these dollar coins. what is on offer at present, please?', 'yields'],
    ['how much does lending usdc pay', 'yields'],
    ['supply rate for dai', 'yields'],
    ['lending rates', 'yields'],
    ['best rate for usdc?', 'yields'],
    ['what rate do i get on my usdc', 'yields'],
    ['anything without lockup for my usdc?', 'yields'],
    ['is there something paying over 10%', 'yields'],
    ['best place to park usdc', 'yields'],
    ['compare locked and flexible', 'yields'],
    ['if i stake 1000 usdc how much do i make in a month', 'yields'],
    ['anything better than 5 percent', 'yields'],
    ['is there anything above 5% for usdc', 'yields'],
    ['anything good for weth', 'yields'],
    ['is there a better rate than mine', 'yields'],
    ['is my usdc in the best place', 'yields'],
    ['where can i make money', 'yields'],
    ['if i stake 1000 usdc for a year what do i get', 'yields'],
    ["i've got 500 usdc doing nothing, ideas?", 'yields'],
    ['interest rate on loans', 'borrow-rates'],
    ['cheapest to borrow', 'borrow-rates'],
    ['what would a loan cost me', 'borrow-rates'],
  ])('%s: %s', (text, of) => {
    expect(read(text)).toMatchObject({ kind: 'insight', insight: { of } })
  })
})

it.each([
  ["what's on base", { symbols: [] }],
  ["what's in here", { symbols: [] }],
  ['any weth?', { symbols: ['WETH'] }],
  ['how much usdc is on ethereum', { symbols: ['USDC'], chainIds: [localChainIds[0]] }],
  ['where is my usdc?', { symbols: ['USDC'] }],
  ['show usdc on both chains', { symbols: ['USDC'] }],
  ['which chain is my dai on', { symbols: ['DAI'] }],
  ['did my usdc arrive?', { symbols: ['USDC'] }],
  ['i have how many usdc?', { symbols: ['USDC'] }],
  ['am i out of gas', { symbols: ['ETH'] }],
  ['can i afford 2 eth', { symbols: [] }],
  ['how much is my wallet worth in eth', { symbols: [] }],
  ['what do i have except eth', { symbols: [] }],
  ['everything i have please', { symbols: [] }],
])('%s is about balances', (text, query) => {
  expect(read(text)).toMatchObject({ kind: 'balances', query })
})

it.each(['where is my transaction', 'which chain is best', 'anything for me?', 'any luck?'])(
  '%s is not about balances',
  (text) => {
    expect(read(text)).not.toMatchObject({ kind: 'balances' })
  },
)

it('what is left is a balance', () => {
  expect(read('how much dai is left')).toMatchObject({ kind: 'balances', query: { symbols: ['DAI'] } })
})

describe('after a list of yields', () => {
  const dialogue = {
    ...newDialogue,
    job: { act: 'stake', token: { text: 'usdc', symbol: 'USDC' } },
    topic: 'yields',
  } as const

  it.each([
    ['and weth?', { token: { symbol: 'WETH' } }],
    ['what about dai?', { token: { symbol: 'DAI' } }],
    ['does that one have a lockup?', { token: { symbol: 'USDC' } }],
  ])('%s', (text, insight) => {
    expect(understand(text, lexicon, dialogue)).toMatchObject({
      kind: 'insight',
      insight: { of: 'yields', ...insight },
    })
  })

  it('a request is one', () => {
    expect(understand('stake 100 in the first', lexicon, { ...dialogue, offered: ['Flexible'] })).toMatchObject({
      kind: 'job',
      job: { amount: { value: '100' }, token: { symbol: 'USDC' } },
    })
  })
})

it('what cannot be done is refused', () => {
  expect(read('can you book me a flight to lisbon?')).toEqual({ kind: 'talk', topic: 'beyond' })
  expect(read("i don't want to stake now, just curious what the vaults pay")).toMatchObject({
    insight: { of: 'yields' },
  })
})
