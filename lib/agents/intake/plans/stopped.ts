import type { Entity } from '@/lib/language/entity'
import type { Clause } from '@/lib/language/reader/reader'
import { isWithin } from '@/lib/language/spans'
import { pieceBefore } from '@/lib/language/words/comparing'
import type { WhichPlans } from '../../meaning/plan-request'
import { stepOf } from '../../meaning/step'
import type { Dialogue } from '../../meaning/understanding'
import { partsOf } from '../clauses/clause'
import { certain, type Message, missed, type Understood } from '../message'

export const states: Partial<Record<NonNullable<Clause['action']>, 'paused' | 'active' | 'canceled'>> = {
  pause: 'paused',
  resume: 'active',
  cancel: 'canceled',
}

/** Below the first, a plan that is named is not stopped; below the last, it is paused rather than canceled. */
const least = { named: 0.3, told: 0.5, timed: 0.8, canceled: 0.7 }

/** Entities that can tell which plan is meant. */
const naming: ReadonlySet<Entity['is']> = new Set([
  ...(['plan', 'number', 'nft', 'ordinal', 'token', 'share', 'pronoun'] as const),
])

export const isPlan = ({ is }: Entity): boolean => is === 'plan'

/** True if the words name a plan, or the agent has just spoken of one. */
export const isAboutPlan = ({ reading: { entities } }: Message, dialogue: Dialogue): boolean =>
  entities.some(isPlan) || (dialogue.planTold !== null && !stepOf(dialogue))

/** True for what lasts: "for 5 weeks", "until 25 December". */
const isSpan = (each: Entity): boolean =>
  each.is === 'duration' || each.is === 'times' || (each.is === 'date' && (each.edge === 'until' || each.edge === 'by'))

/** Returns the state that a clause asks a plan to be in; undefined if it asks for none, or for an end at a later time. */
export function stateIn(clause: Clause, message: Message, dialogue: Dialogue) {
  const to = clause.action ? states[clause.action] : undefined
  const isMeant = isAboutPlan(message, dialogue)
  if (!to || (to === 'canceled' && !isMeant)) return undefined
  const { entities } = message.reading
  const own = entities.filter((each) => isWithin(each, clause))
  const isTimed = own.some(isSpan)
  if (to === 'canceled' && isTimed) return undefined
  // "Get rid of plan 2" says nothing but which plan.
  const isNamed = to !== 'active' && own.some(isPlan) && own.every(({ is }) => naming.has(is))
  const needed = isTimed ? least.timed : isNamed ? least.named : least.told
  if (clause.sure.action < needed) return undefined
  return to === 'canceled' && clause.sure.action < least.canceled ? 'paused' : to
}

/** Reads words that stop, pause or resume a plan. */
export function stopped(
  [clause, ...others]: readonly Clause[],
  message: Message,
  dialogue: Dialogue,
): Understood | null {
  const to = clause && others.length === 0 ? stateIn(clause, message, dialogue) : undefined
  if (!clause || !to) return null
  const { clauses, entities } = message.reading
  if (clauses.some(({ kind }) => kind === 'condition')) return certain({ kind: 'abstain', topic: 'conditional' })
  const own = entities.filter((each) => isWithin(each, clause))
  const isLater =
    partsOf(clause, 'when').length > 0 ||
    own.some((each) => each.is === 'date' && !isNow(each) && !isSpan(each) && !isName(each, message.text))
  // "Skip the next one", "cancel it after Friday": a plan is stopped at once, or not at all.
  if (isLater)
    return certain(to === 'paused' ? { kind: 'plans', about: 'skip' } : { kind: 'abstain', topic: 'scheduled' })
  const isOther = own.some((each) => each.is === 'recurrence' || (each.is === 'date' && isName(each, message.text)))
  const which = whichPlan(own, isOther ? { ...dialogue, planTold: null } : dialogue)
  if (!which) return missed
  // The plan that is offered is only dropped.
  if (which === 'only' && dialogue.plan?.do === 'create' && clause.action === 'cancel') return null
  return certain({ kind: 'plan', plan: { do: 'change', to, which } })
}

const isNow = ({ day }: Extract<Entity, { is: 'date' }>): boolean => day?.kind === 'now' || day?.kind === 'today'

const determiners: ReadonlySet<string> = new Set(['the', 'my', 'this', 'that', 'our'])

/** "The Friday one", "my January plan": a time that names a plan. */
const isName = (each: Entity, text: string): boolean => determiners.has(pieceBefore(text, each))

/** Returns the plan that is named; null if the words could name several in different ways. */
export function whichPlan(entities: readonly Entity[], { planTold }: Dialogue): WhichPlans | null {
  const found = entities.flatMap((each): WhichPlans[] => {
    if (each.is === 'share') return each.part[0] === each.part[1] && !each.but ? ['all'] : []
    if (each.is === 'number') return /^\d{1,6}$/.test(each.value) ? [{ number: Number(each.value) }] : []
    if (each.is === 'nft') return each.id.length < 7 ? [{ number: Number(each.id) }] : []
    if (each.is === 'ordinal') return [{ place: each.nth }]
    return each.is === 'token' && each.known ? [{ symbol: each.symbol }] : []
  })
  const [only, ...others] = found
  if (others.length > 0 || entities.some((each) => each.is === 'share' && each.but)) return null
  if (only !== undefined) return only
  return planTold === null || entities.some(isPlan) ? 'only' : { number: planTold }
}
