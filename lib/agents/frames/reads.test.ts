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
