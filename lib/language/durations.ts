import type { Meaning, TimeUnit } from './entity'

const unitHours: Readonly<Record<TimeUnit, number>> = {
  minute: 1 / 60,
  hour: 1,
  day: 24,
  week: 7 * 24,
  month: 30 * 24,
  year: 365 * 24,
}

/** Returns a duration in hours, with months of 30 days. */
export const hoursOf = ({ count, unit }: Extract<Meaning, { is: 'duration' }>): number =>
  Number(count) * unitHours[unit]
