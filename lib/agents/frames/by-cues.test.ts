import { describe, expect, it } from 'vitest'
import { read } from '../fixtures/following'

describe('a question by the words in it', () => {
  it.each([
    ['With how much percent does the DAI grow if I lend it?', { insight: { of: 'yields', token: { symbol: 'DAI' } } }],
    ['what do the vaults fork out for usdc', { insight: { of: 'yields', token: { symbol: 'USDC' } } }],
    ["what's sitting in my pocket rn", { kind: 'balances' }],
    ['is my debt getting dangerous', { insight: { of: 'loan' } }],
    ['tell me what DAI goes for', { kind: 'price', query: { tokens: [{ symbol: 'DAI' }] } }],
    ['are my automatic buys still running', { kind: 'plans' }],
    ['what became of my staked weth', { insight: { of: 'positions' } }],
    ['is my stuff spread out enough', { insight: { of: 'portfolio' } }],
  ])('%s', (text, understood) => {
    expect(read(text)).toMatchObject(understood)
  })

  it.each([
    "what's the meaning of life",
    'how is the weather in my town',
    'do you know my friend and his wallet',
    'will my coins be worth more tomorrow',
  ])('is left alone where it is after something else: %s', (text) => {
    expect(['balances', 'plans']).not.toContain(read(text).kind)
  })
})
