import { z } from 'zod'

export const dayMs = 86_400_000
const hourMs = 3_600_000

/** More dates than anybody plans for; it bounds what one plan can come to. */
export const mostTimes = 1000

/**
 * The dates of a plan. Days and hours are UTC, so there is no daylight saving in it. `day` of a month is clamped to the
 * month's last day: the 31st is the 28th of February.
 */
export const scheduleSchema = z.strictObject({
  /** The first day, as `2026-11-27`. */
  start: z.iso.date(),
  hour: z.int().min(0).max(23),
  every: z.discriminatedUnion('unit', [
    z.strictObject({ unit: z.literal('day'), count: z.int().min(1).max(366) }),
    /** Monday to Friday. `start` is one of them. */
    z.strictObject({ unit: z.literal('weekday') }),
    z.strictObject({ unit: z.literal('month'), count: z.int().min(1).max(12), day: z.int().min(1).max(31) }),
  ]),
  /** How many dates there are; null where there is no end. */
  times: z.int().min(1).max(mostTimes).nullable(),
  /** The last day, where the person named one: it holds when the rhythm is changed. `times` counts the dates up to it. */
  until: z.iso.date().optional(),
  /**
   * The last day of the time that the person named ("for 10 weeks"), where it was a time and no number of purchases: a
   * plan that is given another rhythm still ends by it. `times` counts the dates within it.
   */
  spanEnd: z.iso.date().optional(),
})
export type Schedule = z.infer<typeof scheduleSchema>

/** The `index`th date of a schedule, from 0, whatever its end: milliseconds since the epoch. */
export function dueAt({ start, hour, every }: Schedule, index: number): number {
  const first = startOfDay(start)
  const at = hour * hourMs
  switch (every.unit) {
    case 'day':
      return first + index * every.count * dayMs + at
    case 'weekday': {
      // Two days of rest for each Friday that is passed; Monday is 0.
      const weekday = (new Date(first).getUTCDay() + 6) % 7
      return first + (index + 2 * Math.floor((weekday + index) / 5)) * dayMs + at
    }
    case 'month': {
      const date = new Date(first)
      return dayOfMonth(date.getUTCFullYear(), date.getUTCMonth() + index * every.count, every.day) + at
    }
  }
}

/** Index of the last date at or before `now`, within the schedule's end; -1 where the first one is still to come. */
export function lastDueBy(schedule: Schedule, now: number): number {
  let low = -1
  let high = 1
  while (dueAt(schedule, high) <= now) high *= 2
  // The dates grow with their index: halve the gap between one that has come and one that has not.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (dueAt(schedule, middle) <= now) low = middle
    else high = middle
  }
  return schedule.times === null ? low : Math.min(low, schedule.times - 1)
}

/** When the date of this index is due; null past the schedule's end. */
export const dueOrEnd = (schedule: Schedule, index: number): number | null =>
  schedule.times !== null && index >= schedule.times ? null : dueAt(schedule, index)

/** Midnight UTC of a day written as `2026-11-27`. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The day of an instant in UTC, as `2026-11-27`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Midnight UTC of a day of a month, counted from 0 and beyond 11; the month's last day where it is shorter. */
export function dayOfMonth(year: number, month: number, day: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(day, last))
}
