import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText, placeOfFolded, queryWords } from './folded-text'

describe('folded texts', () => {
  it.each([
    ['José', 'jose'],
    ['JOSE\u0301', 'jose'],
    ['Straße', 'STRASSE'],
    ['Łódź', 'lodz'],
    ['Ærø', 'aero'],
    ['İstanbul ışık', 'istanbul isik'],
    ['ΟΔΥΣΣΕΎΣ', 'οδυσσευς'],
    ['Ёлка', 'елка'],
    ['ﬁnance ＥＴＨ', 'finance eth'],
    ['Nguyễn', 'nguyen'],
  ])('are equal: %s and %s', (one, other) => expect(foldText(one)).toBe(foldText(other)))

  it.each([
    ['がく', 'かく'],
    ['हिन्दी', 'हन्द'],
    ['각', '가'],
    ['ETH', 'ETC'],
  ])('stay different: %s and %s', (one, other) => expect(foldText(one)).not.toBe(foldText(other)))

  it('split a query into words', () => expect(queryWords('  Café\tÉTÉ ')).toEqual(['cafe', 'ete']))
})

describe('the place of folded words', () => {
  it.each([
    ['Pay José', 'jose', 4],
    ['Éé — Jose\u0301!', 'jose', 5],
    ['Straße nach Łódź', 'lodz', 12],
    ['ﬁﬁﬁ end', 'end', 4],
    ['😀 René', 'rene', 3],
  ])('is that of the original: %s', (text, words, at) => {
    expect(placeOfFolded(text, words)).toBe(at)
    expect(foldText(text.slice(at))).toMatch(new RegExp(`^${words}`))
  })

  it('is null without them', () => expect(placeOfFolded('José', 'juan')).toBeNull())

  it('is inside the text, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', minLength: 1 }), (before, words) => {
        const text = `${before}${words}`.normalize('NFC')
        const at = placeOfFolded(text, foldText(words))
        if (at !== null) expect(at).toBeLessThan(Math.max(1, text.length))
      }),
    )
  })
})
