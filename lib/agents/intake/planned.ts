import type { Entity } from '@/lib/language/entity'
import type { Role } from '@/lib/language/labels'
import type { Clause } from '@/lib/language/reader/reader'
import type { Limit } from '@/lib/language/request'
import type { Draft } from '../meaning/draft'
import type { PlanRequest } from '../meaning/plan-request'
import { stepOf } from '../meaning/step'
import type { Dialogue } from '../meaning/understanding'
import type { Rhythm } from '../plans/rhythm'
import { stepsOf } from './asked-for'
import { certaintyOf } from './certainty'
import { partsOf, type ReadClause } from './clauses'
import { certain, isChange, type Message, type Understood, within } from './message'
import { rhythmOf, timed } from './rhythm'

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
      clauses.every(({ kind, ...clause }) => kind === 'hypothetical' || !within(each, clause)),
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
  every || end?.kind !== 'for' || !draft.amount ? draft : { ...draft, unclear: { kind: 'each-or-all' } }
