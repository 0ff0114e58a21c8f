import { z } from 'zod'
import { type DataPart, dataPart, type Part, PartError } from './parts'

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
export function readProposeAgain(parts: readonly Part[]): ProposeAgain | null {
  const asked = parts.flatMap((part) => (part.type === 'data' && part.data.type === 'proposeAgain' ? [part.data] : []))
  if (asked.length > 1) throw new PartError('a message can ask for one call to be proposed again')
  if (!asked[0]) return null
  const parsed = proposeAgainSchema.safeParse(asked[0])
  if (!parsed.success) throw new PartError('proposeAgain names the call by its callId')
  return parsed.data
}
