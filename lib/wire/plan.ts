import { type Address, getAddress, isAddress } from 'viem'
import { z } from 'zod'
import { scheduleSchema } from './schedule'

/** The longest id that a service takes, or gives. */
const id = z.string().min(1).max(256)
const symbol = z.string().min(1).max(40)
const address = z
  .string()
  .refine((text) => isAddress(text, { strict: false }), 'must be an address')
  .transform((text): Address => getAddress(text))

const common = {
  chainId: z.int().positive(),
  /** Symbol of what leaves, as listed on that chain. */
  sells: symbol,
  /** Of `sells` in whole tokens, or dollars' worth of it at the time. A decimal string. */
  amount: z.strictObject({ kind: z.enum(['exact', 'usd']), value: z.string().regex(/^\d{1,30}(\.\d{1,30})?$/) }),
  schedule: scheduleSchema,
}

/** What a plan does each time, and when: it buys a token, or sends one to somebody. */
export const planTermsSchema = z.union([
  z.strictObject({
    ...common,
    /** Symbol of what arrives, as listed on that chain. */
    buys: symbol,
    /** A fraction, where the person has named one. */
    slippage: z.number().positive().max(0.2).optional(),
  }),
  z.strictObject({ ...common, to: address }),
])
export type PlanTerms = z.infer<typeof planTermsSchema>
export type PurchaseTerms = Extract<PlanTerms, { buys: string }>
export type TransferTerms = Extract<PlanTerms, { to: Address }>

export const isPurchase = (terms: PlanTerms): terms is PurchaseTerms => 'buys' in terms

/** Whether two plans do the same on the same dates, however their end was said. */
export const doSame = (one: PlanTerms, other: PlanTerms): boolean => datesAndSums(one) === datesAndSums(other)

function datesAndSums(terms: PlanTerms): string {
  const { schedule, ...rest } = planTermsSchema.parse(terms)
  const { until: _, spanEnd: __, ...dates } = schedule
  return JSON.stringify({ ...rest, dates })
}

/** A plan of the person's as it stood when a change of it was offered: one that has moved on is not changed by it. */
const changedPlanSchema = z.strictObject({
  number: z.int().positive(),
  /** How many dates were to come, and the next of them in milliseconds since the epoch. */
  left: z.int().nonnegative().nullable(),
  next: z.int().nullable(),
})

/**
 * A plan to confirm, from the agent (docs/protocol.md, "Plans"). Nothing is set up by it. With `number` it says that the
 * person has confirmed it, and which plan it has become.
 */
export const planOfferSchema = z.strictObject({
  type: z.literal('plan'),
  id,
  terms: planTermsSchema,
  /** Until when it can be confirmed. Milliseconds since the epoch. */
  until: z.int().positive(),
  /** The open offer that this one takes the place of. */
  replaces: id.optional(),
  /** The plan that it changes: one with these terms takes its place. */
  changes: changedPlanSchema.optional(),
  number: z.int().positive().optional(),
})
export type PlanOffer = z.infer<typeof planOfferSchema>

/** A plan as an agent offers it: the service gives the offer its id. */
export const newOfferSchema = planOfferSchema.omit({ type: true, id: true, number: true })
export type NewOffer = z.infer<typeof newOfferSchema>

/** The state of an offer among all offers of its conversation, in order; null for one that is not among them. */
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

/** By what the service began a proposal itself: a plan by its offer, a permission by the call that asked for it. */
export const originSchema = z.object({
  kind: z.enum(['plan', 'permission']),
  id,
  /** The conversation in which it was confirmed, or signed. */
  taskId: id,
})
export type Origin = z.infer<typeof originSchema>
