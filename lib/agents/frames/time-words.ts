import type { NamedDay, Unit } from '../plans/rhythm'
import { smallCounts } from '../tagger/counts'

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = 'january february march april may june july august september october november december'.split(' ')
/** Those that a plan is likely to have, the longest name first: "six" begins "sixteen". */
const numbers: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ...smallCounts,
    ['a', 1] as const,
    ['an', 1] as const,
    ['third', 3] as const,
    ['a dozen', 12] as const,
    ['a couple of', 2] as const,
    ['a couple', 2] as const,
    ['a hundred', 100] as const,
    ['one hundred', 100] as const,
  ].toSorted(([one], [other]) => other.length - one.length),
)

export const count = String.raw`\d{1,4}|${Object.keys(numbers).join('|')}`
export const weekday = `(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?`
const month = `(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`
export const ordinal = String.raw`(?:\d{1,2}(?:st|nd|rd|th)|first|last)`
export const date = String.raw`\d{4}-\d{2}-\d{2}|(?:the\s+)?(?:\d{1,2})(?:st|nd|rd|th)?(?:\s+of)?\s+${month}(?:,?\s+\d{4})?|${month}(?:\s+(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?\b)?(?:,?\s+\d{4})?`
export const day = String.raw`today|now|tomorrow|next\s+(?:week|month)|(?:next\s+|this\s+)?${weekday}|${date}`

export const numberOf = (text: string): number => numbers[text.toLowerCase()] ?? Number(text)
export const weekdayOf = (text: string): number =>
  weekdays.findIndex((name) => name.startsWith(text.toLowerCase().replace(/day$/, '').slice(0, 3)))
const monthOf = (text: string): number => months.findIndex((name) => name.startsWith(text.toLowerCase().slice(0, 3)))
export const ordinalOf = (text: string): number =>
  /^last/i.test(text) ? 31 : /^first/i.test(text) ? 1 : Number.parseInt(text, 10)
export const unitOf = (text: string): Unit => (/^d/i.test(text) ? 'day' : /^w/i.test(text) ? 'week' : 'month')

export function namedDay(text: string): NamedDay | null {
  const said = text.toLowerCase().trim()
  if (said === 'today' || said === 'now') return { kind: 'today' }
  if (said === 'tomorrow') return { kind: 'tomorrow' }
  const next = /^next\s+(week|month)$/.exec(said)?.[1]
  if (next === 'week' || next === 'month') return { kind: 'next', unit: next }
  const named = new RegExp(`^(?:next\\s+|this\\s+)?(${weekday})$`).exec(said)
  if (named?.[1]) return { kind: 'weekday', weekday: weekdayOf(named[1]) }
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(said)
  if (iso) return dated(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]))
  const parts = new RegExp(`\\b(${month})\\b`).exec(said)
  if (!parts?.[1]) return null
  const rest = said.replace(parts[1], ' ')
  const year = /\b(\d{4})\b/.exec(rest)?.[1]
  const at = /\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(rest)?.[1]
  return dated(
    year === undefined ? undefined : Number(year),
    monthOf(parts[1]),
    at === undefined ? undefined : Number(at),
  )
}

/** Null for a day that no calendar has. */
export function dated(year: number | undefined, at: number, of: number | undefined): NamedDay | null {
  // In a leap year, where none is named.
  const last = new Date(Date.UTC(year ?? 2024, at + 1, 0)).getUTCDate()
  if (at < 0 || at > 11 || (of !== undefined && (of < 1 || of > last))) return null
  return { kind: 'date', month: at, ...(year === undefined ? {} : { year }), ...(of === undefined ? {} : { day: of }) }
}
