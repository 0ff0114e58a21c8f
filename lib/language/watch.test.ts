import { beforeAll, describe, expect, it } from 'vitest'
import { loadReader, type Reader } from './reader/reader'
import { testNames } from './testing/names'
import { deniesIncrease, type WatchTerms, watchTerms } from './watch'

let reader: Reader
beforeAll(async () => {
  reader = await loadReader()
})

const message = (text: string) => ({ text, reading: reader.read(text, testNames) })

/** The bounds of a message, without the words that set them. */
const boundsOf = ({ increase, lockup }: WatchTerms) => [increase?.value, lockup?.value]

describe('watchTerms', () => {
  it.each<[string, ReturnType<typeof boundsOf>]>([
    ['auto rebalance my usdc, at least 1% better, max lockup 7 days', ['1', 7]],
    ['rebalance my USDC, at least 1 point more, 7 days at most', ['1', 7]],
    ['auto rebalance my usdc if theres 100bps more, lock max 48 hours', ['1', 2]],
    ['automatically move my usdc to better yields, min increase 0.5%, no lockup', ['0.5', 0]],
    ['auto rebalance my usdc', [undefined, undefined]],
    ['auto rebalance my usdc, at least 1% or at least 2%', ['unclear', undefined]],
  ])('reads the bounds of “%s”', (text, bounds) => expect(boundsOf(watchTerms(message(text)))).toEqual(bounds))

  it('takes a question for none of a wish, and for an agent’s offer', () => {
    const asked = message('Is it usual to rebalance USDC for 1 percentage point more?')
    expect(boundsOf(watchTerms(asked))).toEqual([undefined, undefined])
    expect(boundsOf(watchTerms(asked, { isOffer: true }))).toEqual(['1', undefined])
  })

  it('takes a bare figure for the bound that was asked for', () => {
    expect(watchTerms(message('3'), { asked: 'lockup' }).lockup?.value).toBe(3)
    expect(watchTerms(message('3'), { asked: 'increase' }).increase?.value).toBe('3')
  })

  it('takes no sum of a token for the increase that was asked for', () => {
    const { increase } = watchTerms(message('up to 100 USDC per move, for 30 days'), { asked: 'increase' })
    expect(increase).toBeUndefined()
    expect(watchTerms(message('3 for my USDC'), { asked: 'increase' }).increase?.value).toBe('3')
  })

  it('keeps the words of a bound', () => {
    const { increase, lockup } = watchTerms(message('auto rebalance usdc 0.25% 14 days'))
    expect(increase).toMatchObject({ value: '0.25', text: '0.25%' })
    expect(lockup).toMatchObject({ value: 14, text: '14 days' })
  })

  it('marks a rate, which may be what is paid now', () => {
    const isLoose = (text: string) => watchTerms(message(text), { isOffer: true }).increase?.isLoose === true
    expect(isLoose('auto rebalance my USDC, it earns 4% APY')).toBe(true)
    expect(isLoose('Shall I move your USDC when another place pays 1 percentage point a year more?')).toBe(false)
  })
})

it('tells a denied increase', () => {
  expect(deniesIncrease(message('move my usdc automatically, but not if it pays 1% more'))).toBe(true)
  expect(deniesIncrease(message('move my usdc automatically if it pays 1% more, never locked'))).toBe(false)
})
