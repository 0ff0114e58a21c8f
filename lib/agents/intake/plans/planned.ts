import type { Entity, NamedDay as SaidDay } from '@/lib/language/entity'
import type { Role } from '@/lib/language/labels'
import type { Clause } from '@/lib/language/reader/reader'
import type { Limit } from '@/lib/language/request'
import { isChange } from '@/lib/language/requests/clauses'
import { isWithin } from '@/lib/language/spans'
import type { Draft } from '@/lib/language/steps/draft'
import type { PlanRequest } from '../../meaning/plan-request'
import { stepOf } from '../../meaning/step'
import type { Dialogue } from '../../meaning/understanding'
import type { NamedDay, Rhythm, Unit } from '../../plans/rhythm'
import { stepsOf } from '../asked-for'
import { certaintyOf } from '../certainty'
import { partsOf, type ReadClause } from '../clauses/clause'
import { certain, type Message, type Understood } from '../message'

/** Bounds that no purchase of a plan can be held to; those of a price make it wait for a condition. */
const bounds: readonly Limit['role'][] = ['atMost', 'atLeast', 'limit', 'rate', 'protocol']
const prices: readonly Limit['role'][] = ['atMost', 'atLeast', 'until']

const trades: readonly string[] = ['swap', 'send', 'bridge']

/** True for a request for something regular: "every Friday", "DCA $50 into ETH", "$50 into ETH for 10 weeks". */
export const isRegular = (read: ReadClause, { reading }: Message): boolean => {
  const { request, entities } = read
  return (
    request.limits.some(({ role }) => role === 'every') ||
    (trades.includes(request.action) &&
      (entities.some(({ is }) => is === 'plan' || is === 'recurrence') ||
        request.limits.some(({ role, meanings }) => role === 'until' && meanings.some(isTime)) ||
        mused(reading)))
  )
}

/** "I was thinking of something weekly, 20 USDC into ETH": how often, apart from what is asked for. */
const mused = ({ entities, clauses }: Message['reading']): boolean =>
  entities.some(
    (each) =>
      each.is === 'recurrence' &&
      clauses.every(({ kind, ...clause }) => kind === 'hypothetical' || !isWithin(each, clause)),
  )

const isTime = ({ is }: Pick<Entity, 'is'>): boolean => is === 'duration' || is === 'date' || is === 'times'

/** Below this certainty that it is a request, it is first asked whether a plan is meant. */
const sureOfKind = 0.9

/** Reads a request for something regular: an offer of a plan, which the person still has to confirm. */
export function planned(
  read: readonly ReadClause[],
  asked: readonly Clause[],
  message: Message,
  dialogue: Dialogue,
): Understood {
  const [only, ...others] = read
  if (!only || others.length > 0) return certain({ kind: 'several' })
  const { request, clause } = only
  const { reading, text } = message
  if (waitsForPrice(request)) return certain({ kind: 'abstain', topic: 'conditional' })
  const order = isChange(request.action) ? stepOf(dialogue) : stepsOf({ ...only, collections: message.collections })[0]
  if (order?.kind !== 'request' || order.draft.action === 'bridge') {
    const every = reading.entities.find(({ is }) => is === 'recurrence')
    const said = every && text.slice(every.start, every.end)
    return certain({ kind: 'abstain', topic: 'scheduled', ...(said && { said }) })
  }
  // "Except on Sundays".
  const isException = ({ role, meanings }: Limit) =>
    role === 'excluded' && meanings.some((each) => isTime(each) || each.is === 'recurrence')
  const bound = request.limits.find((limit) => bounds.includes(limit.role) || isException(limit))
  if (bound) return certain({ kind: 'bound', text: bound.text })
  const [counts, discarded] = [inside(clause, 'count'), inside(clause, 'discarded')]
  const times = timed(reading.entities, asked).filter((_, at) => !discarded.includes(at))
  const rhythm = rhythmOf(
    times,
    reading.entities.filter((_, at) => counts.includes(at)),
  )
  const { unsure: _, ...draft } = order.draft
  const certainty = certaintyOf(read, asked, message, dialogue)
  const isUnsure = certainty === 'weak' || request.sure.kind < sureOfKind || mused(reading)
  const plan: PlanRequest = {
    do: 'create',
    order: eachTime(draft, rhythm),
    rhythm,
    ...(isUnsure && { unsure: true as const }),
  }
  return { is: { kind: 'plan', plan }, certainty }
}

/** "Until it hits 5000", "at 2000": a price, which no plan waits for. */
export const waitsForPrice = ({ limits }: ReadClause['request']): boolean =>
  limits.some(
    ({ role, meanings }) =>
      prices.includes(role) &&
      meanings.some(({ is }) => is === 'number' || is === 'dollars') &&
      !meanings.some((each) => isTime(each)),
  )

/** The entities in the parts of a role, by their index. */
const inside = (clause: Clause, role: Role): readonly number[] =>
  partsOf(clause, role).flatMap(({ entities }) => entities)

/** "1000 USDC over 10 weeks": whether that is the sum of each time or of all of them, nobody has said. */
const eachTime = (draft: Draft, { every, end }: Rhythm): Draft =>
  every || end?.kind !== 'for' || !draft.amount ? draft : { ...draft, unclear: 'each-or-all' }

/** Returns the entities with their meaning as a time where they are nothing else: "every morning at 8". */
function timed(entities: readonly Entity[], clauses: readonly Clause[]): readonly Entity[] {
  const others = clauses.flatMap((clause) => clause.parts.filter(({ role }) => role !== 'every' && role !== 'when'))
  return entities.map((each, at) => {
    const isFree = each.is === 'number' && !others.some((part) => part.entities.includes(at))
    const other = isFree ? each.or?.find(({ is }) => is === 'date') : undefined
    return other ? { ...other, start: each.start, end: each.end } : each
  })
}

/**
 * Returns how often, from when and until when, as a clause names it. Without `every` it is no rhythm. `counts`: numbers
 * that count the dates.
 */
export function rhythmOf(entities: readonly Entity[], counts: readonly Entity[] = []): Rhythm {
  const rhythm: Rhythm = {}
  for (const each of entities) {
    if (each.is === 'recurrence') addRecurrence(rhythm, each)
    else if (each.is === 'date') addDate(rhythm, each)
    else if (each.is === 'duration') {
      const unit = each.unit === 'year' ? 'month' : each.unit
      const count = Number(each.count) * (each.unit === 'year' ? 12 : 1)
      if (isUnit(unit) && Number.isInteger(count)) rhythm.end = { kind: 'for', count, unit }
    } else if (each.is === 'times' || (each.is === 'number' && counts.includes(each))) {
      if (/^\d+$/.test(each.value)) rhythm.end = { kind: 'times', times: Number(each.value) }
    }
  }
  return rhythm
}

const isUnit = (unit: string): unit is Unit => unit === 'day' || unit === 'week' || unit === 'month'

function addRecurrence(rhythm: Rhythm, said: Extract<Entity, { is: 'recurrence' }>): void {
  const { unit, count } = said.every
  if ((said.weekdays?.length ?? 0) > 1) rhythm.problem = 'have more than one weekday'
  else if (said.more) rhythm.problem = 'follow the weekdays or working days of a month'
  else if (said.times || (said.days?.length ?? 0) > 1) rhythm.problem = 'have more than one date in each period'
  const before = rhythm.every
  if (unit === 'year') rhythm.every = { unit: 'month', count: 12 * count }
  else if (unit === 'weekday' || isUnit(unit)) rhythm.every = { unit, count }
  else rhythm.problem = 'run more often than once a day'
  // "Every 2 weeks, on Fridays" is one rhythm, and "daily, weekly" is two.
  if (before && rhythm.every && before.unit !== rhythm.every.unit) rhythm.problem = 'follow two rhythms at once'
  else if (before && rhythm.every) rhythm.every.count = Math.max(before.count, rhythm.every.count)
  const [weekday] = said.weekdays ?? []
  const [day] = said.days ?? []
  if (weekday !== undefined) rhythm.weekday = weekday
  if (day !== undefined) rhythm.day = day
}

function addDate(rhythm: Rhythm, { day, time, edge }: Extract<Entity, { is: 'date' }>): void {
  if (time && time.minute === 0 && (time.zone ?? 'UTC') === 'UTC') rhythm.hour = time.hour % 24
  else if (time) rhythm.problem = 'run at a time other than a full hour in UTC'
  if (!day) return
  // "Monthly on the 15th".
  if (day.kind === 'date' && day.month === undefined && day.day !== undefined) {
    rhythm.day = day.day
    return
  }
  const isEnd = edge === 'until' || edge === 'before' || edge === 'by'
  const named = namedDay(day)
  if (!named) rhythm.problem = `${isEnd ? 'end' : 'begin'} on that day`
  else if (!exists(named)) rhythm.problem = `${isEnd ? 'end' : 'begin'} on a day that does not exist`
  else if (isEnd) rhythm.end = { kind: 'until', day: named }
  else rhythm.start = named
}

/** False for February 30; and for February 29 of a year without it. */
function exists(named: NamedDay): boolean {
  if (named.kind !== 'date' || named.day === undefined) return true
  const { year = 2024, month, day } = named
  return new Date(Date.UTC(year, month, day)).getUTCMonth() === month
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
    case 'end':
      return { kind: 'end', unit: said.unit }
    case 'date': {
      const { year, month, day } = said
      if (month === undefined) return null
      return { kind: 'date', month, ...(year !== undefined && { year }), ...(day !== undefined && { day }) }
    }
    default:
      return null
  }
}
