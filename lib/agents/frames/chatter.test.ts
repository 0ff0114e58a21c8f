import { describe, expect, it } from 'vitest'
import { anybody, read } from '../fixtures/following'
import { lexicon } from '../fixtures/lexicon'
import { withoutChatter } from './chatter'

describe('what is said beside a request', () => {
  it.each([
    'gas is too high here, swap 1 eth to usdc',
    'the market is crazy today. please swap 1 eth to usdc',
    "i'm done with bitcoin, swap 1 eth to usdc",
    'swap 1 eth to usdc. thanks a lot!',
    "swap 1 eth to usdc, i'm in a hurry",
    'swap 1 eth to usdc at the best rate',
    'swap 1 eth to usdc as fast as you can',
    'swap 1 eth to usdc, if that is not too much trouble',
  ])('%s', (text) => {
    const understood = read(text)
    expect(understood).toMatchObject({
      kind: 'request',
      draft: { action: 'swap', amount: { value: '1' }, from: { symbol: 'ETH' }, to: { symbol: 'USDC' } },
    })
    expect(understood.kind === 'request' && understood.draft.unsure).toBeFalsy()
  })

  it.each([
    `my wallet is ${anybody}, swap 1 eth to usdc`,
    'i have 5 eth, swap 1 of it to usdc',
    'swap 1 eth to usdc, just kidding',
    'swap 1 eth to usdc. wait a second',
    'i heard that is a scam, swap it',
  ])('%s keeps all that may count', (text) => {
    expect(withoutChatter(text, lexicon)).toBe(text)
  })

  it.each([
    'swap 1 eth to usdc, assuming it is above 4000',
    "swap 1 eth to usdc, i don't mean it",
    "i'm planning to swap 1 eth to usdc",
    'pretend i said so, swap 1 eth to usdc',
  ])('%s proposes nothing without a question', (text) => {
    const understood = read(text)
    expect(understood.kind === 'request' && !understood.draft.unsure).toBe(false)
  })
})
