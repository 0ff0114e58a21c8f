import { z } from 'zod'
import {
  isRunning,
  isTerminal,
  resentSchema,
  type SigningClaim,
  signingClaimSchema,
  type TaskState,
  taskStates,
} from '../task'
import { rpcCode } from '../transport/jsonrpc'
import { historyWithin, most, notAll, withinBounds } from './bounds'
import {
  isObject,
  type JsonObject,
  quoted,
  type ReadMessage,
  type ReadPart,
  readId,
  readPart,
  readParts,
} from './decode-parts'

/** The service's explanation of a failed turn. */
type TurnProblem = { code: string; message: string }

/** The current state of a task. Null means that the service did not say. */
export type TaskSnapshot = {
  type: 'task'
  taskId: string
  contextId: string | null
  state: TaskState | null
  /**
   * When the task entered this state, by the service's clock, in milliseconds since the epoch. Absent if not stated.
   */
  at?: number
  /** Oldest first, ending with the status message. Null if the service sent no history. */
  history: ReadMessage[] | null
  /** The status message, even if the history contains it too. */
  message: ReadMessage | null
  /** Replies that some services keep only as artifacts. */
  artifacts: ReadMessage[]
  /** Ids of the calls that the service waits for. */
  pendingCalls: string[] | null
  problem: TurnProblem | null
  /** Holder of the call asked about. Null if nothing was asked or the service does not support claims. */
  claim: SigningClaim | null
}

export type StatusEvent = {
  type: 'status'
  taskId: string | null
  contextId: string | null
  state: TaskState | null
  message: ReadMessage | null
  final: boolean
  pendingCalls: string[] | null
  problem: TurnProblem | null
}

/**
 * A piece of the reply being written. `messageId` is null if the service does not name the reply. If `append` is false,
 * the reply's text starts over. `parts` holds everything but text.
 */
export type DeltaEvent = {
  type: 'delta'
  taskId: string | null
  contextId: string | null
  messageId: string | null
  append: boolean
  text: string
  parts: ReadPart[]
}

/** Content of a stream or an answer, in any dialect (docs/protocol.md, "Other dialects"). */
export type AgentEvent =
  | TaskSnapshot
  | StatusEvent
  | DeltaEvent
  | { type: 'message'; taskId: string | null; contextId: string | null; message: ReadMessage }
  /**
   * The service's own statement that the turn is over. A stream that closes without it broke off or is of another
   * dialect.
   */
  | { type: 'end' }
  /** A JSON-RPC error in place of a result. */
  | { type: 'failure'; code: number; message: string; data: JsonObject | null }
  | { type: 'unreadable'; reason: string }

/** Decodes one SSE frame or a whole body. `eventName` is the frame's `event:` field. Never throws. */
export function decodeText(text: string, eventName?: string): AgentEvent[] {
  try {
    return decodeEnvelope(JSON.parse(text), eventName)
  } catch {
    if (eventName === 'error') return [readFailure(text)]
    return [{ type: 'unreadable', reason: 'The service sent something that is not JSON' }]
  }
}

/** Returns the JSON-RPC result of a body, of any type. A defined result means that the service took the request. */
export function resultOf(text: string): unknown {
  try {
    const raw: unknown = JSON.parse(text)
    return isObject(raw) ? raw.result : undefined
  } catch {
    return undefined
  }
}

/** Returns the explanation in an error body that is not JSON-RPC, or null. */
export function wordsOfRefusal(text: string): string | null {
  try {
    const raw: unknown = JSON.parse(text)
    return typeof raw === 'string' ? raw : isObject(raw) ? wordsIn(raw) : null
  } catch {
    return text.trim() === '' ? null : text
  }
}

/** Decodes a JSON-RPC response, a notification with an event in `params`, or a bare event. Never throws. */
export function decodeEnvelope(raw: unknown, eventName?: string): AgentEvent[] {
  if (!isObject(raw) && eventName === 'error') return [readFailure(raw)]
  if (!isObject(raw)) return [{ type: 'unreadable', reason: 'The service sent something that is not an object' }]
  if (raw.error !== undefined && raw.error !== null) return [readFailure(raw.error)]
  if (raw.result !== undefined) return decodeEvent(raw.result, eventName)
  if (typeof raw.method === 'string' && isObject(raw.params)) return decodeEvent(raw.params, raw.method)
  return decodeEvent(raw, eventName)
}

function decodeEvent(raw: unknown, eventName: string | undefined): AgentEvent[] {
  if (!isObject(raw)) return [{ type: 'unreadable', reason: 'The service sent a result that is not an object' }]
  const kind = raw.kind ?? raw.type ?? kindByName(eventName) ?? kindByShape(raw) ?? eventName
  switch (kind) {
    case 'task':
      return readTask(raw)
    case 'status-update':
    case 'task/status-update':
      return readStatus(raw)
    case 'artifact-update':
    case 'task/artifact-update':
      return [readArtifactUpdate(raw)]
    case 'message':
      return [{ type: 'message', ...placeOf(raw), message: readMessage(raw) }, { type: 'end' }]
    default:
      if (kind === 'error' || eventName === 'error') return [readFailure(raw)]
      return [{ type: 'unreadable', reason: `An event of a kind unknown here, ${quoted(kind)}` }]
  }
}

/** Ignores `message`: every SSE stream uses it for unnamed events. */
const kindByName = (eventName: string | undefined): string | null =>
  eventName !== undefined && eventName !== 'message' && eventKinds.has(eventName) ? eventName : null

const eventKinds: ReadonlySet<string> = new Set([
  'task',
  'status-update',
  'task/status-update',
  'artifact-update',
  'task/artifact-update',
])

/** Infers the kind of an event whose service omits it. Null if its fields are ambiguous. */
function kindByShape(raw: JsonObject): 'task' | 'message' | 'status-update' | 'artifact-update' | null {
  if (isObject(raw.artifact)) return 'artifact-update'
  if (isObject(raw.status)) {
    if (raw.taskId !== undefined || typeof raw.final === 'boolean') return 'status-update'
    return raw.id === undefined ? null : 'task'
  }
  return raw.role !== undefined && Array.isArray(raw.parts) ? 'message' : null
}

/** Reads a refusal in any spelling, because an unreadable one must not pass for an answer. */
function readFailure(error: unknown): AgentEvent {
  const { code, data } = isObject(error) ? error : { code: null, data: null }
  const number = typeof code === 'string' && /^-?\d{1,9}$/.test(code) ? Number(code) : code
  const words = isObject(error) ? wordsIn(error) : error
  return {
    type: 'failure',
    code: typeof number === 'number' ? number : rpcCode.internal,
    message: typeof words === 'string' && words ? words : 'no reason given',
    data: isObject(data) ? data : null,
  }
}

/** Returns the explanation of an error from the fields in which services put it. */
const wordsIn = (error: JsonObject): string | null =>
  [error.message, error.error, error.detail, error.error_description, error.title, firstOf(error.errors)].find(
    (each): each is string => typeof each === 'string' && each !== '',
  ) ?? null

/** Returns the explanation of the first of several errors. */
const firstOf = (errors: unknown): unknown => {
  const first: unknown = Array.isArray(errors) ? errors[0] : null
  return isObject(first) ? (first.message ?? first.detail) : first
}

const placeOf = (raw: JsonObject) => ({ taskId: readId(raw.taskId), contextId: readId(raw.contextId) })

function readTask(raw: JsonObject): AgentEvent[] {
  const taskId = readId(raw.id)
  if (taskId === null) return [{ type: 'unreadable', reason: 'A task without an id' }]
  const status = readTaskStatus(raw.status)
  const artifacts = historyWithin(Array.isArray(raw.artifacts) ? raw.artifacts.filter(isObject) : [], readArtifact)
  const history = historyOf(raw.history, artifacts[0] === notAll)
  const last = status.message
  if (history && last && !(last.messageId && history.some((message) => message.messageId === last.messageId))) {
    // A message without an id that repeats the last one is the same message.
    const repeated = !last.messageId && sameMessage(history.at(-1), last)
    if (!repeated) history.push(last)
  }
  const snapshot: TaskSnapshot = {
    type: 'task',
    taskId,
    contextId: readId(raw.contextId),
    ...status,
    ...timeOf(raw.status),
    history,
    artifacts: artifacts.filter((artifact) => artifact !== notAll),
    ...readMetadata(raw.metadata),
    claim: (isObject(raw.metadata) ? signingClaimSchema.safeParse(raw.metadata.claim).data : null) ?? null,
  }
  return [snapshot]
}

function timeOf(status: unknown): { at?: number } {
  const at = isObject(status) && typeof status.timestamp === 'string' ? Date.parse(status.timestamp) : Number.NaN
  return Number.isNaN(at) ? {} : { at }
}

/** `isCut`: other content of the same conversation was left out. */
function historyOf(raw: unknown, isCut: boolean): ReadMessage[] | null {
  const history = Array.isArray(raw) ? historyWithin(raw, readMessage) : null
  return isCut && history?.[0] !== notAll ? [notAll, ...(history ?? [])] : history
}

const sameMessage = (one: ReadMessage | undefined, other: ReadMessage): boolean =>
  one !== undefined && one.role === other.role && JSON.stringify(one.parts) === JSON.stringify(other.parts)

function readStatus(raw: JsonObject): AgentEvent[] {
  const event: StatusEvent = {
    type: 'status',
    ...placeOf(raw),
    ...readTaskStatus(raw.status),
    final: raw.final === true,
    ...readMetadata(raw.metadata),
  }
  return event.final ? [event, { type: 'end' }] : [event]
}

function readTaskStatus(raw: unknown): { state: TaskState | null; message: ReadMessage | null } {
  if (!isObject(raw)) return { state: null, message: null }
  const state = readState(raw.state)
  const message = isObject(raw.message) ? readMessage(raw.message) : null
  // An empty message with a terminal state counts as none.
  const saysNothing = state !== null && isTerminal(state) && message !== null && isBlank(message)
  return { state, message: saysNothing ? null : message }
}

const isBlank = ({ parts }: ReadMessage): boolean =>
  parts.every((part) => part.type === 'text' && part.text.trim() === '')

function readState(raw: unknown): TaskState | null {
  const spelled = raw === 'cancelled' ? 'canceled' : raw
  return taskStates.find((state) => state === spelled) ?? null
}

function readMetadata(raw: unknown): { pendingCalls: string[] | null; problem: TurnProblem | null } {
  if (!isObject(raw)) return { pendingCalls: null, problem: null }
  const pending = Array.isArray(raw.pendingCalls) ? raw.pendingCalls.map(readId) : null
  const isReadable = pending !== null && pending.length <= most.pendingCalls
  return {
    // A list with an unreadable id cannot be relied on.
    pendingCalls: isReadable && pending.every((id) => id !== null) ? pending : null,
    problem: readProblem(raw.error),
  }
}

function readProblem(raw: unknown): TurnProblem | null {
  if (!isObject(raw) || typeof raw.message !== 'string') return null
  return { code: readId(raw.code) ?? 'unknown', message: raw.message }
}

function readMessage(raw: unknown): ReadMessage {
  if (!isObject(raw))
    return {
      messageId: null,
      role: 'agent',
      parts: [{ type: 'unreadable', reason: 'A message that is not an object' }],
    }
  return {
    messageId: readId(raw.messageId),
    role: raw.role === 'user' ? 'user' : 'agent',
    parts: readParts(raw.parts, raw.role === 'agent'),
    ...readAbout(raw.metadata),
  }
}

const messageMetadata = z.object({
  timestamp: z.iso.datetime({ offset: true }).transform(Date.parse).optional().catch(undefined),
  resends: resentSchema.optional().catch(undefined),
})

/** Reads the metadata of a message. Leaves out what cannot be read. */
function readAbout(raw: unknown): Pick<ReadMessage, 'at' | 'resends'> {
  const { timestamp, resends } = messageMetadata.safeParse(raw).data ?? {}
  return { ...(timestamp !== undefined && { at: timestamp }), ...(resends && { resends }) }
}

/** Artifacts are the agent's output (A2A 0.3.0 section 6.7), so they are read as its own words. */
const readArtifact = (raw: JsonObject): ReadMessage => ({
  messageId: readId(raw.artifactId),
  role: 'agent',
  parts: readParts(raw.parts ?? (raw.part === undefined ? undefined : [raw.part]), true),
})

function readArtifactUpdate(raw: JsonObject): DeltaEvent {
  const artifact = isObject(raw.artifact) ? raw.artifact : raw
  const single = artifact.part ?? raw.part
  const parts = single === undefined ? readParts(artifact.parts, true) : withinBounds(readPart(single, true))
  return {
    type: 'delta',
    ...placeOf(raw),
    messageId: readId(artifact.artifactId) ?? readId(raw.artifactId),
    // The dialect with a single part has no such flag: each part adds to the reply.
    append: typeof raw.append === 'boolean' ? raw.append : single !== undefined,
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    parts: parts.filter((part) => part.type !== 'text'),
  }
}

/** True if the service itself says that the agent is at work. An unreadable state is not worth waiting for. */
export const isWorking = (state: TaskState | null): boolean => state !== null && isRunning(state)
