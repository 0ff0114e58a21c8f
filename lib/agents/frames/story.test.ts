import { describe, expect, it } from 'vitest'
import { anybody, following } from '../fixtures/following'

const send = `send 5 usdc to ${anybody}`

describe('a remark that is no sum', () => {
  it.each([
    'everything ok?',
    'everything is fine',
    'all is well',
    'all the best',
    'all set',
    'all of us',
    'thanks for everything',
    'this is all new to me',
    "i'm all in",
    "it's for max",
    'my name is max',
    'that is all',
    "that's all for now",
    'thats the max',
    'the whole thing looks fine',
    'in 1 go',
    'two questions',
    'one of those',
    '5 gwei',
    'in 2 weeks',
    'i have 50 usdc',
    'my balance is 50',
    'is it double?',
    'right?',
  ])('%s', (text) => {
    expect(['request', 'job', 'nft']).not.toContain(following(send, 'proposed', text).kind)
  })

  it.each(['all right', 'all good', "it's all good"])('leaves the sum as it is: %s', (text) => {
    expect(following(send, 'proposed', text)).toMatchObject({ draft: { amount: { value: '5' } }, again: true })
  })

  it('after a deposit, or an NFT', () => {
    for (const text of ['everything fine', 'i have 500 usdc', "that's all"])
      expect(following('stake 100 usdc in the flexible vault', 'proposed', text).kind, text).not.toBe('job')
    for (const text of ['all fine', 'i have 5', "that's all"])
      expect(following(`send a badge to ${anybody}`, 'proposed', text).kind, text).not.toBe('nft')
  })

  it.each([
    'all',
    'all of it',
    'everything please',
    'no, make it all of them',
    'the max',
    'actually the whole balance',
    'all my usdc',
  ])('all there is may be meant: %s', (text) => {
    expect(following('swap 100 usdc to eth', 'proposed', text)).toMatchObject({ draft: { amount: { kind: 'all' } } })
  })

  it('a sum may stand beside it', () => {
    expect(following('swap my usdc to eth', 'open', 'all right, 50')).toMatchObject({
      draft: { amount: { value: '50' } },
    })
  })

  it.each(['all but $20', 'except 20 dollars', 'but $20'])('what is to be left is not what is spent: %s', (text) => {
    expect(following('swap all my usdc to eth', 'proposed', text)).toMatchObject({
      draft: { unclear: { kind: 'two-amounts' } },
    })
    expect(following('repay my dai debt', 'open', text)).toMatchObject({ job: { unclear: 'two-amounts' } })
  })
})
