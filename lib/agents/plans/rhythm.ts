import { dayMs, dayOf, dayOfMonth, lastDueBy, mostTimes, type Schedule, startOfDay } from '@/lib/wire/schedule'

/** A day as it was named: `weekday` 0 is Sunday, `month` 0 is January. Without `day`, the first of the month. */
export type NamedDay =
  | { kind: 'today' }
  | { kind: 'tomorrow' }
  | { kind: 'weekday'; weekday: number }
  /** The first day of the next week, a Monday, or of the next month. */
  | { kind: 'next'; unit: 'week' | 'month' }
  /** The last day of this week, month, quarter or year. */
  | { kind: 'end'; unit: 'week' | 'month' | 'quarter' | 'year' }
  | { kind: 'date'; year?: number; month: number; day?: number }

export type Unit = 'day' | 'week' | 'month'

/** Frequency, beginning and end as they were said, before any clock is read. */
export type Rhythm = {
  every?: { unit: Unit | 'weekday'; count: number }
  /** 0 is Sunday. */
  weekday?: number
  /** Day of the month; 31 is the last one. */
  day?: number
  /** UTC. */
  hour?: number
  start?: NamedDay
  end?:
    | { kind: 'times'; times: number }
    | { kind: 'for'; count: number; unit: Unit }
    /** The last day. A month named alone ends the plan when it begins. */
    | { kind: 'until'; day: NamedDay }
    /** The rest of an earlier time span, up to its last day (`spanEnd`). `times` is set if that many dates are left. */
    | { kind: 'within'; last: string; times?: number }
  /** Something that no schedule here can do, as the end of "A plan cannot ...". */
  problem?: string
}

/** Default hour of a purchase, at which the date is the same nearly everywhere. UTC. */
const defaultHour = 12

/** Returns a schedule for a rhythm, beginning at or after `now`; or a sentence that explains why there is none. */
export function scheduleFor(rhythm: Rhythm & { every: NonNullable<Rhythm['every']> }, now: number): Schedule | string {
  const { every, hour = defaultHour } = rhythm
  const most = { day: 366, week: 52, month: 12, weekday: 1 }[every.unit]
  if (every.count < 1 || every.count > most) return 'Purchases must be between a day and a year apart.'
  const from = firstDay(rhythm, hour, now)
  if (typeof from === 'string') return from
  const schedule = aligned(rhythm, every, from, hour)
  const times = timesOf(rhythm, schedule)
  if (times === null) return schedule
  if (times < 1) return 'None of its dates would come before it ends.'
  if (times > mostTimes) return `That would be more than ${mostTimes} purchases.`
  const last = lastDay(rhythm, schedule)
  const over = spanOver(rhythm, schedule)
  return {
    ...schedule,
    times,
    ...(last === null ? {} : { until: dayOf(last) }),
    ...(over === null ? {} : { spanEnd: dayOf(over - dayMs) }),
  }
}

/** Returns the day after the named time span, at midnight UTC. Null without one. */
function spanOver({ end }: Rhythm, { start }: Schedule): number | null {
  if (end?.kind === 'within') return startOfDay(end.last) + dayMs
  if (end?.kind !== 'for') return null
  const first = startOfDay(start)
  if (end.unit !== 'month') return first + { day: 1, week: 7 }[end.unit] * end.count * dayMs
  const date = new Date(first)
  return dayOfMonth(date.getUTCFullYear(), date.getUTCMonth() + end.count, date.getUTCDate())
}

/** Returns the named last day after the beginning, at midnight UTC. Null without one. */
function lastDay({ end }: Rhythm, { start }: Schedule): number | null {
  if (end?.kind !== 'until') return null
  const last = resolved(end.day, startOfDay(start))
  // A month named alone ends the plan when it begins.
  return end.day.kind === 'date' && end.day.day === undefined ? last - dayMs : last
}

/** Returns the earliest possible first day, at midnight UTC. */
function firstDay({ start }: Rhythm, hour: number, now: number): number | string {
  const today = startOfDay(dayOf(now))
  if (!start) return now < today + hour * 3_600_000 ? today : today + dayMs
  const day = resolved(start, today)
  return day < today ? 'It would start in the past.' : day
}

/** Resolves a named day, to the next one if it has no year. */
function resolved(named: NamedDay, today: number): number {
  switch (named.kind) {
    case 'today':
      return today
    case 'tomorrow':
      return today + dayMs
    case 'weekday':
      return onWeekday(today, named.weekday)
    case 'next': {
      const date = new Date(today)
      return named.unit === 'week'
        ? onWeekday(today + dayMs, 1)
        : dayOfMonth(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
    }
    case 'end': {
      const date = new Date(today)
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
      if (named.unit === 'week') return onWeekday(today, 0)
      const last = { month, quarter: month - (month % 3) + 2, year: 11 }[named.unit]
      return dayOfMonth(year, last, 31)
    }
    case 'date': {
      const { year, month, day = 1 } = named
      const thisYear = new Date(today).getUTCFullYear()
      if (year !== undefined) return dayOfMonth(year, month, day)
      const next = dayOfMonth(thisYear, month, day)
      return next < today ? dayOfMonth(thisYear + 1, month, day) : next
    }
  }
}

const onWeekday = (from: number, weekday: number): number =>
  from + ((weekday - new Date(from).getUTCDay() + 7) % 7) * dayMs

/** Returns the schedule without its end, with its first day moved to one that fits. */
function aligned(
  { weekday, day }: Rhythm,
  { unit, count }: { unit: Unit | 'weekday'; count: number },
  from: number,
  hour: number,
): Schedule {
  const rest = { hour, times: null }
  switch (unit) {
    case 'day':
      return { ...rest, start: dayOf(from), every: { unit: 'day', count } }
    case 'week': {
      const start = weekday === undefined ? from : onWeekday(from, weekday)
      return { ...rest, start: dayOf(start), every: { unit: 'day', count: 7 * count } }
    }
    case 'weekday': {
      const isRest = [0, 6].includes(new Date(from).getUTCDay())
      return { ...rest, start: dayOf(isRest ? onWeekday(from, 1) : from), every: { unit: 'weekday' } }
    }
    case 'month': {
      const date = new Date(from)
      const wanted = day ?? date.getUTCDate()
      const here = dayOfMonth(date.getUTCFullYear(), date.getUTCMonth(), wanted)
      const start = here < from ? dayOfMonth(date.getUTCFullYear(), date.getUTCMonth() + 1, wanted) : here
      return { ...rest, start: dayOf(start), every: { unit: 'month', count, day: wanted } }
    }
  }
}

/** Returns the number of dates before the named end; null without one. */
function timesOf(rhythm: Rhythm, schedule: Schedule): number | null {
  const { end } = rhythm
  if (!end) return null
  if (end.kind === 'times') return end.times
  const first = startOfDay(schedule.start)
  const before = (end: number) => lastDueBy(schedule, end - 1) + 1
  const over = spanOver(rhythm, schedule)
  if (over === null) return before((lastDay(rhythm, schedule) ?? first) + dayMs)
  if (end.kind === 'within' && end.times !== undefined) return end.times
  const { every } = schedule
  // "Weekly for 10 weeks" is 10, and "weekly for a year" 52: the incomplete rest of a period has no date.
  if (end.kind === 'for' && end.unit === 'month' && every.unit === 'month')
    return Math.max(1, Math.floor(end.count / every.count))
  if (every.unit !== 'day' || over <= first) return before(over)
  return Math.max(1, Math.floor((over - first) / dayMs / every.count))
}
