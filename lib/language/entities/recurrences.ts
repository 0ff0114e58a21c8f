import type { Meaning, PartOfDay, Recurrence } from '../entity'
import { adverbs, partsOfDay, weekdays } from './calendar'
import { type Found, type Pieces, textAt } from './piece'
import { countAt, ordinalAt, unitAt } from './time-numbers'

const often = new Map([
  ['once', 1],
  ['twice', 2],
  ['thrice', 3],
])

/** Reads a frequency: "every other Friday", "twice a week", "monthly". */
export function recurrenceAt(pieces: Pieces, at: number): Found<Extract<Meaning, { is: 'recurrence' }>> | null {
  const found = everyAt(pieces, at) ?? timesAt(pieces, at) ?? dayOfEveryMonth(pieces, at) ?? plainRecurrence(pieces, at)
  if (!found) return null
  const { meaning, count } = found
  // "every Friday evening", "every morning".
  const own = textAt(pieces, at + count - 1)
  const next = textAt(pieces, at + count)
  const part = [own, next].find((word): word is PartOfDay => partsOfDay.has(word))
  return {
    meaning: { is: 'recurrence', ...meaning, ...(part && { part }) },
    count: count + (part && part !== own ? 1 : 0),
  }
}

function plainRecurrence(pieces: Pieces, at: number): Found<Recurrence> | null {
  const word = textAt(pieces, at)
  const bi = word === 'bi' && textAt(pieces, at + 1) === '-' ? 2 : 0
  const adverb = adverbs.get(bi ? `bi${textAt(pieces, at + 2)}` : word)
  if (adverb) return { meaning: { every: adverb }, count: bi + 1 }
  if (word === 'weekdays') return { meaning: { every: { unit: 'weekday', count: 1 } }, count: 1 }
  if (word === 'weekends') return { meaning: { every: { unit: 'week', count: 1 }, weekdays: [6, 0] }, count: 1 }
  const weekday = word.endsWith('days') ? weekdays.get(word) : undefined
  if (weekday !== undefined && !countAt(pieces, at - 1))
    return { meaning: { every: { unit: 'week', count: 1 }, weekdays: [weekday] }, count: 1 }
  if (word === 'per' || word === '/' || word === 'a' || word === 'an' || word === 'p') {
    const unit = pieces[at + 1]?.text.length === 1 ? undefined : unitAt(pieces, at + 1)
    if (!unit || textAt(pieces, at + 2) === 'ago') return null
    // "in a month" is a time; "5 USDC a month" is a frequency.
    const before = pieces[at - 1]
    const isAmount = word === 'per' || word === '/' || (before?.kind === 'word' && !lengthWords.has(before.text))
    return isAmount && unit !== 'minute' ? { meaning: { every: { unit, count: 1 } }, count: 2 } : null
  }
  return null
}

/** After these words "a week" is a length. */
const lengthWords = new Set(
  (
    'in for within inside after of about than over under since last next past take takes took wait once until till by half ' +
    'and or but just almost nearly around like only be is was it maybe least most within before every each quite what ' +
    'such to at with lock locked'
  ).split(' '),
)

/** Reads "every other Friday", "each 2 weeks", "every first Monday of the month", "every 7th". */
function everyAt(pieces: Pieces, at: number): Found<Recurrence> | null {
  const word = textAt(pieces, at)
  if (word !== 'every' && word !== 'each') return null
  let size = 1
  let count = 1
  const next = textAt(pieces, at + 1)
  if (next === 'single') size++
  if (next === 'other' || next === 'second' || next === '2nd' || next === 'alternate') {
    count = 2
    size++
  } else if (next === 'few') return null
  else {
    const nth = ordinalAt(pieces, at + 1)
    const after = at + 1 + (nth?.count ?? 0)
    if (nth) {
      const weekday = weekdays.get(textAt(pieces, after))
      if (weekday !== undefined)
        return {
          meaning: { every: { unit: 'month', count: 1 }, weekdays: [weekday], more: true },
          count: after - at + 1 + ofMonth(pieces, after + 1),
        }
      const unit = unitAt(pieces, after)
      if (unit && nth.meaning > 1 && unit !== 'day')
        return { meaning: { every: { unit, count: nth.meaning } }, count: after - at + 1 }
      const filler = ['number', 'day', 'date'].includes(textAt(pieces, after)) ? 1 : 0
      if (nth.meaning === -1 && !filler) return null
      return {
        meaning: { every: { unit: 'month', count: 1 }, days: [nth.meaning === -1 ? 31 : nth.meaning] },
        count: after - at + filler + ofMonth(pieces, after + filler),
      }
    }
    const number = countAt(pieces, at + 1)
    if (number && next !== 'a' && next !== 'an') {
      count = number.meaning
      size += number.count
    }
  }
  const named = textAt(pieces, at + size)
  if (
    named === 'weekday' ||
    named === 'weekdays' ||
    (named === 'business' && ['day', 'days'].includes(textAt(pieces, at + size + 1))) ||
    (named === 'working' && textAt(pieces, at + size + 1) === 'day')
  )
    return { meaning: { every: { unit: 'weekday', count: 1 } }, count: size + (named.startsWith('weekday') ? 1 : 2) }
  if (named === 'quarter') return { meaning: { every: { unit: 'month', count: 3 * count } }, count: size + 1 }
  if (named === 'fortnight') return { meaning: { every: { unit: 'week', count: 2 * count } }, count: size + 1 }
  if (named === 'weekend') return { meaning: { every: { unit: 'week', count }, weekdays: [6, 0] }, count: size + 1 }
  if (partsOfDay.has(named)) return { meaning: { every: { unit: 'day', count } }, count: size + 1 }
  const days = weekdayList(pieces, at + size)
  if (days) return { meaning: { every: { unit: 'week', count }, weekdays: days.meaning }, count: size + days.count }
  const unit = unitAt(pieces, at + size)
  if (!unit) return null
  return { meaning: { every: { unit, count } }, count: size + 1 }
}

/** Reads "Monday and Thursday", "Mon, Wed and Fri". */
function weekdayList(pieces: Pieces, at: number): Found<readonly number[]> | null {
  const days: number[] = []
  let end = at
  for (let index = at; days.length < 7; ) {
    const day = weekdays.get(textAt(pieces, index))
    if (day === undefined) break
    days.push(day)
    end = index + 1
    index = end
    while ([',', 'and', '&', '/', '+'].includes(textAt(pieces, index)) && index - end < 2) index++
    if (index === end) break
  }
  return days.length > 0 ? { meaning: days, count: end - at } : null
}

/** Counts the pieces of "of the month", "of each month". */
function ofMonth(pieces: Pieces, at: number): number {
  if (textAt(pieces, at) !== 'of') return 0
  const skip = ['the', 'each', 'every', 'a'].includes(textAt(pieces, at + 1)) ? 2 : 1
  return ['month', 'quarter', 'year', 'months'].includes(textAt(pieces, at + skip)) ? skip + 1 : 0
}

/** Reads "twice a week", "3 times per day". */
function timesAt(pieces: Pieces, at: number): Found<Recurrence> | null {
  const number = often.get(textAt(pieces, at))
  const counted = number === undefined ? countAt(pieces, at) : null
  const isTimes = ['times', 'time'].includes(textAt(pieces, at + (counted?.count ?? 0)))
  const times = number ?? (isTimes ? counted?.meaning : undefined)
  if (times === undefined) return null
  const size = number === undefined ? (counted?.count ?? 0) + 1 : 1
  if (!['a', 'per', 'each', 'every'].includes(textAt(pieces, at + size))) return null
  const unit = unitAt(pieces, at + size + 1)
  return unit ? { meaning: { every: { unit, count: 1 }, ...(times > 1 && { times }) }, count: size + 2 } : null
}

/** Reads "the 28th of each month", "first day of each quarter", "the last business day of every month". */
function dayOfEveryMonth(pieces: Pieces, at: number): Found<Recurrence> | null {
  const nth = ordinalAt(pieces, at)
  if (!nth) return null
  let index = at + nth.count
  const business = ['business', 'working', 'bank'].includes(textAt(pieces, index))
  if (business) index++
  const weekday = weekdays.get(textAt(pieces, index))
  if (weekday !== undefined || ['day', 'number', 'date'].includes(textAt(pieces, index))) index++
  const size = ofMonth(pieces, index)
  if (size === 0) return null
  const unit = textAt(pieces, index + size - 1)
  if (unit === 'year' && !['each', 'every'].includes(textAt(pieces, index + 1))) return null
  const every = { unit: 'month' as const, count: unit === 'quarter' ? 3 : unit === 'year' ? 12 : 1 }
  const more = business || weekday !== undefined
  const day = nth.meaning === -1 ? 31 : nth.meaning
  return {
    meaning: {
      every,
      ...(weekday === undefined ? day >= 1 && day <= 31 && { days: [day] } : { weekdays: [weekday] }),
      ...(more && { more: true as const }),
    },
    count: index + size - at,
  }
}
