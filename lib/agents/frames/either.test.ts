import { describe, expect, it } from 'vitest'
import { lexicon } from '../fixtures/lexicon'
import { chosenOf, eitherIn } from './either'

const chosen = (text: string, answer: string) => {
  const either = eitherIn(text, lexicon)
  return either && chosenOf(either, answer)
}

describe('one of two that were named', () => {
  it.each([
    ['the latter', 'swap 100 usdc to wbtc'],
    ['the second one please', 'swap 100 usdc to wbtc'],
    ['WBTC', 'swap 100 usdc to wbtc'],
    ['the former', 'swap 100 usdc to eth'],
    ['go with the first', 'swap 100 usdc to eth'],
    ['ok eth then', 'swap 100 usdc to eth'],
    ['do both', 'swap 100 usdc to eth and swap 100 usdc to wbtc'],
  ])('%s', (answer, meant) => {
    expect(chosen('swap 100 usdc to eth or wbtc', answer)).toBe(meant)
  })

  it.each([
    'not both',
    'dai',
    'neither',
    'not the second',
    'what is the second?',
    'the first and the second',
    'ok',
    '200',
  ])('is not chosen by: %s', (answer) => {
    expect(chosen('swap 100 usdc to eth or wbtc', answer)).toBeNull()
  })

  it('are two of one kind, and no more', () => {
    expect(eitherIn('send 10 or 20 usdc to alice.eth', lexicon)?.names).toEqual(['10', '20'])
    expect(eitherIn('swap 1 eth to dai or usdc or wbtc', lexicon)).toBeNull()
    expect(eitherIn('swap 1 eth or not', lexicon)).toBeNull()
    expect(eitherIn('send 5 dai to base or alice.eth', lexicon)).toBeNull()
  })
})
