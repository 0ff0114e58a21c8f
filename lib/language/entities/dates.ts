import type { Edge, Meaning, NamedDay, PartOfDay, TimeOfDay } from '../entity'
import { dayOfWord, doubtful, months, partsOfDay, weekdays, zoneOf } from './calendar'
import { smallOf } from './number-words'
import { type Found, type Pieces, textAt } from './piece'
import { dayNumber } from './time-numbers'

const edges: Readonly<Record<string, Edge>> = {
  from: 'from',
  since: 'from',
  starting: 'from',
  beginning: 'from',
  until: 'until',
  till: 'until',
  til: 'until',
  through: 'until',
  before: 'before',
  after: 'after',
  by: 'by',
}

/** Words before a day that make it one. */
const beforeDays = new Set(
  'on every each this next last past coming by until till til before after from since other second to starting and or of in for'.split(
    ' ',
  ),
)

/** Returns the word before a piece, skipping articles. */
function wordBefore(pieces: Pieces, at: number): string {
  const before = textAt(pieces, at - 1)
  return before === 'the' || before === 'end' || before === 'including' ? textAt(pieces, at - 2) : before
}

const isBare = (pieces: Pieces, at: number): boolean =>
  doubtful.has(textAt(pieces, at)) && !beforeDays.has(textAt(pieces, at - 1)) && pieces[at + 1]?.kind !== 'digits'

/** Reads a day, a time of day, or both. */
export function dateAt(pieces: Pieces, at: number): Found<Extract<Meaning, { is: 'date' }>> | null {
  const day = dayAt(pieces, at)
  let index = at + (day?.count ?? 0)
  let part: PartOfDay | undefined
  if (day && partsOfDay.has(textAt(pieces, index))) {
    part = textAt(pieces, index) as PartOfDay
    index++
  }
  const joined = day && ['at', ',', 'around', '@'].includes(textAt(pieces, index)) ? 1 : 0
  const time = timeOfDay(pieces, index + joined)
  if (!day && !time) return null
  if (time) index += joined + time.count
  const edge = edges[wordBefore(pieces, at)]
  return {
    meaning: {
      is: 'date',
      ...(day && { day: day.meaning }),
      ...(time && { time: time.meaning }),
      ...(part && { part }),
      ...(edge && { edge }),
    },
    count: index - at,
  }
}

const periods = new Set(['week', 'month', 'quarter', 'year'])
type Period = 'week' | 'month' | 'quarter' | 'year'

function dayAt(pieces: Pieces, at: number): Found<NamedDay> | null {
  const word = textAt(pieces, at)
  const next = textAt(pieces, at + 1)
  if (word === 'right' && (next === 'now' || next === 'away')) return { meaning: { kind: 'now' }, count: 2 }
  if ((word === 'christmas' || word === 'xmas') && next === 'eve')
    return { meaning: { kind: 'date', month: 11, day: 24 }, count: 2 }
  if (word === 'new' && next === 'year') {
    const eve = textAt(pieces, at + 4) === 'eve'
    const size = textAt(pieces, at + 2) === "'" && textAt(pieces, at + 3) === 's' ? 4 : 2
    return {
      meaning: eve ? { kind: 'date', month: 11, day: 31 } : { kind: 'date', month: 0, day: 1 },
      count: eve ? 5 : size,
    }
  }
  const named = dayOfWord(word)
  if (named) return { meaning: named, count: 1 }
  if (word === 'end' || word === 'year' || word === 'month' || word === 'week' || word === 'quarter') {
    const of = word === 'end' && next === 'of' ? (['the', 'this', 'next'].includes(textAt(pieces, at + 2)) ? 3 : 2) : 0
    const unit = textAt(pieces, at + of)
    if (of && periods.has(unit)) return { meaning: { kind: 'end', unit: unit as Period }, count: of + 1 }
    return word !== 'end' && next === 'end' ? { meaning: { kind: 'end', unit: word as Period }, count: 2 } : null
  }
  if (word === 'this' || word === 'next' || word === 'last' || word === 'coming' || word === 'past') {
    const week = word === 'coming' ? 'this' : word === 'past' ? 'last' : word
    const weekday = weekdays.get(next)
    if (weekday !== undefined) return { meaning: { kind: 'weekday', weekday, week }, count: 2 }
    if (periods.has(next)) return { meaning: { kind: week, unit: next as Period }, count: 2 }
    if (partsOfDay.has(next)) return { meaning: { kind: week === 'last' ? 'yesterday' : 'today' }, count: 1 }
    const month = months.get(next)
    return month === undefined || (week === 'this' && next === 'may')
      ? null
      : { meaning: { kind: 'date', month }, count: 2 }
  }
  const weekday = weekdays.get(word)
  if (weekday !== undefined) return isBare(pieces, at) ? null : { meaning: { kind: 'weekday', weekday }, count: 1 }
  return calendarDay(pieces, at)
}

const isYear = (text: string): boolean => text.length === 4 && text >= '2000' && text <= '2099'

function calendarDay(pieces: Pieces, at: number): Found<NamedDay> | null {
  const numeric = numericDay(pieces, at)
  if (numeric) return numeric
  const word = textAt(pieces, at)
  const month = months.get(word)
  if (month !== undefined) {
    const day = dayNumber(pieces, at + 1 + (textAt(pieces, at + 1) === 'the' ? 1 : 0))
    if (!day && isBare(pieces, at)) return null
    const size = day ? 1 + (textAt(pieces, at + 1) === 'the' ? 1 : 0) + day.count : 1
    return withYear(pieces, at, size, { month, ...(day && { day: day.meaning }) })
  }
  if (isYear(word) && ['in', 'since'].includes(wordBefore(pieces, at)))
    return { meaning: { kind: 'date', year: Number(word) }, count: 1 }
  const day = dayNumber(pieces, at)
  if (!day) return null
  const of = textAt(pieces, at + day.count) === 'of' ? 1 : 0
  const its = months.get(textAt(pieces, at + day.count + of))
  if (its !== undefined && !(its === 4 && !of && pieces[at + day.count]?.raw === 'may')) {
    return withYear(pieces, at, day.count + of + 1, { month: its, day: day.meaning })
  }
  // "the 3rd" is a day only after a word that takes one.
  const before = wordBefore(pieces, at)
  if (day.count > 1 || pieces[at]?.kind === 'word') {
    const named = ['on', 'by', 'until', 'till', 'til', 'since', 'from', 'before', 'after'].includes(before)
    if (
      named &&
      textAt(pieces, at - 1) === 'the' &&
      day.meaning <= 31 &&
      !['one', 'of'].includes(textAt(pieces, at + day.count))
    )
      return { meaning: { kind: 'date', day: day.meaning }, count: day.count }
  }
  return null
}

function withYear(pieces: Pieces, at: number, size: number, date: { month: number; day?: number }): Found<NamedDay> {
  const comma = textAt(pieces, at + size) === ',' ? 1 : 0
  const year = textAt(pieces, at + size + comma)
  return isYear(year)
    ? { meaning: { kind: 'date', ...date, year: Number(year) }, count: size + comma + 1 }
    : { meaning: { kind: 'date', ...date }, count: size }
}

/** Reads "2027-01-15", "15.01.2027", "15/1/27": day before month, unless that is impossible. */
function numericDay(pieces: Pieces, at: number): Found<NamedDay> | null {
  const [first, mark, second, again, third] = [0, 1, 2, 3, 4].map((step) => pieces[at + step])
  if (first?.kind !== 'digits' || second?.kind !== 'digits' || third?.kind !== 'digits') return null
  if (!mark || !again || mark.text !== again.text || !['-', '/', '.'].includes(mark.text)) return null
  if (![mark, second, again, third].every((piece) => piece.glued)) return null
  const iso = isYear(first.text)
  if (!iso && !isYear(third.text)) return null
  const [a, b] = [Number(iso ? third.text : first.text), Number(second.text)]
  const [day, month] = b > 12 && !iso ? [b, a] : [a, b]
  if (day < 1 || day > 31 || month < 1 || month > 12) return null
  return { meaning: { kind: 'date', year: Number(iso ? first.text : third.text), month: month - 1, day }, count: 5 }
}

/** Reads "noon", "9am", "4 p.m.", "14:00", with the zone after it. */
function timeOfDay(pieces: Pieces, at: number): Found<TimeOfDay> | null {
  const word = textAt(pieces, at)
  const spoken = word === 'noon' || word === 'midday' ? 12 : word === 'midnight' ? 0 : undefined
  if (spoken !== undefined) return withZone(pieces, at, 1, { hour: spoken, minute: 0 })
  const hour = pieces[at]?.kind === 'digits' ? Number(word) : smallOf(word)
  if (hour === undefined || hour > 24 || word.length > 8) return null
  let size = 1
  let minute = 0
  const minutes = pieces[at + 2]
  const sign = textAt(pieces, at + 1)
  if (
    (sign === ':' || sign === 'h') &&
    pieces[at + 1]?.glued &&
    minutes?.glued &&
    minutes.kind === 'digits' &&
    minutes.text.length === 2
  ) {
    minute = Number(minutes.text)
    size = 3
  }
  const half = textAt(pieces, at + size)
  const dotted =
    (half === 'a' || half === 'p') && textAt(pieces, at + size + 1) === '.' && textAt(pieces, at + size + 2) === 'm'
  if (half === 'am' || half === 'pm' || dotted) {
    if (hour > 12 || minute > 59) return null
    size += dotted ? (textAt(pieces, at + size + 3) === '.' ? 4 : 3) : 1
    return withZone(pieces, at, size, { hour: (hour % 12) + (half.startsWith('p') ? 12 : 0), minute })
  }
  if (half === 'o' && textAt(pieces, at + size + 1) === "'" && textAt(pieces, at + size + 2) === 'clock')
    return withZone(pieces, at, size + 3, { hour, minute })
  if (half === 'oclock') return withZone(pieces, at, size + 1, { hour, minute })
  if (size === 3 && minute < 60 && hour < 24) return withZone(pieces, at, size, { hour, minute })
  if (half === 'in' && textAt(pieces, at + size + 1) === 'the' && partsOfDay.has(textAt(pieces, at + size + 2))) {
    if (textAt(pieces, at - 1) !== 'at') return null
    const later = textAt(pieces, at + size + 2) !== 'morning' && hour < 12 ? 12 : 0
    return withZone(pieces, at, size + 3, { hour: hour + later, minute })
  }
  // "At 8 UTC"
  if (textAt(pieces, at - 1) === 'at' && hour < 24 && zoneOf(half)) return withZone(pieces, at, size, { hour, minute })
  return null
}

function withZone(pieces: Pieces, at: number, size: number, time: TimeOfDay): Found<TimeOfDay> {
  for (const words of [2, 1]) {
    const place = Array.from({ length: words }, (_, step) => textAt(pieces, at + size + step)).join(' ')
    const zone = pieces[at + size]?.kind === 'word' ? zoneOf(place) : undefined
    if (!zone) continue
    let count = size + words
    const sign = textAt(pieces, at + count)
    const offset = pieces[at + count + 1]
    if (
      zone === 'UTC' &&
      (sign === '+' || sign === '-') &&
      offset?.kind === 'digits' &&
      offset.glued &&
      offset.text.length < 3
    )
      return { meaning: { ...time, zone: `${sign}${offset.text.padStart(2, '0')}:00` }, count: count + 2 }
    if (textAt(pieces, at + count) === 'time') count++
    return { meaning: { ...time, zone }, count }
  }
  return { meaning: time, count: size }
}
