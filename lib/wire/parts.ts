import { z } from 'zod'
import { type Origin, originSchema } from './plan'

/** Parameters or result of a call: a JSON object that the tool's own schema interprets. */
const jsonObject = z.record(z.string(), z.unknown())

/**
 * The parts of a message in the form that this project stores and emits (docs/protocol.md, "What the service sends").
 * Every part carries both discriminators, so that readers of A2A (`kind`) and of older interfaces (`type`) agree.
 */
export type TextPart = { kind: 'text'; type: 'text'; text: string }
export type FunctionCallPart = {
  kind: 'data'
  type: 'functionCall'
  id: string
  name: string
  parameters: Record<string, unknown>
  data: { type: 'functionCall'; id: string; name: string; parameters: Record<string, unknown> }
  metadata?: CallMetadata
}
/**
 * `replaces` is the id of the open call that this one replaces. `origin` tells why the service itself made the call.
 */
type CallMetadata = { replaces?: string; origin?: Origin }
export type FunctionReturnPart = {
  kind: 'data'
  type: 'functionReturn'
  id: string
  name: string
  result: Record<string, unknown>
  data: { type: 'functionReturn'; id: string; name: string; result: Record<string, unknown> }
}
export type DataPart = { kind: 'data'; type: 'data'; data: Record<string, unknown> }
export type Part = TextPart | FunctionCallPart | FunctionReturnPart | DataPart

export type FunctionCall = { id: string; name: string; parameters: Record<string, unknown> } & CallMetadata
export type FunctionReturn = { id: string; name: string; result: Record<string, unknown> }

export const textPart = (text: string): TextPart => ({ kind: 'text', type: 'text', text })

export const functionCallPart = ({ id, name, parameters, replaces, origin }: FunctionCall): FunctionCallPart => ({
  kind: 'data',
  type: 'functionCall',
  id,
  name,
  parameters,
  data: { type: 'functionCall', id, name, parameters },
  ...((replaces || origin) && { metadata: { ...(replaces && { replaces }), ...(origin && { origin }) } }),
})

export const functionReturnPart = ({ id, name, result }: FunctionReturn): FunctionReturnPart => ({
  kind: 'data',
  type: 'functionReturn',
  id,
  name,
  result,
  data: { type: 'functionReturn', id, name, result },
})

export const dataPart = (data: Record<string, unknown>): DataPart => ({ kind: 'data', type: 'data', data })

const text = z.object({ text: z.string() })
const call = z.object({ id: z.string().min(1), name: z.string().min(1), parameters: jsonObject })
const callMetadata = z.object({
  replaces: z.string().min(1).max(2_000).optional().catch(undefined),
  origin: originSchema.optional().catch(undefined),
})
const returned = z.object({ id: z.string().min(1), name: z.string().min(1), result: jsonObject })
const tagged = z.looseObject({ type: z.string().optional(), kind: z.string().optional() })

/** Why a part could not be read. `unsupported`: the service knows this kind but does not accept it (files). */
export class PartError extends Error {
  override readonly name = 'PartError'
  constructor(
    message: string,
    readonly unsupported = false,
  ) {
    super(message)
  }
}

/**
 * Reads one part in any of the strict spellings (docs/protocol.md, "Where things sit in a request"). The discriminator
 * is `type ?? kind`; calls and returns may stand at the top level or inside a data part. Throws PartError with the
 * reason.
 */
export function parsePart(raw: unknown): Part {
  const outer = tagged.safeParse(raw)
  if (!outer.success) throw new PartError('a part must be an object')
  const type = outer.data.type ?? outer.data.kind
  switch (type) {
    case 'text':
      return textPart(read(text, raw, 'text part').text)
    case 'functionCall':
      return functionCallPart({ ...read(call, raw, 'functionCall part'), ...metadataOf(raw) })
    case 'functionReturn':
      return functionReturnPart(read(returned, raw, 'functionReturn part'))
    case 'data': {
      const { data } = read(z.object({ data: jsonObject }), raw, 'data part')
      if (data.type === 'functionCall')
        return functionCallPart({ ...read(call, data, 'functionCall part'), ...metadataOf(raw) })
      if (data.type === 'functionReturn') return functionReturnPart(read(returned, data, 'functionReturn part'))
      return dataPart(data)
    }
    case 'file':
      throw new PartError('file parts are not supported', true)
    default:
      throw new PartError(`unknown part type ${JSON.stringify(type ?? null)}`)
  }
}

/** Reads the metadata beside a part's call. Unreadable fields count as absent. */
function metadataOf(raw: unknown): CallMetadata {
  const { replaces, origin } = z.object({ metadata: callMetadata }).safeParse(raw).data?.metadata ?? {}
  return { ...(replaces !== undefined && { replaces }), ...(origin && { origin }) }
}

function read<T>(schema: z.ZodType<T>, raw: unknown, what: string): T {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new PartError(`${what}: ${issue?.path.join('.') || 'value'}: ${issue?.message ?? 'invalid'}`)
}
