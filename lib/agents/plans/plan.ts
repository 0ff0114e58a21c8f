import { doSame, type PlanOffer, type PlanTerms } from '@/lib/wire/plan'

export const planStates = ['active', 'paused', 'ended', 'canceled'] as const
type PlanState = (typeof planStates)[number]

/** A plan of the signed-in account. */
export type Plan = {
  /** Counts from 1 among the account's own. */
  number: number
  terms: PlanTerms
  state: PlanState
  /** The next dates, at most three, in milliseconds since the epoch. None unless it is active. */
  next: readonly number[]
  /** How many dates are still to come; null where there is no end. */
  left: number | null
}

/**
 * What became of an offer that was confirmed. `there`: a live plan has these terms already. `moved`: the plan to change is
 * no longer as it was, because a date of it has come or it was changed elsewhere. `late`: its time is over.
 */
export type Confirmed =
  | { is: 'made' | 'again' | 'there'; plan: Plan; changed: Plan | null }
  | { is: 'moved' | 'full' | 'late' }

/** Whether a plan is still what it was when a change of it was offered. */
export const isAsOffered = ({ state, left, next }: Plan, offered: NonNullable<PlanOffer['changes']>): boolean =>
  state === 'active' && left === offered.left && (next[0] ?? null) === offered.next

/** The live plan that has these terms already. */
export const sameAmong = <P extends Pick<Plan, 'terms'>>(plans: readonly P[], terms: PlanTerms): P | undefined =>
  plans.find((plan) => doSame(plan.terms, terms))

/** Plans that one account may have at a time. */
export const mostPlans = 50

/** The plans of the account that a turn belongs to: no other can be reached through it. None is set up by an agent. */
export type PlanBook = {
  /** Those that are active or paused, in the order of their numbers. */
  list: () => Promise<readonly Plan[]>
  /** Null where there is none of this number that is active or paused. Dates that passed in a pause are left out. */
  change: (number: number, to: 'active' | 'paused' | 'canceled') => Promise<Plan | null>
}
