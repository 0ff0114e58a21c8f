import { readingNow } from './reading'

/** Formats a moment in milliseconds, in the reader's locale and time zone. */
export type TimeFormat = { format: (at: number) => string }

/** A format that follows the reader's time zone and names it where it is not their device's. */
export function timeFormat(options: Intl.DateTimeFormatOptions): TimeFormat {
  const local = new Intl.DateTimeFormat(undefined, options)
  const utc = new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' })
  const namesHours = options.timeStyle !== undefined || options.hour !== undefined
  const suffix = namesHours && options.timeZoneName === undefined ? ' UTC' : ''
  return { format: (at) => (readingNow().zone === 'utc' ? utc.format(at) + suffix : local.format(at)) }
}

/** Formats a time of day in the reader's locale, such as "9:05 AM". */
export const timeOfDay = timeFormat({ timeStyle: 'short' })

/** Formats a day and a time, such as "Jul 3, 2026, 9:05 AM". */
export const dayAndTime = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** Formats a day in full, such as "July 3, 2026". */
export const longDay = timeFormat({ dateStyle: 'long' })

/** Formats a day, such as "Jul 3, 2026". */
export const dayOnly = timeFormat({ dateStyle: 'medium' })

const dayOfYear = timeFormat({ month: 'short', day: 'numeric' })

/** A calendar date. `month` counts from 0. */
type CalendarDay = { year: number; month: number; day: number }

/** Returns the moment at which a date begins in the reader's time zone. A `day` past the month's end runs on. */
export const startOfDay = ({ year, month, day }: CalendarDay): number =>
  readingNow().zone === 'utc' ? Date.UTC(year, month, day) : new Date(year, month, day).getTime()

/** Returns the calendar date of a moment in the reader's time zone, some days earlier if asked. */
export function calendarDay(at: number, daysAgo = 0): CalendarDay {
  const date = new Date(at)
  if (readingNow().zone === 'utc') {
    date.setUTCDate(date.getUTCDate() - daysAgo)
    return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() }
  }
  date.setDate(date.getDate() - daysAgo)
  return { year: date.getFullYear(), month: date.getMonth(), day: date.getDate() }
}

/** True if two moments are on the same calendar day for the reader; `daysAgo` moves the second one back. */
export function isSameDay(at: number, other: number, daysAgo = 0): boolean {
  const [one, two] = [calendarDay(at), calendarDay(other, daysAgo)]
  return one.year === two.year && one.month === two.month && one.day === two.day
}

/** Formats a past moment: only the time if it was today, else the day as well. Milliseconds. */
export const pastTime = (time: number, now: number): string =>
  isSameDay(time, now) ? `Today, ${timeOfDay.format(time)}` : dayAndTime.format(time)

/**
 * Formats a past moment beside a heading such as "Yesterday": the time if it was today or yesterday, else the day.
 * Milliseconds.
 */
export function shortTime(time: number, now: number): string {
  if (isSameDay(time, now) || isSameDay(time, now, 1)) return timeOfDay.format(time)
  return (calendarDay(time).year === calendarDay(now).year ? dayOfYear : dayOnly).format(time)
}
