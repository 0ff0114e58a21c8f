import { describe, expect, it } from 'vitest'
import { inInstalments, isInAllOrEach } from './instalments'

describe('a sum that is divided over a time', () => {
  it.each([
    ['spread 1000 usdc over 10 weeks', 'invest 100 usdc every week for 10 weeks'],
    ['spread 1000 usdc over 10 weeks into eth', 'invest 100 usdc every week for 10 weeks into eth'],
    ['put 1,000 usdc into eth over the next 10 weeks', 'put 100 usdc into eth every week for 10 weeks'],
    ['buy eth with 600 usdc spread over 6 months', 'buy eth with 100 usdc every month for 6 months'],
    ['split 2k usdc into 10 weekly buys of eth', 'invest 200 usdc every week for 10 weeks into eth'],
    ['over 5 days spread 10 usdc into eth', 'every day for 5 days invest 2 usdc into eth'],
    ['dca $1,000 into btc over three months', 'dca $333.33 into btc every month for 3 months'],
    ['dca 1000 usdc into btc over three months', 'dca 333.333333 usdc into btc every month for 3 months'],
  ])('%s', (text, plain) => {
    expect(inInstalments(text)).toBe(plain)
  })

  it.each([
    'buy 50 usdc of eth every week over 10 weeks',
    'buy 50 usdc of eth every week for 10 weeks',
    'what would 1000 usdc earn over 3 months',
    'stake 100 usdc with a lockup over 7 days',
    'how has eth done over 10 weeks',
    'swap 1000 usdc to eth and 5 dai to eth over 2 weeks',
    'spread 1000 usdc over one week',
    'swap 1000 usdc to eth',
  ])('is not %s', (text) => {
    expect(inInstalments(text)).toBeNull()
  })
})

describe('a sum over a time with a rhythm', () => {
  it.each(['invest 1200 usdc in eth over 12 months, monthly', 'dca 600 usdc into eth weekly over 6 weeks'])(
    'may be all of it or what each time costs: %s',
    (text) => expect(isInAllOrEach(text)).toBe(true),
  )

  it.each([
    'buy 50 usdc of eth every week over 10 weeks',
    'buy 50 usdc of eth weekly for 10 weeks',
    'invest 100 usdc a month in eth over 12 months',
  ])('is said of each time: %s', (text) => expect(isInAllOrEach(text)).toBe(false))
})
