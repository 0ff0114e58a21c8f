import { describe, expect, it } from 'vitest'
import { clean, longestMessage } from './clean'

describe('clean', () => {
  it('brings typographic marks to ASCII and takes emoji out', () => {
    expect(clean('what’s “up” – now… 🚀👨‍👩‍👧')).toEqual({
      text: expect.stringMatching(/^what's "up" - now\.\.\.\s*$/),
      oddity: null,
    })
    expect(clean('1 ETH → USDC')).toEqual({ text: '1 ETH  ->  USDC', oddity: null })
    expect(clean('½ of it').text).toMatch(/^\s*1\/2\s+of it$/)
  })

  it.each([
    ['zero-width space', '1\u200b0'],
    ['zero-width joiner between letters', 'a\u200db'],
    ['right-to-left override', '\u202e0x'],
    ['isolate', '\u2066x'],
    ['tag characters', 'a\u{e0041}'],
    ['byte order mark', '\ufeffswap'],
    ['soft hyphen', 'sw\u00adap'],
    ['null', 'a\u0000b'],
  ])('reports what cannot be seen: %s', (_, text) => {
    expect(clean(text).oddity).toEqual({ kind: 'hidden' })
  })

  it.each([
    ['Cyrillic E', 'ЕTH'],
    ['fullwidth digits', '１０'],
    ['Arabic digits', '١٠'],
    ['mathematical letters', '𝐄𝐓𝐇'],
    ['combining mark', 'USDC\u0307'],
  ])('reports look-alikes and folds none: %s', (_, text) => {
    expect(clean(`swap ${text} now`)).toEqual({ text: `swap ${text} now`, oddity: { kind: 'foreign', words: [text] } })
  })

  it.each([
    ['swap 1,5 eth', 'swap 1.5 eth'],
    ['swap 1.500,50 usdc', 'swap 1500.50 usdc'],
    ['swap 1\u00a0500,50 usdc', 'swap 1500.50 usdc'],
    ['swap 1,234 usdc', 'swap 1234 usdc'],
  ])('writes numbers plainly: %s', (text, plain) => {
    expect(clean(text)).toEqual({ text: plain, oddity: null })
  })

  it('reports a number that may be two', () => {
    expect(clean('schicke 1,234 eth an bob')).toEqual({
      text: 'schicke 1,234 eth an bob',
      oddity: { kind: 'unclear', number: '1,234' },
    })
  })

  it('reads messages up to a length and no longer', () => {
    expect(clean('a'.repeat(longestMessage)).oddity).toBeNull()
    expect(clean('a'.repeat(longestMessage + 1)).oddity).toEqual({ kind: 'long' })
  })
})
