import type { Meaning } from '../entity'
import { dateAt } from './dates'
import { type Found, type Pieces, textAt } from './piece'
import { recurrenceAt } from './recurrences'
import { countAt, ordinalAt, unitAt } from './time-numbers'

type When = Extract<Meaning, { is: 'date' | 'duration' | 'recurrence' | 'ordinal' }>

/** Reads the time at a piece: a day, a time of day, a length, or a frequency. */
export function timeAt(pieces: Pieces, at: number): (Found<When> & { or?: Meaning[] }) | null {
  return recurrenceAt(pieces, at) ?? duration(pieces, at) ?? dateAt(pieces, at) ?? ordinal(pieces, at)
}

function duration(pieces: Pieces, at: number): Found<When> | null {
  const half = textAt(pieces, at) === 'half' && ['a', 'an'].includes(textAt(pieces, at + 1))
  const article = textAt(pieces, at) === 'a' && textAt(pieces, at + 1) === 'couple' ? 1 : 0
  const number = half ? { meaning: 0.5, count: 2 } : countAt(pieces, at + article)
  if (!number) return null
  let size = article + number.count
  if (textAt(pieces, at + size) === '-') size++
  const fortnight = textAt(pieces, at + size) === 'fortnight' || textAt(pieces, at + size) === 'fortnights'
  const unit = fortnight ? 'week' : unitAt(pieces, at + size)
  if (!unit) return null
  const before = textAt(pieces, at - 1)
  const after = textAt(pieces, at + size + 1)
  const side =
    after === 'ago' || ['last', 'past', 'since'].includes(before)
      ? 'back'
      : before === 'in' || before === 'next' || before === 'within'
        ? 'ahead'
        : undefined
  const count = String(number.meaning * (fortnight ? 2 : 1))
  return {
    meaning: { is: 'duration', count, unit, ...(side && { side }) },
    count: size + 1 + (after === 'ago' ? 1 : 0),
  }
}

function ordinal(pieces: Pieces, at: number): (Found<When> & { or?: Meaning[] }) | null {
  const nth = ordinalAt(pieces, at)
  if (!nth) return null
  const one = ['one', 'ones'].includes(textAt(pieces, at + nth.count)) ? 1 : 0
  // "the 15th" is a day of the month as well.
  const isDay = one === 0 && nth.meaning >= 1 && nth.meaning <= 31 && textAt(pieces, at - 1) === 'the'
  const or: Meaning[] = isDay ? [{ is: 'date', day: { kind: 'date', day: nth.meaning } }] : []
  return { meaning: { is: 'ordinal', nth: nth.meaning }, count: nth.count + one, ...(isDay && { or }) }
}
