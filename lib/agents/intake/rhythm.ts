import type { Entity, NamedDay as SaidDay } from '@/lib/language/entity'
import type { NamedDay, Rhythm, Unit } from '../plans/rhythm'

/** Returns how often, from when and until when, as a clause names it. Without `every` it is no rhythm. */
export function rhythmOf(entities: readonly Entity[]): Rhythm {
  const rhythm: Rhythm = {}
  for (const each of entities) {
    if (each.is === 'recurrence') addRecurrence(rhythm, each)
    else if (each.is === 'date') addDate(rhythm, each)
    else if (each.is === 'duration') {
      const unit = each.unit === 'year' ? 'month' : each.unit
      const count = Number(each.count) * (each.unit === 'year' ? 12 : 1)
      if (isUnit(unit) && Number.isInteger(count)) rhythm.end = { kind: 'for', count, unit }
    } else if (each.is === 'times' && /^\d+$/.test(each.value))
      rhythm.end = { kind: 'times', times: Number(each.value) }
  }
  return rhythm
}

const isUnit = (unit: string): unit is Unit => unit === 'day' || unit === 'week' || unit === 'month'

function addRecurrence(rhythm: Rhythm, said: Extract<Entity, { is: 'recurrence' }>): void {
  const { unit, count } = said.every
  if (said.more || said.times || (said.weekdays?.length ?? 0) > 1 || (said.days?.length ?? 0) > 1)
    rhythm.problem = 'have more than one date in each period'
  if (unit === 'year') rhythm.every = { unit: 'month', count: 12 * count }
  else if (unit === 'weekday' || isUnit(unit)) rhythm.every = { unit, count }
  else rhythm.problem = 'buy more than once a day'
  const [weekday] = said.weekdays ?? []
  const [day] = said.days ?? []
  if (weekday !== undefined) rhythm.weekday = weekday
  if (day !== undefined) rhythm.day = day
}

function addDate(rhythm: Rhythm, { day, time, edge }: Extract<Entity, { is: 'date' }>): void {
  if (time && time.minute === 0 && !time.zone) rhythm.hour = time.hour
  else if (time) rhythm.problem = 'buy at a time other than a full hour in UTC'
  const named = day && namedDay(day)
  if (day && !named) rhythm.problem = 'begin or end on that day'
  if (named && (edge === 'until' || edge === 'before' || edge === 'by')) rhythm.end = { kind: 'until', day: named }
  else if (named) rhythm.start = named
}

function namedDay(said: SaidDay): NamedDay | null {
  switch (said.kind) {
    case 'today':
    case 'tomorrow':
      return { kind: said.kind }
    case 'now':
      return { kind: 'today' }
    case 'weekday':
      return said.week === 'last' ? null : { kind: 'weekday', weekday: said.weekday }
    case 'next':
      return said.unit === 'week' || said.unit === 'month' ? { kind: 'next', unit: said.unit } : null
    case 'date': {
      const { year, month, day } = said
      if (month === undefined) return null
      return { kind: 'date', month, ...(year !== undefined && { year }), ...(day !== undefined && { day }) }
    }
    default:
      return null
  }
}
