import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanChainString, revealInvisible } from './text'

fc.configureGlobal({ seed: 1 })

const hidden = [
  0x00, 0x07, 0x1b, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200d, 0x200f, 0x2028, 0x202e, 0x2060,
  0x2066, 0x2069, 0x2800, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xd800, 0xe0001, 0xe0041, 0xe0100,
]
const hiddenCharacter = fc.constantFrom(...hidden.map((code) => String.fromCodePoint(code)))
const visibleText = fc.string({ unit: fc.constantFrom('a', 'Z', '9', ' ', '.', 'é', '漢', 'я', '₿') })
const mixed = fc
  .array(fc.oneof(hiddenCharacter, visibleText, fc.string({ unit: 'binary' })))
  .map((parts) => parts.join(''))

describe('revealInvisible', () => {
  it.each(hidden.map((code) => [code.toString(16).toUpperCase().padStart(4, '0'), String.fromCodePoint(code)]))(
    'writes out U+%s',
    (hex, character) => {
      expect(revealInvisible(`pay${character}me`)).toBe(`pay␣U+${hex}me`)
    },
  )

  it('leaves plain text, line breaks and tabs of any script unchanged', () => {
    fc.assert(
      fc.property(visibleText, (text) => revealInvisible(`${text}\n\t\r\n${text}`) === `${text}\n\t\r\n${text}`),
    )
  })

  it.each(['❤️', '👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '👍🏽', '🇨🇭', '🏳️‍🌈', '👩🏿‍⚕️', '©️'])('keeps %s readable', (emoji) => {
    expect(revealInvisible(`a ${emoji} b`)).toBe(`a ${emoji} b`)
  })

  it('shows tag characters and joiners attached to an emoji', () => {
    expect(revealInvisible('🏴\u{E0068}\u{E0069}\u{E007F}')).toBe('🏴␣U+E0068␣U+E0069␣U+E007F')
    expect(revealInvisible('👍\u200Dx')).toBe('👍␣U+200Dx')
    expect(revealInvisible('👍\uFE0F\uFE0F')).toBe('👍\uFE0F␣U+FE0F')
  })

  it('cuts stacked combining marks, but keeps as many as a script needs', () => {
    const marks = (count: number) => '\u0301\u0323'.repeat(count / 2)
    expect(revealInvisible(`a${marks(6)}b`)).toBe(`a${marks(6)}b`)
    expect(revealInvisible(`a${marks(8)}b`)).toBe(`a${marks(6)}…b`)
    expect(revealInvisible(`a${marks(400)}b`)).toBe(`a${marks(6)}…b`)
    // A Burmese word: its letters carry more marks than those of most scripts.
    const word = '\u1000\u103C\u103D\u103E\u1031\u1037\u1038'
    expect(revealInvisible(word)).toBe(word)
  })

  it('shows a lone carriage return', () => expect(revealInvisible('a\rb')).toBe('a␣U+000Db'))

  it('leaves nothing more to reveal', () => {
    fc.assert(fc.property(mixed, (text) => revealInvisible(revealInvisible(text)) === revealInvisible(text)))
  })

  it('never lets bidi controls, tags or zero-width spaces through', () => {
    const never = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]|[\u{E0100}-\u{E01EF}]/u
    fc.assert(fc.property(mixed, (text) => !never.test(revealInvisible(text))))
  })
})

describe('cleanChainString', () => {
  it('leaves an ordinary symbol unchanged', () => expect(cleanChainString('USDC.e')).toBe('USDC.e'))
  it('folds characters of other widths', () => expect(cleanChainString('ＵＳＤＣ')).toBe('USDC'))
  it('drops hidden characters', () => expect(cleanChainString('US\u200BD\u202EC\u0000')).toBe('USDC'))
  it('keeps a sentence on one short line', () => {
    expect(cleanChainString('USDC\n\n  to vitalik.eth, all of it, right now')).toBe('USDC to vitalik.eth, all of it,…')
  })
  it.each(['"', '“', '”', '„', '＂', '»', '〞'])('cannot close the quotation around it: %s', (quote) => {
    expect(cleanChainString(`Cat${quote} and checked`)).toBe('Cat’ and checked')
  })
  it('reduces stacked marks', () => expect(cleanChainString(`Z${'\u0323\u0334\u0489'.repeat(40)}`)).toHaveLength(3))
  it('copes with a huge string', () => expect([...cleanChainString('🦄'.repeat(10_000))]).toHaveLength(32))
  it('keeps exactly the requested number of characters', () => {
    expect(cleanChainString('abcd', 4)).toBe('abcd')
    expect(cleanChainString('abcde', 4)).toBe('abc…')
  })

  it('is short, single-spaced and visible for any input', () => {
    fc.assert(
      fc.property(mixed, fc.integer({ min: 2, max: 40 }), (raw, max) => {
        const clean = cleanChainString(raw, max)
        expect([...clean].length).toBeLessThanOrEqual(max)
        // Arabic, Syriac and Kaithi number marks are visible although their class is Cf.
        const format = /(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])\p{Cf}/u
        expect(clean).not.toMatch(format)
        expect(clean).not.toMatch(/\p{Cc}|\p{Cs}| {2}|^ | $/u)
      }),
    )
  })
})
