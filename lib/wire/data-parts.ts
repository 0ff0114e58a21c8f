import { z } from 'zod'
import type { Display } from './display'
import { type Draft, draftSchema, type PersonsRequest, personsRequestSchema } from './draft'
import { type DataPart, dataPart, type Part, PartError } from './parts'
import { type PlanOffer, planOfferSchema } from './plan'

/**
 * Data parts of this project (docs/protocol.md, "Data parts"). Each accompanies a text that says the same, so a client
 * can ignore the types it does not know. Types with a schema are validated; the others are known by name only.
 */
const agentTypes = ['draft', 'plan', 'yields', 'markets', 'allowances', 'price', 'activity', 'choices'] as const
const personTypes = ['request', 'confirmPlan', 'proposeAgain'] as const
const known: ReadonlySet<unknown> = new Set([...agentTypes, ...personTypes])

/** True if the accompanying text says everything that a data part of this type says. */
export const isSaidInWords = (type: unknown): boolean => known.has(type)

/** An id in a person's message, up to the service's limit. */
const id = z.string().min(1).max(256)

/** The person asks to propose a failed or unused call once more, at current prices. */
const proposeAgainSchema = z.object({ type: z.literal('proposeAgain'), callId: id })
export type ProposeAgain = z.infer<typeof proposeAgainSchema>

export const proposeAgainPart = (callId: string): DataPart => dataPart({ type: 'proposeAgain', callId })

/**
 * Returns the call that a message asks to propose again, or null. Throws PartError if the part is unreadable or if
 * there are two: a message may ask for one.
 */
export const readProposeAgain = (parts: readonly Part[]): ProposeAgain | null =>
  readOnly(parts, 'proposeAgain', proposeAgainSchema, {
    several: 'a message can ask for one call to be proposed again',
    unread: 'proposeAgain names the call by its callId',
  })

/** The person confirms a plan that the agent offered. */
const confirmPlanSchema = z.strictObject({ type: z.literal('confirmPlan'), id })
type ConfirmPlan = z.infer<typeof confirmPlanSchema>

/**
 * Sentence by which a person confirms the open plan in a client that does not know this part (docs/protocol.md,
 * "Plans").
 */
export const confirmPlanSentence = 'Confirm the plan'

export const confirmPlanPart = (id: string): DataPart => dataPart({ type: 'confirmPlan', id })

/** Returns the offer that a message confirms, or null. Throws PartError like `readProposeAgain`. */
export const readConfirmPlan = (parts: readonly Part[]): ConfirmPlan | null =>
  readOnly(parts, 'confirmPlan', confirmPlanSchema, {
    several: 'a message can confirm one plan',
    unread: 'confirmPlan names the offer by its id',
  })

export const planOfferPart = (offer: PlanOffer): DataPart => dataPart(offer)

export const displayPart = (display: Display): DataPart => dataPart(display)

/** Returns the plans that the agent's parts offer or report as set up. Skips unreadable ones. */
export const planOffersIn = (parts: readonly Part[]): PlanOffer[] =>
  parts.flatMap((part) => (part.type === 'data' ? (planOfferSchema.safeParse(part.data).data ?? []) : []))

export const draftPart = (draft: Draft): DataPart => dataPart(draft)

/** The drafts among the parts of an agent's message. What cannot be read is none. */
export const draftsIn = (parts: readonly Part[]): Draft[] =>
  parts.flatMap((part) => (part.type === 'data' ? (draftSchema.safeParse(part.data).data ?? []) : []))

export const requestPart = (request: PersonsRequest): DataPart => dataPart(request)

/**
 * Reads the request that a message makes by the fields of a draft; null if it makes none. Throws PartError as
 * `readProposeAgain` does.
 */
export function readRequest(parts: readonly Part[]): PersonsRequest | null {
  const request = readOnly(parts, 'request', personsRequestSchema, {
    several: 'a message can confirm one draft',
    unread: 'request has the id of a draft, and fields as they stand in one',
  })
  if (request && !parts.some((part) => part.type === 'text' && part.text.trim() !== ''))
    throw new PartError('request stands beside the sentence that it makes')
  return request
}

/** Returns the only part of a type; a message may carry one. */
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
