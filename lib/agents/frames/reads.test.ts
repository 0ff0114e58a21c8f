import { describe, expect, it } from 'vitest'
import { localChainIds } from '@/lib/chain/chain-facts'
import { buildChains } from '@/lib/chain/chains'
import { buildLexicon } from '../tagger/lexicon'
import { newDialogue } from './step'
import { understand } from './understand'

const lexicon = buildLexicon(buildChains(localChainIds.map((id) => ({ id, rpcUrl: 'http://127.0.0.1:9' }))))
const read = (text: string) => understand(text, lexicon, newDialogue)

describe('prices', () => {
  it.each([
    ['price check on eth', { tokens: [{ symbol: 'ETH' }] }],
    ['did eth go up?', { tokens: [{ symbol: 'ETH' }] }],
    ['show me prices', { isGeneral: true }],
    ['how much eth is $1000', { tokens: [{ symbol: 'ETH' }], amount: { kind: 'usd', value: '1000' } }],
    ['eth/usdc', { tokens: [{ symbol: 'ETH' }], into: { symbol: 'USDC' } }],
    ['exchange rate eth usdc', { tokens: [{ symbol: 'ETH' }], into: { symbol: 'USDC' } }],
    ["what's the eth to dai rate", { tokens: [{ symbol: 'ETH' }], into: { symbol: 'DAI' } }],
    ['how many eth can i buy with 1000 usdc', { tokens: [{ symbol: 'USDC' }], into: { symbol: 'ETH' } }],
    ['how much eth is 1000 usdc', { tokens: [{ symbol: 'USDC' }], into: { symbol: 'ETH' } }],
  ])('%s', (text, query) => {
    expect(read(text)).toMatchObject({ kind: 'price', query })
  })

  it('are not asked for by a request', () => {
    expect(read('swap 1 eth for usdc at the best rate')).toMatchObject({ kind: 'request' })
  })
})

describe('yields and rates', () => {
  it.each([
    ['where do i get the most for my usdc', 'yields'],
    ['what pays the most', 'yields'],
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
    ['interest rate on loans', 'borrow-rates'],
    ['what would a loan cost me', 'borrow-rates'],
  ])('%s: %s', (text, of) => {
    expect(read(text)).toMatchObject({ kind: 'insight', insight: { of } })
  })
})

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
