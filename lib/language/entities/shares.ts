import type { Meaning } from '../entity'
import { rated } from './amounts'
import { decimalOf, shifted } from './decimal'
import { fractions, isFractionLine } from './figures'
import { denominators, scales, smallOf, wordNumber } from './number-words'
import { type Found, isDigits, type Pieces, textAt } from './piece'

/** Words for all there is. */
const wholes = new Set(
  'all everything evrything everythin whole entire entirety entirely max maximum maxed fully full completely complete 100percent'.split(
    ' ',
  ),
)
const exceptions = new Set(['but', 'except', 'xcept', 'excluding', 'bar', 'minus', 'save', 'less', 'apart', 'besides'])
const rests = new Set(['rest', 'remainder', 'remaining', 'leftover', 'leftovers'])
const someWords = new Set(['anything', 'something', 'some', 'bit', 'little', 'portion', 'few', 'enough', 'bits'])

/** Reads a share of the balance, or a fraction of one. `isToken` tells if a token stands at a piece. */
export function shareAt(pieces: Pieces, at: number, isToken: (at: number) => boolean): Found<Meaning> | null {
  const first = pieces[at]
  if (!first) return null
  return fractionAt(pieces, at, isToken) ?? (first.kind === 'word' ? wholeAt(pieces, at) : null)
}

function fractionAt(pieces: Pieces, at: number, isToken: (at: number) => boolean): Found<Meaning> | null {
  const found = partAt(pieces, at)
  if (!found) return null
  const [above, below] = found.meaning
  let count = found.count
  let [next, after] = [textAt(pieces, at + count), textAt(pieces, at + count + 1)]
  const value = decimalOf(found.meaning)
  const article = next === 'a' || next === 'an' ? 1 : 0
  const ofOne = next === 'of' && ['a', 'an', 'one'].includes(after) ? 2 : article
  // "half a percent", "a quarter percent", "a quarter of a percent", "half a point".
  const unit = textAt(pieces, at + count + ofOne)
  if (
    value &&
    (unit === '%' ||
      unit === 'percent' ||
      unit === 'point' ||
      (unit === 'per' && textAt(pieces, at + count + ofOne + 1) === 'cent'))
  )
    return rated(pieces, at, [value], count + ofOne + (unit === 'per' ? 2 : 1))
  // "half an eth", "a tenth of an eth", "1/4 eth" and "a quarter eth" count; "half my eth" and "half eth half dai" are
  // shares.
  if (isToken(at + count + ofOne) && (ofOne > 0 || found.isCounting) && value) {
    return {
      meaning: { is: 'number', value },
      count: count + (next === 'of' ? 1 : 0),
    }
  }
  // "half a grand", "a quarter of a million", "half a k".
  const scale = scales.get(unit)
  if (value && scale !== undefined && (unit.length > 1 || ofOne > 0))
    return { meaning: { is: 'number', value: shifted(value, scale) }, count: count + ofOne + 1 }
  if (next === 'part') {
    count++
    ;[next, after] = [textAt(pieces, at + count), textAt(pieces, at + count + 1)]
  }
  return {
    meaning: { is: 'share', part: [above, below] },
    count: count + (next === 'of' && (after === 'it' || after === 'that') ? 2 : 0),
  }
}

type Part = readonly [number, number]

/**
 * Reads "½", "1/4", "half", "a third", "three quarters", "one tenth". `isCounting`: straight before a token it counts
 * that token.
 */
function partAt(pieces: Pieces, at: number): (Found<Part> & { isCounting: boolean }) | null {
  const first = pieces[at]
  const sign = first && fractions[first.text]
  if (sign) return { meaning: sign, count: 1, isCounting: true }
  if (
    isDigits(first) &&
    isFractionLine(textAt(pieces, at + 1)) &&
    isDigits(pieces[at + 2]) &&
    pieces[at + 1]?.glued &&
    pieces[at + 2]?.glued
  ) {
    const [above, below] = [Number(first.text), Number(textAt(pieces, at + 2))]
    const isPart = above > 0 && above < below && below <= 100 && textAt(pieces, at + 3) !== '/' && above + below !== 100
    return isPart ? { meaning: [above, below], count: 3, isCounting: true } : null
  }
  if (first?.kind !== 'word') return null
  if (
    ['the', 'other', 'another'].includes(first.text) &&
    denominators.has(textAt(pieces, at + 1)) &&
    textAt(pieces, at + 1) !== 'third' &&
    textAt(pieces, at + 1) !== 'fifth' &&
    textAt(pieces, at + 1) !== 'fourth'
  )
    return { meaning: [1, denominators.get(textAt(pieces, at + 1)) ?? 1], count: 2, isCounting: false }
  const article = ['a', 'an', 'one'].includes(first.text)
  const above = article ? 1 : (smallOf(first.text) ?? 0)
  const below = denominators.get(textAt(pieces, at + 1))
  // "a third" and "two thirds" are shares, "a second" is none.
  if (above > 0 && below !== undefined && above < below) return { meaning: [above, below], count: 2, isCounting: true }
  const own =
    first.text === 'half' || first.text === 'halve' || first.text === 'quarter'
      ? denominators.get(first.text)
      : undefined
  if (
    own === undefined ||
    (first.text === 'quarter' && ['this', 'last', 'next', 'each', 'every'].includes(textAt(pieces, at - 1)))
  )
    return null
  return { meaning: [1, own], count: 1, isCounting: false }
}

function wholeAt(pieces: Pieces, at: number): Found<Meaning> | null {
  const word = textAt(pieces, at)
  const next = textAt(pieces, at + 1)
  if (word === 'the' && rests.has(next)) return { meaning: { is: 'share', part: [1, 1], rest: true }, count: 2 }
  if (rests.has(word)) return { meaning: { is: 'share', part: [1, 1], rest: true }, count: 1 }
  const left = leftAt(pieces, at)
  if (left) return { meaning: { is: 'share', part: [1, 1], rest: true }, count: left }
  if (word === 'nothing' || word === 'none') return { meaning: { is: 'share', part: [0, 1] }, count: 1 }
  if (word === 'unlimited' || word === 'infinite' || word === 'infinity')
    return { meaning: { is: 'unlimited' }, count: 1 }
  if (someWords.has(word) && !(word === 'few' && textAt(pieces, at - 1) === 'every'))
    return {
      meaning: { is: 'some', ...(word === 'enough' && { needed: true as const }) },
      count: next === 'of' ? 2 : 1,
    }
  if (!wholes.has(word)) return null
  const before = textAt(pieces, at - 1)
  // "at all" is none; "max 0.1 %" and "full of" are a bound and a description.
  if (
    word === 'all' &&
    (before === 'at' || before === 'after' || (next === 'the' && textAt(pieces, at + 2) === 'time'))
  )
    return null
  if (
    (word === 'max' || word === 'maximum') &&
    (isDigits(pieces[at + 1]) ||
      next === '.' ||
      (pieces[at + 1]?.kind === 'word' && wordNumber(pieces, at + 1) !== null))
  )
    return null
  let count = next === 'of' && ['it', 'them', 'that', 'this'].includes(textAt(pieces, at + 2)) ? 3 : 1
  if (['amount', 'lot', 'thing', 'balance', 'bag', 'stack'].includes(next) && word !== 'all') count = 2
  // "all but 2", "everything except", "all apart from".
  const exception = textAt(pieces, at + count)
  if (!exceptions.has(exception) || (exception === 'save' && count === 1 && !isDigits(pieces[at + 2])))
    return { meaning: { is: 'share', part: [1, 1] }, count }
  return { meaning: { is: 'share', part: [1, 1], but: true }, count }
}

/** Counts the pieces of "what's left", "whatever is left", "what remains". */
function leftAt(pieces: Pieces, at: number): number {
  const word = textAt(pieces, at)
  if (word === 'whats' && textAt(pieces, at + 1) === 'left') return 2
  if (word !== 'what' && word !== 'whatever') return 0
  for (const step of [1, 2, 3]) if (['left', 'remains'].includes(textAt(pieces, at + step))) return step + 1
  return 0
}
