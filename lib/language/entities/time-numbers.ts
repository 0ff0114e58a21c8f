import type { TimeUnit } from '../entity'
import { units } from './calendar'
import { smallOf } from './number-words'
import { type Found, type Pieces, textAt } from './piece'

const ordinals: ReadonlyMap<string, number> = new Map(
  (
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth ' +
    'sixteenth seventeenth eighteenth nineteenth twentieth'
  )
    .split(' ')
    .map((word, index): [string, number] => [word, index + 1]),
)

/** Reads "3rd", "third", "twenty-first", "last" (-1). */
export function ordinalAt(pieces: Pieces, at: number): Found<number> | null {
  const [word, next] = [textAt(pieces, at), textAt(pieces, at + 1)]
  if (pieces[at]?.kind === 'digits')
    return ['st', 'nd', 'rd', 'th'].includes(next) && pieces[at + 1]?.glued && word.length < 4
      ? { meaning: Number(word), count: 2 }
      : null
  if (word === 'thirtieth') return { meaning: 30, count: 1 }
  if (word === 'last' || word === 'latest' || word === 'newest') return { meaning: -1, count: 1 }
  const gap = next === '-' ? 2 : 1
  const unit = ordinals.get(textAt(pieces, at + gap))
  if ((word === 'twenty' || word === 'thirty') && unit !== undefined && unit < 10)
    return { meaning: (smallOf(word) ?? 0) + unit, count: gap + 1 }
  const nth = ordinals.get(word)
  return nth === undefined ? null : { meaning: nth, count: 1 }
}

/** Reads the number of a day: "3", "3rd", "third". */
export function dayNumber(pieces: Pieces, at: number): Found<number> | null {
  const nth = ordinalAt(pieces, at)
  if (nth) return nth.meaning >= 1 && nth.meaning <= 31 ? nth : null
  const text = textAt(pieces, at)
  const mark = textAt(pieces, at + 1)
  if (['%', '$', 'percent', 'usd', 'k', 'bps', '€'].includes(mark)) return null
  if (
    pieces[at]?.kind !== 'digits' ||
    text.length > 2 ||
    ((mark === '.' || mark === ',') && pieces[at + 2]?.glued && pieces[at + 2]?.kind === 'digits')
  )
    return null
  return Number(text) >= 1 && Number(text) <= 31 ? { meaning: Number(text), count: 1 } : null
}

/** Reads a count below a hundred in words, or in digits; "a", "an" and "one" are one. */
export function countAt(pieces: Pieces, at: number): Found<number> | null {
  const piece = pieces[at]
  if (!piece) return null
  if (piece.kind === 'digits') return piece.text.length < 5 ? { meaning: Number(piece.text), count: 1 } : null
  if (piece.text === 'a' || piece.text === 'an') return { meaning: 1, count: 1 }
  if (piece.text === 'couple') return { meaning: 2, count: textAt(pieces, at + 1) === 'of' ? 2 : 1 }
  const value = smallOf(piece.text)
  if (value === undefined) return null
  const gap = textAt(pieces, at + 1) === '-' ? 2 : 1
  const unit = value >= 20 ? smallOf(textAt(pieces, at + gap)) : undefined
  return unit !== undefined && unit > 0 && unit < 10
    ? { meaning: value + unit, count: gap + 1 }
    : { meaning: value, count: 1 }
}

/** Reads a unit. Single letters count only if glued to digits: "7d"; "m" is a million. */
export function unitAt(pieces: Pieces, at: number): TimeUnit | undefined {
  const piece = pieces[at]
  if (piece?.kind !== 'word') return undefined
  if (piece.text.length === 1 && !piece.glued) return undefined
  return units.get(piece.text)
}
