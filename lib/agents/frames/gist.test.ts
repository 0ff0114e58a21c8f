import { describe, expect, it } from 'vitest'
import { anybody } from '../fixtures/following'
import { lexicon } from '../fixtures/lexicon'
import { gistOf } from './gist'

describe('what a remark comes to', () => {
  it.each([
    ['hmm 80 is enough', '80'],
    ['90 is too little, go for 140', 'for 140'],
    ['hmm no... 150... no ok 120, final', '120'],
    ['four hundred was a mistake. forty, please', 'forty'],
    ['dai would be better, sorry', 'dai'],
    ['on base though', 'on base'],
    [`sorry the recipient should be ${anybody}`, anybody],
    [`${anybody} <- thats the one i mean`, anybody],
    ['not on mainnet, on base', 'on base'],
    ['0.3 percent slippage is enough', '0.3 percent slippage'],
    ['wait use my dai for it, not the usdc', 'with dai for'],
  ])('%s', (said, gist) => {
    expect(gistOf(said, lexicon, { pays: 'USDC' })).toBe(gist)
  })

  it('says which side a token takes where the other is named as not wanted', () => {
    expect(gistOf('not usdc, dai', lexicon, { pays: 'USDC', brings: 'ETH' })).toBe('with dai')
    expect(gistOf('not eth, dai', lexicon, { pays: 'USDC', brings: 'ETH' })).toBe('to dai')
    expect(gistOf('dai not eth', lexicon, { pays: 'USDC', brings: 'ETH' })).toBe('to dai')
    expect(gistOf('dai instead of usdc', lexicon, { pays: 'USDC', brings: 'ETH' })).toBe('with dai')
  })

  it.each([
    "don't do it for 5",
    'what is 5 usdc',
    'if it is under 5',
    '5 or 6',
    'the second one',
    'the one with the lower number',
    'one more',
    'thanks',
    'frobnicate 5',
    `tell ${anybody} about it`,
  ])('%s is no remark of that kind', (said) => {
    expect(gistOf(said, lexicon)).toBeNull()
  })
})
