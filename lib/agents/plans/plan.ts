import { doSame, type PlanOffer, type PlanTerms } from '@/lib/wire/plan'

export const planStates = ['active', 'paused', 'ended', 'canceled'] as const
type PlanState = (typeof planStates)[number]

/** A plan of the signed-in account. */
export type Plan = {
  /** Counts from 1 among the account's own. */
  number: number
  terms: PlanTerms
  state: PlanState
  /** The next dates, at most three, in milliseconds since the epoch. Empty unless the plan is active. */
  next: readonly number[]
  /** Number of dates still to come; null without an end. */
  left: number | null
}

/**
 * The outcome of confirming an offer. `there`: a live plan has these terms already. `moved`: the plan to change has
 * changed since, because one of its dates has come or it was changed elsewhere. `late`: the offer has expired.
 */
export type Confirmed =
  | { is: 'made' | 'again' | 'there'; plan: Plan; changed: Plan | null }
  | { is: 'moved' | 'full' | 'late' }

/** True if a plan is unchanged since a change of it was offered. */
export const isAsOffered = ({ state, left, next }: Plan, offered: NonNullable<PlanOffer['changes']>): boolean =>
  state === 'active' && left === offered.left && (next[0] ?? null) === offered.next

/** Finds the live plan with these terms. */
export const sameAmong = <P extends Pick<Plan, 'terms'>>(plans: readonly P[], terms: PlanTerms): P | undefined =>
  plans.find((plan) => doSame(plan.terms, terms))

/** Most plans of one account at a time. */
export const mostPlans = 50

/** The plans of the account of a turn, and of no other. An agent cannot set one up. */
export type PlanBook = {
  /** Returns the active and paused plans, in the order of their numbers. */
  list: () => Promise<readonly Plan[]>
  /** Resolves with null if no active or paused plan has this number. Dates that passed during a pause are skipped. */
  change: (number: number, to: 'active' | 'paused' | 'canceled') => Promise<Plan | null>
}
