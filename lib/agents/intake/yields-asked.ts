import { areAlike } from '@/lib/language/alike'
import type { Entity } from '@/lib/language/entity'
import { isDone } from '@/lib/language/labels'
import type { Clause, Reading } from '@/lib/language/reader/reader'
import { isChange } from '@/lib/language/requests/clauses'
import { isWithin } from '@/lib/language/spans'
import { amountOf } from '@/lib/language/steps/amounts'
import type { Amount, ChainMention, TokenMention } from '@/lib/language/steps/mention'
import { hintOf } from '@/lib/language/steps/moves'
import { opensCondition, wordsIn } from '@/lib/language/words/comparing'
import type { Insight, Span } from '../meaning/queries'
import type { Dialogue } from '../meaning/understanding'
import { topicOf } from '../replies/topic-of'
import type { Question } from './asked-about'
import { partsOf } from './clauses/clause'
import { isShareOfThat, mostWords } from './message'

export type YieldsAsked = Extract<Insight, { of: 'yields' }>

/** The one token and the network that a question names. */
export type Place = { token?: TokenMention; chain?: ChainMention }

/** Words for money that lies in the wallet, and for places that risk little. */
const idle = new Set(['idle', 'unused', 'spare'])
const cautious = new Set(['safe', 'safest', 'safer', 'cautious', 'low-risk'])

/** Returns which yields are asked about, and what for. */
export function yieldsOf(question: Question, place: Place): YieldsAsked {
  const { clause, text, entities } = question
  const words = text.slice(clause.start, clause.end).toLowerCase().split(/\W+/)
  const amount = sumIn(entities, 'share')
  const time = timed(question)
  // "If I lock it for 30 days", without another time.
  const over = time?.span ?? (amount && lockupIn(question))
  const hint = hintOf(
    [],
    entities.filter((each) => each !== time?.by),
    words,
  )
  const isLowRisk = words.some((word, at) => cautious.has(word) || (word === 'low' && words[at + 1] === 'risk'))
  return {
    of: 'yields',
    ...place,
    ...(Object.keys(hint).length > 0 && { hint }),
    ...(isLowRisk && { isCautious: true as const }),
    ...(words.some((word) => idle.has(word)) && { isIdle: true as const }),
    ...(amount && { amount }),
    ...(over && { over }),
  }
}

/** Returns the sum that a question names: a figure, dollars, or also a share of what there is. */
export function sumIn(entities: readonly Entity[], ...also: readonly 'share'[]): Amount | undefined {
  const sum = entities.find(({ is }) => is === 'number' || is === 'dollars' || also.some((kind) => kind === is))
  return sum?.is === 'number' || sum?.is === 'dollars' || sum?.is === 'share' ? amountOf(sum) : undefined
}

/** Returns the time that earnings are asked for: "in a month", "by the end of the year". */
export const spanIn = (question: Pick<Question, 'clause' | 'entities'>): Span | null => timed(question)?.span ?? null

/** Returns the time of a lock-up that is to be agreed to. */
function lockupIn({ clause, entities }: Pick<Question, 'clause' | 'entities'>): Span | null {
  const inside = entities.filter((each) => partsOf(clause, 'lockup').some((part) => isWithin(each, part)))
  return inside.map(spanOf).find((span) => span !== null) ?? null
}

/** Returns the first time that is not of a lock-up: "30 days locked", "the 7-day vault"; and the entity that says it. */
function timed({ clause, entities }: Pick<Question, 'clause' | 'entities'>): { by: Entity; span: Span } | null {
  const lockups = partsOf(clause, 'lockup')
  const isOfPlace = (each: Entity) =>
    lockups.some((part) => isWithin(each, part)) ||
    entities.some(({ is, start }) => (is === 'position' || is === 'lockup') && start === each.end + 1)
  for (const by of entities) {
    const span = isOfPlace(by) ? null : spanOf(by)
    if (span) return { by, span }
  }
  return null
}

function spanOf(each: Entity): Span | null {
  if (each.is === 'duration' && each.side !== 'back' && each.unit !== 'minute' && each.unit !== 'hour') {
    const count = Number(each.count)
    return Number.isInteger(count) && count > 0 && count < 1000 ? { unit: each.unit, count } : null
  }
  if (each.is === 'recurrence') {
    const { unit, count } = each.every
    return unit === 'weekday' || unit === 'minute' || unit === 'hour' ? null : { unit, count }
  }
  if (each.is !== 'date' || !each.day) return null
  const { day } = each
  if (day.kind === 'tomorrow') return { unit: 'day', count: 1 }
  if ((day.kind === 'this' || day.kind === 'end') && day.unit === 'year') return { unit: 'end-of-year' }
  if ((day.kind === 'this' || day.kind === 'end') && day.unit === 'month') return { unit: 'end-of-month' }
  return day.kind === 'next' && day.unit !== 'quarter' ? { unit: day.unit, count: 1 } : null
}

/** Entities that tell for what sum and time an estimate is; and those that tell where. */
const sums: ReadonlySet<Entity['is']> = new Set([
  ...(['token', 'number', 'dollars', 'share', 'duration', 'recurrence', 'date'] as const),
])
const terms: ReadonlySet<Entity['is']> = new Set([...sums, ...(['chain', 'protocol', 'position', 'lockup'] as const)])

/** Certainties of an action with which a question is about something else than what it was asked after. */
const [sureOfDeed, sureOfTable] = [0.5, 0.75]

/** True for a question about putting money somewhere: "if I supply 500 DAI, what do I get in a year". */
export const isOfDeposit = ({ action }: Clause): boolean => action === 'supply' || action === 'stake'

/**
 * Returns what is asked about by a question that names a sum of one token and a time ahead: nothing else is worked out from
 * these. "Half of it" is of the token that was spoken of, "it" may be a deposit that was asked for. Null for other words.
 */
export function earningsOf(question: Question, place: Place, { about, job }: Dialogue): YieldsAsked | null {
  const { text, entities } = question
  const own = yieldsOf(question, place)
  if (!spanIn(question)) return null
  if (own.token) return own.amount ? own : null
  if (entities.some((each) => isShareOfThat(text, each))) return about ? { ...own, token: about } : null
  const isOfThat = entities.some((each) => each.is === 'pronoun' && each.for === 'thing')
  const isDeposit = job?.act === 'supply' || job?.act === 'stake'
  if (!isOfThat || !isDeposit || !job.token || !job.amount) return null
  return { ...(job.hint && { hint: job.hint }), ...own, token: job.token, amount: own.amount ?? job.amount }
}

/**
 * "With 2000 USDC", "per month", "if I lock it", after an estimate: it asks for another, since nothing was requested that it
 * could change.
 */
export function withEstimateAsked(reading: Reading, { topic, sought }: Dialogue): Reading {
  const { entities, clauses } = reading
  const isOpen = topic === 'yields' && (sought?.amount ?? sought?.over) !== undefined
  const [clause, ...others] = clauses
  if (!isOpen || !clause || others.length > 0 || entities.length === 0) return reading
  const { kind, action, sure } = clause
  const isVague = kind === 'request' && (isChange(action) || sure.action < sureOfDeed)
  const isSupposed = kind === 'condition' || kind === 'hypothetical'
  const asks = entities.every(
    ({ is }) => (isVague && sums.has(is)) || (isSupposed && (terms.has(is) || is === 'pronoun')),
  )
  return asks ? { ...reading, clauses: [{ ...clause, kind: 'question' }] } : reading
}

/**
 * "And in 90 days?", "with my DAI?", "if I lock it": the yields that were asked about last, with the terms of a short
 * question in the place of their own. Null if it asks about something else.
 */
export function furtherYields(question: Question, place: Place, { topic, sought }: Dialogue): YieldsAsked | null {
  const { clause, text, entities } = question
  const { action, sure } = clause
  const isOfThat = entities.some((each) => each.is === 'pronoun' && each.for === 'thing')
  const isTold =
    entities.some(({ is }) => terms.has(is)) && entities.every(({ is }) => terms.has(is) || is === 'pronoun')
  const said = text.slice(clause.start, clause.end)
  const words = wordsIn(said).length - entities.length
  if (topic !== 'yields' || !sought || !isTold || words > mostWords) return null
  const least = action && isDone(action) && !isOfDeposit(clause) ? sureOfDeed : sureOfTable
  // "If I lock it" supposes something of that money; it does not ask what a lock-up is.
  const isSupposed = isOfThat && opensCondition(wordsIn(said)[0] ?? '')
  const isElse = !isChange(action) && sure.action >= least
  const isExplained = topicOf({ text, entities, part: clause }, 'question') !== 'none'
  if (!isSupposed && (isElse || (isExplained && !isOfThat))) return null
  const { isIdle: _, ...own } = yieldsOf(question, place)
  const { isIdle: __, amount, ...before } = sought
  // So many of one token are not so many of another.
  const isKept = !own.token || amount?.kind !== 'exact' || areAlike(own.token.symbol, before.token?.symbol)
  return { ...before, ...(amount && isKept && { amount }), ...own }
}
