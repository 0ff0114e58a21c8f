import { isSaidInWords } from '../data-parts'
import { type Display, displaySchema } from '../display'
import { type Draft, draftSchema, type PersonsRequest, personsRequestSchema } from '../draft'
import { type Origin, originSchema, type PlanOffer, planOfferSchema } from '../plan'
import { readToolResult, type ToolResult } from '../result'
import type { Resent } from '../task'
import { most, tooMuch, withinBounds } from './bounds'

/** A part read from any dialect. An unreadable part is kept with the reason, and never acted on. */
export type ReadPart =
  | { type: 'text'; text: string }
  | {
      type: 'call'
      callId: string
      name: string
      parameters: Record<string, unknown>
      replaces?: string
      origin?: Origin
    }
  | { type: 'plan'; offer: PlanOffer }
  | { type: 'draft'; draft: Draft }
  /** A request by the fields of a draft; the words of the message say the same. */
  | { type: 'request'; request: PersonsRequest }
  | { type: 'display'; display: Display }
  | { type: 'return'; callId: string; name: string; result: ToolResult | null }
  | { type: 'unreadable'; reason: string }

/** `messageId` is null if the service sent none. */
export type ReadMessage = {
  messageId: string | null
  role: 'user' | 'agent'
  parts: ReadPart[]
  /** When it was said, by the service's clock. Milliseconds since the epoch; absent where the service does not say. */
  at?: number
  /** The earlier message of the person's that they have sent this one in place of. */
  resends?: Resent
}

export type JsonObject = Record<string, unknown>

/** Maximum nesting of parameters. No tool needs more, and storage and comparison recurse into them. */
const deepest = 64

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads an id, which some services write as a number. Null if it is missing or invalid. */
export function readId(value: unknown): string | null {
  if (typeof value === 'string') return value === '' || value.length > most.id ? null : value
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null
}

/** Quotes a name for use in a reason. */
export const quoted = (name: unknown): string =>
  typeof name === 'string' ? JSON.stringify(name.slice(0, 80)) : 'that is not named'

const unreadable = (reason: string): ReadPart => ({ type: 'unreadable', reason })

const unreadableCall = (name: unknown, why: string): ReadPart =>
  unreadable(typeof name === 'string' && name ? `A call of ${quoted(name)}: ${why}` : `A call: ${why}`)

/** Reads a message's list of parts. Accepts calls only if the message is known to come from the agent. */
export function readParts(raw: unknown, agentSaid: boolean): ReadPart[] {
  if (!Array.isArray(raw)) return [unreadable('A message without a list of parts')]
  return withinBounds(raw.flatMap((part) => readPart(part, agentSaid)))
}

/** Reads one part. A `client_tool_calls` data part holds several. */
export function readPart(raw: unknown, agentSaid: boolean): ReadPart[] {
  if (!isObject(raw)) return [unreadable('A part that is not an object')]
  // Text may be recognized by its shape; anything that may end up being signed must state its type.
  const type = raw.type ?? raw.kind ?? (typeof raw.text === 'string' ? 'text' : undefined)
  if (type === 'text')
    return [typeof raw.text === 'string' ? { type: 'text', text: raw.text } : unreadable('A text part without text')]
  if (type === 'functionCall') return [withMetadata(raw.metadata, readCall(raw, raw.data, agentSaid))]
  if (type === 'functionReturn') return [readReturn(raw)]
  if (type === 'data') return readData(raw.data, raw.metadata, agentSaid)
  if (type === 'file') return [unreadable('A file, which this app does not open')]
  return [unreadable(`A part of a kind unknown here, ${quoted(type)}`)]
}

function readData(data: unknown, metadata: unknown, agentSaid: boolean): ReadPart[] {
  if (!isObject(data)) return [unreadable('A data part without data')]
  switch (data.type ?? data.kind) {
    case 'functionCall':
      return [withMetadata(metadata, readCall(data, undefined, agentSaid))]
    case 'functionReturn':
      return [readReturn(data)]
    case 'client_tool_calls':
      return Array.isArray(data.toolCalls)
        ? data.toolCalls.map((call) => readClientToolCall(call, agentSaid))
        : [unreadable('A data part of tool calls without their list')]
    case 'plan':
      return agentSaid ? [readPlan(data)] : []
    case 'draft':
      return agentSaid ? [readDraft(data)] : []
    case 'request':
      return agentSaid ? [] : readRequested(data)
    case 'yields':
    case 'markets':
    case 'allowances':
    case 'price':
    case 'activity':
    case 'choices':
      return agentSaid ? readDisplay(data) : []
    default:
      if (isSaidInWords(data.type)) return []
      // The agent's number may travel as a data part (docs/protocol.md, "Where things sit in a request"). It is meant
      // for the service, not for a reader.
      return Object.keys(data).every((key) => key === 'agentId') ? [] : [unreadable('Data that this app cannot show')]
  }
}

/** Adds the id of the call that this one replaces and the origin of a service-made call, if the metadata names them. */
function withMetadata(metadata: unknown, part: ReadPart): ReadPart {
  if (part.type !== 'call' || !isObject(metadata)) return part
  const replaces = readId(metadata.replaces)
  const origin = originSchema.safeParse(metadata.origin).data
  return {
    ...part,
    ...(replaces !== null && replaces !== part.callId && { replaces }),
    ...(origin && { origin }),
  }
}

/** Reads a call that its part may state twice, at the top level and under `data`. If the two differ, trusts neither. */
function readCall(call: JsonObject, twin: unknown, agentSaid: boolean): ReadPart {
  if (isObject(twin) && !sameCall(call, twin)) return unreadableCall(call.name, 'the part states it twice, differently')
  return toCall(call.id, call.name, call.parameters, agentSaid)
}

const sameCall = (one: JsonObject, other: JsonObject): boolean =>
  ['id', 'name', 'parameters'].every((key) => other[key] === undefined || sameJson(one[key], other[key]))

/** Reads an offer whole or not at all, because a person will confirm it. */
function readPlan(data: JsonObject): ReadPart {
  const { data: offer } = planOfferSchema.safeParse(data)
  return offer ? { type: 'plan', offer } : unreadable('A plan to confirm, which this app cannot read whole')
}

function readDraft(data: JsonObject): ReadPart {
  const { data: draft } = draftSchema.safeParse(data)
  return draft ? { type: 'draft', draft } : unreadable('A draft of your request, which this app cannot read whole')
}

/** Reads a person's request. The words beside it say the same. */
function readRequested(data: JsonObject): ReadPart[] {
  const { data: request } = personsRequestSchema.safeParse(data)
  return request ? [{ type: 'request', request }] : []
}

/** Reads a display whole or not at all. The text beside it says the same. */
function readDisplay(data: JsonObject): ReadPart[] {
  const { data: display } = displaySchema.safeParse(data)
  return display ? [{ type: 'display', display }] : []
}

function readClientToolCall(raw: unknown, agentSaid: boolean): ReadPart {
  if (!isObject(raw)) return unreadableCall(null, 'it is not an object')
  const { callId, name } = raw
  if (typeof raw.arguments !== 'string') return toCall(callId, name, raw.arguments, agentSaid)
  try {
    return toCall(callId, name, JSON.parse(raw.arguments), agentSaid)
  } catch {
    return unreadableCall(name, 'its arguments are not JSON')
  }
}

function toCall(id: unknown, name: unknown, parameters: unknown, agentSaid: boolean): ReadPart {
  if (!agentSaid) return unreadableCall(name, 'only the agent may propose one')
  const callId = readId(id)
  if (callId === null) return unreadableCall(name, 'it has no id that can be one')
  if (typeof name !== 'string' || name === '') return unreadableCall(null, 'it has no name')
  if (name.length > most.name) return unreadableCall(name, 'its name is too long')
  if (!isObject(parameters)) return unreadableCall(name, 'its parameters are not an object')
  if (!isShallow(parameters, deepest)) return unreadableCall(name, 'its parameters are nested too deep')
  const why = tooMuch(parameters)
  if (why !== null) return unreadableCall(name, why)
  return { type: 'call', callId, name, parameters }
}

function readReturn(raw: JsonObject): ReadPart {
  const callId = readId(raw.id)
  if (callId === null || typeof raw.name !== 'string' || raw.name === '')
    return unreadable('The outcome of a call that is not named')
  if (!isShallow(raw.result, deepest)) return unreadable('The outcome of a call, nested too deep')
  const result = tooMuch(raw.result) === null ? readToolResult(raw.result) : null
  return { type: 'return', callId, name: raw.name.slice(0, most.name), result }
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}

/** Compares two JSON values regardless of key order. Values nested too deep count as different. */
function sameJson(one: unknown, other: unknown, levels = deepest): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null || levels === 0)
    return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const left = Object.entries(one)
  const right = new Map(Object.entries(other))
  return (
    left.length === right.size && left.every(([key, v]) => right.has(key) && sameJson(v, right.get(key), levels - 1))
  )
}
