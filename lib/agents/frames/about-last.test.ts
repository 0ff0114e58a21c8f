import { describe, expect, it } from 'vitest'
import { anybody, following, read } from '../fixtures/following'

describe('what is asked of the last request', () => {
  it.each([
    'did it arrive?',
    'did it go through?',
    'has it landed yet',
    'is it done?',
    'was that sent',
    'any news?',
    'what happened to it',
    'so has anything been taken from my account now?',
  ])('whether it went through: %s', (text) => {
    for (const standing of ['proposed', 'declined', 'done', 'uncertain'] as const)
      expect(following(`send 1 eth to ${anybody}`, standing, text)).toMatchObject({ kind: 'outcome', of: { standing } })
    expect(read(text)).toEqual({ kind: 'outcome', of: null })
  })

  it.each(['how much do i get', 'how much will i get for it?', 'what will i get', 'how much usdc?'])(
    'what it brings: %s',
    (text) => {
      expect(following('swap 2 eth to usdc', 'proposed', text)).toMatchObject({
        kind: 'price',
        query: { tokens: [{ symbol: 'ETH' }], amount: { value: '2' }, into: { symbol: 'USDC' } },
      })
    },
  )

  it('what dollars bring', () => {
    expect(following('buy $100 of eth with usdc', 'proposed', 'how much do i get')).toMatchObject({
      kind: 'price',
      query: { tokens: [{ symbol: 'ETH' }], amount: { kind: 'usd', value: '100' } },
    })
  })

  it.each(['how much is that in dollars', "what's that worth", 'how much is it in usd?'])(
    'what it is worth: %s',
    (text) => {
      expect(following(`send 2 eth to ${anybody}`, 'proposed', text)).toMatchObject({
        kind: 'price',
        query: { tokens: [{ symbol: 'ETH' }], amount: { value: '2' } },
      })
    },
  )

  it('whether a loan is safe', () => {
    for (const text of ['is that safe?', 'would that be risky'])
      expect(following('borrow 500 dai', 'proposed', text)).toEqual({ kind: 'insight', insight: { of: 'loan' } })
  })

  it('how many NFTs are left', () => {
    for (const text of ['how many are left?', 'how many do i still have', 'which ones are left'])
      expect(following(`send a badge to ${anybody}`, 'done', text)).toEqual({
        kind: 'insight',
        insight: { of: 'nfts' },
      })
  })

  it('which places there are for a deposit', () => {
    for (const text of ['which ones are there?', 'which one pays better?', 'can i get it out early?'])
      expect(following('stake 100 usdc', 'open', text)).toMatchObject({
        kind: 'insight',
        insight: { of: 'yields', token: { symbol: 'USDC' } },
      })
  })
})
