import { z } from 'zod'
import { scheduleSchema } from './schedule'

/** What a plan buys, with what, and when. */
export const planTermsSchema = z.object({
  chainId: z.int().positive(),
  /** Symbols, as listed on that chain. */
  sells: z.string().min(1).max(40),
  buys: z.string().min(1).max(40),
  /** Of `sells` in whole tokens, or dollars' worth of it at the time of each purchase. A decimal string. */
  amount: z.object({ kind: z.enum(['exact', 'usd']), value: z.string().regex(/^\d{1,30}(\.\d{1,30})?$/) }),
  /** A fraction, where the person has named one. */
  slippage: z.number().positive().max(0.2).optional(),
  schedule: scheduleSchema,
})
export type PlanTerms = z.infer<typeof planTermsSchema>

/** Whether two plans buy the same on the same dates, however their end was said. */
export const buySame = (one: PlanTerms, other: PlanTerms): boolean => datesAndSums(one) === datesAndSums(other)

function datesAndSums(terms: PlanTerms): string {
  const { schedule, ...rest } = planTermsSchema.parse(terms)
  const { until: _, spanEnd: __, ...dates } = schedule
  return JSON.stringify({ ...rest, dates })
}

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

export type Replaced = { is: 'made' | 'there'; plan: Plan } | { is: 'moved' }

/** Whether a plan is still what was read of it: the same terms, with the same dates to come. */
export const isAsRead = (now: Plan, read: Plan): boolean =>
  now.state === read.state && now.left === read.left && now.next[0] === read.next[0] && buySame(now.terms, read.terms)

/** Plans that one account may have at a time. */
export const mostPlans = 50

/** The plans of the account that a turn belongs to: no other can be reached through it. */
export type PlanBook = {
  /** Keeps a plan. `isNew` is false where a live one has the same terms. Null where there are `mostPlans` already. */
  create: (terms: PlanTerms) => Promise<{ plan: Plan; isNew: boolean } | null>
  /**
   * Keeps a plan in the place of one that is canceled for it, both or neither. `there`: a live one has these terms already.
   * `moved`: the old one is no longer as it was read, because a date of it has come or it was changed elsewhere.
   */
  replace: (old: Plan, terms: PlanTerms) => Promise<Replaced>
  /** Those that are active or paused, in the order of their numbers. */
  list: () => Promise<readonly Plan[]>
  /** Null where there is none of this number that is active or paused. Dates that passed in a pause are left out. */
  change: (number: number, to: 'active' | 'paused' | 'canceled') => Promise<Plan | null>
}
