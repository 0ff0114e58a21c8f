import { z } from 'zod'
import { idSchema as id } from '@/lib/wire/conversations'
import { readConfirmPlan, readProposeAgain, readRequest } from '@/lib/wire/data-parts'
import { type FunctionReturn, type Part, PartError, parsePart } from '@/lib/wire/parts'
import { type Resent, resentSchema } from '@/lib/wire/task'
import { RpcError, rpcCode } from '@/lib/wire/transport/jsonrpc'
import type { ClaimRequest } from './signing'

/** The request of `message/send` and `message/stream`, read from whichever of the accepted places. */
export type SendParams = {
  /** Null if the caller gave none. */
  messageId: string | null
  parts: Part[]
  returns: FunctionReturn[]
  /** The earlier message of the person's that it is sent in place of. */
  resends: Resent | null
  taskId: string | null
  contextId: string | null
  /** As given; read only when a conversation begins. */
  agentId: unknown
  blocking: boolean
  /** Number of last messages to return; null for all. */
  historyLength: number | null
}

const invalid = (message: string, data?: Record<string, unknown>) => new RpcError(rpcCode.invalidParams, message, data)

/** Maximum length of the text and data of one message, as JSON. Agents read far less. Results are not counted. */
const mostWords = 64 * 1024
/** Maximum nesting of lists and objects in a part, because recursive functions read and write it. */
const mostLevels = 64
const historyLength = z.int().nonnegative().nullish()
const sendSchema = z.object({
  taskId: id.nullish(),
  contextId: id.nullish(),
  configuration: z
    .looseObject({ agentId: z.unknown().optional(), blocking: z.boolean().nullish(), historyLength })
    .nullish(),
  message: z.object({
    kind: z.literal('message').optional(),
    role: z.literal('user'),
    messageId: id.nullish(),
    taskId: id.nullish(),
    contextId: id.nullish(),
    parts: z.array(z.unknown()).min(1),
    metadata: z
      .looseObject({ resends: resentSchema.extend({ messageId: id }).nullish().catch(null) })
      .nullish()
      .catch(null),
  }),
})
/** `signing`, `watching` and `released` name a call; `browser` is the id that a browser chose for itself. */
const claimSchema = z.looseObject({
  signing: id.nullish(),
  watching: id.nullish(),
  released: id.nullish(),
  browser: id.nullish(),
  over: z.int().nonnegative().nullish(),
})
const getSchema = z.object({ id, historyLength, metadata: claimSchema.nullish() })
const cancelSchema = z.object({ id, metadata: z.looseObject({ turnOnly: z.boolean().nullish() }).nullish() })
const resubscribeSchema = z.object({ id, metadata: z.looseObject({ lastEventId: z.string().nullish() }).nullish() })

/**
 * Reads the params of a message (docs/protocol.md, "Where things sit in a request"). Throws RpcError -32602 or -32005.
 */
export function parseSendParams(raw: unknown): SendParams {
  const { message, configuration, ...params } = parse(sendSchema, raw)
  if (message.kind && !message.messageId) throw invalid('message.messageId is required', { field: 'message.messageId' })
  const parts = message.parts.map(parseUserPart)
  refuseUnread(parts)
  if (lengthOf(parts) > mostWords)
    throw invalid(`The message is longer than the ${mostWords} characters that one may have`, {
      field: 'message.parts',
    })
  return {
    messageId: message.messageId ?? null,
    parts,
    returns: readReturns(parts),
    resends: message.metadata?.resends ?? null,
    taskId: same('taskId', message.taskId, params.taskId),
    contextId: same('contextId', message.contextId, params.contextId),
    agentId: configuration?.agentId ?? agentIdOfParts(parts),
    blocking: configuration?.blocking ?? true,
    historyLength: configuration?.historyLength ?? null,
  }
}

/** Reads the agent's number for a new conversation. Throws RpcError -32602. */
export function parseAgentId(raw: unknown): number {
  if (raw === undefined || raw === null)
    throw invalid('agentId is required: provide in configuration.agentId or as a DataPart', {
      field: 'configuration.agentId',
    })
  const number = typeof raw === 'string' && /^\d{1,15}$/.test(raw) ? Number(raw) : raw
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number
  throw invalid('agentId must be a number', { field: 'configuration.agentId' })
}

/** `claim` is what the caller says, or asks, about the signing of a call. */
export function parseGetParams(raw: unknown): { id: string; historyLength: number | null; claim: ClaimRequest | null } {
  const { id, historyLength, metadata } = parse(getSchema, raw)
  return { id, historyLength: historyLength ?? null, claim: metadata ? readClaim(metadata) : null }
}

function readClaim({ signing, watching, released, browser, over }: z.infer<typeof claimSchema>): ClaimRequest | null {
  // Pages of a former version do not identify their browser.
  const from = { browser: browser ?? '', over: over ?? null }
  if (signing) return { act: 'sign', callId: signing, ...from }
  if (released) return { act: 'release', callId: released, ...from }
  return watching ? { act: 'look', callId: watching, ...from } : null
}

export function parseCancelParams(raw: unknown): { id: string; turnOnly: boolean } {
  const { id, metadata } = parse(cancelSchema, raw)
  return { id, turnOnly: metadata?.turnOnly ?? false }
}

export function parseResubscribeParams(raw: unknown): { id: string; lastEventId: string | null } {
  const params = parse(resubscribeSchema, raw)
  return { id: params.id, lastEventId: params.metadata?.lastEventId ?? null }
}

export function parse<T>(schema: z.ZodType<T>, raw: unknown): T {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = ['params', ...(issue?.path ?? [])].join('.')
  throw invalid(`Invalid method parameters: ${field}: ${issue?.message ?? 'invalid'}`, { field })
}

const lengthOf = (parts: readonly Part[]): number =>
  JSON.stringify(parts.filter(({ type }) => type !== 'functionReturn')).length

const hasMoreLevels = (value: unknown, than: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (than === 0 || Object.values(value).some((each) => hasMoreLevels(each, than - 1)))

function parseUserPart(raw: unknown, index: number): Part {
  const field = `message.parts.${index}`
  if (hasMoreLevels(raw, mostLevels)) throw invalid(`${field}: it has more than ${mostLevels} levels`, { field })
  try {
    const part = parsePart(raw)
    if (part.type === 'functionCall') throw new PartError('a user cannot send a functionCall')
    return part
  } catch (error) {
    if (!(error instanceof PartError)) throw error
    const code = error.unsupported ? rpcCode.contentTypeNotSupported : rpcCode.invalidParams
    throw new RpcError(code, `${field}: ${error.message}`, { field })
  }
}

function refuseUnread(parts: readonly Part[]): void {
  try {
    const asked = [readProposeAgain(parts), readConfirmPlan(parts), readRequest(parts)].filter((each) => each !== null)
    if (asked.length > 1)
      throw new PartError('a message can confirm a plan, confirm a draft, or ask for a call to be proposed again')
  } catch (error) {
    if (!(error instanceof PartError)) throw error
    throw invalid(`message.parts: ${error.message}`, { field: 'message.parts' })
  }
}

function readReturns(parts: readonly Part[]): FunctionReturn[] {
  const returns = parts.filter((part) => part.type === 'functionReturn')
  if (!returns.every((part) => id.safeParse(part.id).success)) throw invalid('a functionReturn has an id of no call')
  const ids = new Set<string>()
  const twice = returns.find((part) => ids.size === ids.add(part.id).size)
  if (twice) throw invalid(`functionReturn ${twice.id} is given twice`)
  return returns.map(({ id, name, result }) => ({ id, name, result }))
}

function same(field: string, inMessage: string | null | undefined, inParams: string | null | undefined) {
  if (inMessage && inParams && inMessage !== inParams)
    throw invalid(`message.${field} and params.${field} differ`, { field })
  return inMessage ?? inParams ?? null
}

function agentIdOfParts(parts: readonly Part[]): unknown {
  for (const part of parts) if (part.type === 'data' && part.data.agentId !== undefined) return part.data.agentId
  return undefined
}
