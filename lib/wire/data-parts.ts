import { z } from 'zod'
import { type Draft, draftSchema, type PersonsRequest, personsRequestSchema } from './draft'
import { type DataPart, dataPart, type Part, PartError } from './parts'
import { type PlanOffer, planOfferSchema } from './plan'

/**
 * Data parts of ours (docs/protocol.md, "Data parts"). Each stands beside a text that says the same, so what nobody here
 * reads is left to the text. A type that has a schema is held to it; the others are known by name only.
 */
const agentTypes = ['draft', 'plan', 'yields', 'allowances', 'price', 'choices'] as const
const personTypes = ['request', 'confirmPlan', 'proposeAgain'] as const
const known: ReadonlySet<unknown> = new Set([...agentTypes, ...personTypes])

/** Whether the words beside a data part of this type say all that it says. */
export const isSaidInWords = (type: unknown): boolean => known.has(type)

/** An id as a person's message may carry it: the longest that the service takes. */
const id = z.string().min(1).max(256)

/** The person asks that a call which came to nothing be proposed once more, at prices of now. */
const proposeAgainSchema = z.object({ type: z.literal('proposeAgain'), callId: id })
export type ProposeAgain = z.infer<typeof proposeAgainSchema>

export const proposeAgainPart = (callId: string): DataPart => dataPart({ type: 'proposeAgain', callId })

/**
 * The call that a message asks to be proposed again, or null. Throws PartError for such a part that cannot be read, and
 * for two of them: a message asks for one.
 */
export const readProposeAgain = (parts: readonly Part[]): ProposeAgain | null =>
  readOnly(parts, 'proposeAgain', proposeAgainSchema, {
    several: 'a message can ask for one call to be proposed again',
    unread: 'proposeAgain names the call by its callId',
  })

/** The person confirms a plan that the agent has offered. */
const confirmPlanSchema = z.strictObject({ type: z.literal('confirmPlan'), id })
type ConfirmPlan = z.infer<typeof confirmPlanSchema>

export const confirmPlanPart = (id: string): DataPart => dataPart({ type: 'confirmPlan', id })

/** The offer that a message confirms, or null. Throws PartError as `readProposeAgain` does. */
export const readConfirmPlan = (parts: readonly Part[]): ConfirmPlan | null =>
  readOnly(parts, 'confirmPlan', confirmPlanSchema, {
    several: 'a message can confirm one plan',
    unread: 'confirmPlan names the offer by its id',
  })

export const planOfferPart = (offer: PlanOffer): DataPart => dataPart(offer)

/** The plans that parts of the agent's offer, or say to be set up. What cannot be read is none. */
export const planOffersIn = (parts: readonly Part[]): PlanOffer[] =>
  parts.flatMap((part) => (part.type === 'data' ? (planOfferSchema.safeParse(part.data).data ?? []) : []))

export const draftPart = (draft: Draft): DataPart => dataPart(draft)

/** The drafts among the parts of an agent's message. What cannot be read is none. */
export const draftsIn = (parts: readonly Part[]): Draft[] =>
  parts.flatMap((part) => (part.type === 'data' ? (draftSchema.safeParse(part.data).data ?? []) : []))

export const requestPart = (request: PersonsRequest): DataPart => dataPart(request)

/** What a message asks for by the fields of a draft, or null. Throws PartError as `readProposeAgain` does. */
export function readRequest(parts: readonly Part[]): PersonsRequest | null {
  const request = readOnly(parts, 'request', personsRequestSchema, {
    several: 'a message can confirm one draft',
    unread: 'request has the id of a draft, and fields as they stand in one',
  })
  if (request && !parts.some((part) => part.type === 'text' && part.text.trim() !== ''))
    throw new PartError('request stands beside the sentence that it makes')
  return request
}

/** The one part of a type that a message may have. */
function readOnly<T>(
  parts: readonly Part[],
  type: (typeof personTypes)[number],
  schema: z.ZodType<T>,
  words: { several: string; unread: string },
): T | null {
  const found = parts.flatMap((part) => (part.type === 'data' && part.data.type === type ? [part.data] : []))
  if (found.length > 1) throw new PartError(words.several)
  if (!found[0]) return null
  const parsed = schema.safeParse(found[0])
  if (!parsed.success) throw new PartError(words.unread)
  return parsed.data
}
