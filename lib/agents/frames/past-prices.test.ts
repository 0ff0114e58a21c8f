import { describe, expect, it } from 'vitest'
import { lexicon } from '../fixtures/lexicon'
import { pastPriceIn } from './past-prices'

describe('the price of another time', () => {
  it.each([
    'what was the price of eth yesterday',
    'eth price last week',
    'how much was eth in 2021',
    'what was eth worth on january 1st',
    'how has eth done this week',
    'is eth up or down today',
    'eth 24h change',
    'all time high of eth',
    'what will eth be worth next year',
  ])('%s', (text) => {
    expect(pastPriceIn(text, lexicon)).toMatchObject({ tokens: [{ symbol: 'ETH' }], isOfAnotherTime: true })
  })

  it.each([
    'eth price',
    "how's eth doing today",
    'what was my eth worth last week',
    'swap the eth from last week to usdc',
    'buy 50 usdc of eth on monday',
    'what was the usdc yield last week',
    'what was the price yesterday',
  ])('is not %s', (text) => {
    expect(pastPriceIn(text, lexicon)).toBeNull()
  })
})
