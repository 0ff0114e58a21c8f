import type { Address } from 'viem'
import { z } from 'zod'
import { addressSchema } from './address'
import { scheduleSchema } from './schedule'

/** An id, up to the longest that a service accepts or issues. */
const id = z.string().min(1).max(256)
const symbol = z.string().min(1).max(40)

const common = {
  chainId: z.int().positive(),
  /** Symbol of the token that leaves, as listed on that chain. */
  sells: symbol,
  /** Whole tokens of `sells`, or a value in dollars, at each date. A decimal string. */
  amount: z.strictObject({ kind: z.enum(['exact', 'usd']), value: z.string().regex(/^\d{1,30}(\.\d{1,30})?$/) }),
  schedule: scheduleSchema,
}

/** The terms of a plan: what it does at each date (buys a token, or sends one to an address), and when. */
export const planTermsSchema = z.union([
  z.strictObject({
    ...common,
    /** Symbol of the token that arrives, as listed on that chain. */
    buys: symbol,
    /** A fraction; absent unless the person named one. */
    slippage: z.number().positive().max(0.2).optional(),
  }),
  z.strictObject({ ...common, to: addressSchema }),
])
export type PlanTerms = z.infer<typeof planTermsSchema>
export type PurchaseTerms = Extract<PlanTerms, { buys: string }>
export type TransferTerms = Extract<PlanTerms, { to: Address }>

export const isPurchase = (terms: PlanTerms): terms is PurchaseTerms => 'buys' in terms

/** True if two plans do the same on the same dates, however their end was stated. */
export const doSame = (one: PlanTerms, other: PlanTerms): boolean => datesAndSums(one) === datesAndSums(other)

function datesAndSums(terms: PlanTerms): string {
  const { schedule, ...rest } = planTermsSchema.parse(terms)
  const { until: _, spanEnd: __, ...dates } = schedule
  return JSON.stringify({ ...rest, dates })
}

/** The person's plan as it stood when the change was offered. A plan that has advanced since is not changed. */
const changedPlanSchema = z.strictObject({
  number: z.int().positive(),
  /** Number of remaining dates (null: no end) and the next one, in milliseconds since the epoch. */
  left: z.int().nonnegative().nullable(),
  next: z.int().nullable(),
})

/**
 * A plan offered by the agent for confirmation (docs/protocol.md, "Plans"). The offer itself sets nothing up. If
 * `number` is present, the person confirmed it and it became the plan of this number.
 */
export const planOfferSchema = z.strictObject({
  type: z.literal('plan'),
  id,
  terms: planTermsSchema,
  /** Last moment to confirm the offer, in milliseconds since the epoch. */
  until: z.int().positive(),
  /** The open offer that this one replaces. */
  replaces: id.optional(),
  /** The plan to be replaced by one with these terms. */
  changes: changedPlanSchema.optional(),
  number: z.int().positive().optional(),
})
export type PlanOffer = z.infer<typeof planOfferSchema>

/** An offer as the agent makes it; the service assigns the id. */
export const newOfferSchema = planOfferSchema.omit({ type: true, id: true, number: true })
export type NewOffer = z.infer<typeof newOfferSchema>

/** Returns the state of an offer, given all offers of its conversation in order. Null if it is not among them. */
export function offerStateOf(
  offerId: string,
  offers: readonly PlanOffer[],
): { is: 'open' | 'replaced' } | SetUp | null {
  const at = offers.findIndex(({ id, number }) => id === offerId && number === undefined)
  const offer = offers[at]
  if (!offer) return null
  const isOf = (each: PlanOffer) => each.id === offerId && each.number !== undefined && doSame(each.terms, offer.terms)
  const number = offers.find(isOf)?.number
  if (number !== undefined) return { is: 'set', number }
  const isReplaced = offers
    .slice(at + 1)
    .some(
      ({ id, replaces, changes }) =>
        id !== offerId && (replaces === offerId || (changes && changes.number === offer.changes?.number)),
    )
  return { is: isReplaced ? 'replaced' : 'open' }
}
type SetUp = { is: 'set'; number: number }

/** Why the service itself made a proposal: a plan, by its offer, or a permission, by the call that asked for it. */
export const originSchema = z.object({
  kind: z.enum(['plan', 'permission']),
  id,
  /** The conversation in which the plan was confirmed or the permission signed. */
  taskId: id,
})
export type Origin = z.infer<typeof originSchema>
