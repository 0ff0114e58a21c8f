import { dayMs, dayOf, dayOfMonth, lastDueBy, mostTimes, type Schedule, startOfDay } from '@/lib/wire/schedule'

/** A day as it was named: `weekday` 0 is Sunday, `month` 0 is January. Without `day`, the first of the month. */
export type NamedDay =
  | { kind: 'today' }
  | { kind: 'tomorrow' }
  | { kind: 'weekday'; weekday: number }
  /** The first day of the next week, a Monday, or of the next month. */
  | { kind: 'next'; unit: 'week' | 'month' }
  | { kind: 'date'; year?: number; month: number; day?: number }

export type Unit = 'day' | 'week' | 'month'

/** How often, from when and how long, as it was said and before any clock was looked at. */
export type Rhythm = {
  every?: { unit: Unit | 'weekday'; count: number }
  /** 0 is Sunday. */
  weekday?: number
  /** Of a month; 31 is the last one. */
  day?: number
  /** UTC. */
  hour?: number
  start?: NamedDay
  end?:
    | { kind: 'times'; times: number }
    | { kind: 'for'; count: number; unit: Unit }
    /** The last day; a month that is named alone ends it as it begins. */
    | { kind: 'until'; day: NamedDay }
    /** What is left of a time that was named before, to its last day (`spanEnd`); `times` where that many dates are left. */
    | { kind: 'within'; last: string; times?: number }
  /** Something that no schedule here can do, as the end of "A plan cannot ...". */
  problem?: string
}

/** The hour of a purchase unless another is said: the one at which the day is the same nearly everywhere. */
const defaultHour = 12

/** A schedule for a rhythm that begins at or after `now`, or why there is none, in a sentence. */
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

/** The day after the time that was named, at midnight UTC. Null where none was. */
function spanOver({ end }: Rhythm, { start }: Schedule): number | null {
  if (end?.kind === 'within') return startOfDay(end.last) + dayMs
  if (end?.kind !== 'for') return null
  const first = startOfDay(start)
  if (end.unit !== 'month') return first + { day: 1, week: 7 }[end.unit] * end.count * dayMs
  const date = new Date(first)
  return dayOfMonth(date.getUTCFullYear(), date.getUTCMonth() + end.count, date.getUTCDate())
}

/** The last day that was named, at midnight UTC: the first such day after the beginning. Null where none was. */
function lastDay({ end }: Rhythm, { start }: Schedule): number | null {
  if (end?.kind !== 'until') return null
  const last = resolved(end.day, startOfDay(start))
  // A month that is named alone ends it as it begins.
  return end.day.kind === 'date' && end.day.day === undefined ? last - dayMs : last
}

/** The earliest day that may be the first one, at midnight UTC. */
function firstDay({ start }: Rhythm, hour: number, now: number): number | string {
  const today = startOfDay(dayOf(now))
  if (!start) return now < today + hour * 3_600_000 ? today : today + dayMs
  const day = resolved(start, today)
  return day < today ? 'It would start in the past.' : day
}

/** A named day, the next one where it has no year. */
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

/** The schedule without its end, its first day moved to one that fits. */
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

/** How many dates there are before the end that was named; null where none was. */
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
  // "Weekly for 10 weeks" is 10, and "weekly for a year" 52: what is left of a period brings no date of its own.
  if (end.kind === 'for' && end.unit === 'month' && every.unit === 'month')
    return Math.max(1, Math.floor(end.count / every.count))
  if (every.unit !== 'day' || over <= first) return before(over)
  return Math.max(1, Math.floor((over - first) / dayMs / every.count))
}
