import { z } from 'zod'

export const dayMs = 86_400_000
const hourMs = 3_600_000

/** Maximum number of dates, which bounds the total of one plan. More than anyone plans for. */
export const mostTimes = 1000

/**
 * The dates of a plan. Days and hours are UTC, so daylight saving does not apply. `day` is clamped to the month's last
 * day: the 31st becomes the 28th of February.
 */
export const scheduleSchema = z.strictObject({
  /** The first day, as in `2026-11-27`. */
  start: z.iso.date(),
  hour: z.int().min(0).max(23),
  every: z.discriminatedUnion('unit', [
    z.strictObject({ unit: z.literal('day'), count: z.int().min(1).max(366) }),
    /** Monday to Friday. `start` is one of them. */
    z.strictObject({ unit: z.literal('weekday') }),
    z.strictObject({ unit: z.literal('month'), count: z.int().min(1).max(12), day: z.int().min(1).max(31) }),
  ]),
  /** Number of dates; null without an end. */
  times: z.int().min(1).max(mostTimes).nullable(),
  /**
   * The last day, if the person named one. It still holds when the rhythm changes. `times` counts the dates up to it.
   */
  until: z.iso.date().optional(),
  /**
   * The last day of a period that the person named ("for 10 weeks") in place of a number of dates. A plan with a new
   * rhythm still ends with it. `times` counts the dates within it.
   */
  spanEnd: z.iso.date().optional(),
})
export type Schedule = z.infer<typeof scheduleSchema>

/** Returns the date with this index, from 0, ignoring the schedule's end. Milliseconds since the epoch. */
export function dueAt({ start, hour, every }: Schedule, index: number): number {
  const first = startOfDay(start)
  const at = hour * hourMs
  switch (every.unit) {
    case 'day':
      return first + index * every.count * dayMs + at
    case 'weekday': {
      // Skips two days for each Friday passed. Monday is 0.
      const weekday = (new Date(first).getUTCDay() + 6) % 7
      return first + (index + 2 * Math.floor((weekday + index) / 5)) * dayMs + at
    }
    case 'month': {
      const date = new Date(first)
      return dayOfMonth(date.getUTCFullYear(), date.getUTCMonth() + index * every.count, every.day) + at
    }
  }
}

/** Returns the index of the last date at or before `now`, within the schedule's end; -1 before the first date. */
export function lastDueBy(schedule: Schedule, now: number): number {
  let low = -1
  let high = 1
  while (dueAt(schedule, high) <= now) high *= 2
  // Dates grow with their index, so bisect between one in the past and one in the future.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (dueAt(schedule, middle) <= now) low = middle
    else high = middle
  }
  return schedule.times === null ? low : Math.min(low, schedule.times - 1)
}

/** Returns the date with this index in milliseconds since the epoch; null past the schedule's end. */
export const dueOrEnd = (schedule: Schedule, index: number): number | null =>
  schedule.times !== null && index >= schedule.times ? null : dueAt(schedule, index)

/** Returns midnight UTC of a day such as `2026-11-27`. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Returns the UTC day of an instant, as in `2026-11-27`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/**
 * Returns midnight UTC of a day in a month, or of the month's last day if it is shorter. `month` counts from 0 and may
 * exceed 11.
 */
export function dayOfMonth(year: number, month: number, day: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(day, last))
}
