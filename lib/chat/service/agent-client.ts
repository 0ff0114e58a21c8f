import { z } from 'zod'
import {
  type ListCalls,
  type ListedCall,
  type ListedTask,
  type ListTasks,
  type Page,
  readCallPage,
  readListedTask,
  readTaskPage,
  type TaskChange,
} from '@/lib/wire/conversations'
import { resultOf, type TaskSnapshot } from '@/lib/wire/decode/decode'
import type { Part } from '@/lib/wire/parts'
import type { Resent } from '@/lib/wire/task'
import type { RateLimit } from '../store/chat'
import { AgentError } from './agent-error'
import { createEndpoint, type EndpointOptions } from './endpoint'
import { readStream, type StreamItem, type StreamOptions } from './read-stream'

/** A message to the agent. `messageId` makes a repeat harmless: the service runs it once. */
export type OutgoingMessage = {
  messageId: string
  parts: readonly Part[]
  /** The earlier message that this one replaces. */
  resends?: Resent
  /** Null starts a task, for the agent `agentId`. */
  taskId: string | null
  contextId: string | null
  agentId: number
}

/**
 * Reports the signing of a call in this browser, by the call's id: it goes to the wallet next or is still there
 * (`signing`), somebody looks at it (`watching`), or no wallet was asked after all (`released`). `over` is the time of
 * another browser's claim that the person takes over. A service without claims ignores this.
 */
export type ClaimRequest = { browser: string; over?: number } & (
  | { signing: string }
  | { watching: string }
  | { released: string }
)

export type AgentClient = {
  /** Sends a message and reads the answer as it comes. Throws AgentError. Ends quietly if the stream ends. */
  stream: (message: OutgoingMessage, signal: AbortSignal) => AsyncGenerator<StreamItem>
  /** Resumes the stream of a running task after the given event, or from now on. */
  resubscribe: (taskId: string, lastEventId: string | null, signal: AbortSignal) => AsyncGenerator<StreamItem>
  /** `historyLength` limits the history to that many of the last messages. Without it, all of them come. */
  get: (taskId: string, signal?: AbortSignal, historyLength?: number, claim?: ClaimRequest) => Promise<TaskSnapshot>
  /**
   * `turnOnly` ends the answer and keeps the conversation and its calls open. A service that does not know it ends the
   * task.
   */
  cancel: (taskId: string, options?: { turnOnly?: boolean; signal?: AbortSignal }) => Promise<TaskSnapshot>
  /** Returns the service's optional abilities, from its agent card. Read once; none if the card cannot be read. */
  abilities: () => Promise<Abilities>
  /** These four throw `rpc` with the code -32601 if the service keeps no such lists (`isUnsupported`). */
  listTasks: (params: ListTasks, signal?: AbortSignal) => Promise<Page<ListedTask>>
  updateTask: (taskId: string, change: TaskChange, signal?: AbortSignal) => Promise<ListedTask>
  deleteTask: (taskId: string, signal?: AbortSignal) => Promise<ListedTask>
  listCalls: (params: ListCalls, signal?: AbortSignal) => Promise<Page<ListedCall>>
  /** Calls the listener with the limit of every answer that states one. */
  subscribeRateLimit: (listener: (limit: RateLimit) => void) => () => void
}

export type AgentClientOptions = EndpointOptions & StreamOptions

/** Speaks JSON-RPC 2.0 with the agent endpoint (docs/protocol.md, "Methods"). */
export function createAgentClient(options: AgentClientOptions): AgentClient {
  const endpoint = createEndpoint(options)
  let known: Promise<Abilities> | null = null

  async function* openStream(
    method: string,
    params: object,
    caller: AbortSignal,
    headers: Record<string, string> = {},
  ): AsyncGenerator<StreamItem> {
    const own = new AbortController()
    const signal = AbortSignal.any([caller, own.signal])
    const accept = 'text/event-stream, application/json'
    try {
      const response = await endpoint.post(method, params, signal, { accept, ...headers })
      yield* readStream(response, endpoint, { caller, own }, options)
    } finally {
      own.abort()
    }
  }

  async function readCard(): Promise<Abilities> {
    try {
      const response = await endpoint.read('/.well-known/agent-card.json')
      return abilitiesIn(response.ok ? await response.json() : null)
    } catch {
      // The next use asks again.
      known = null
      return noAbilities
    }
  }

  async function ask(
    method: string,
    params: { id: string; historyLength?: number; metadata?: ClaimRequest | { turnOnly: true } },
    signal = new AbortController().signal,
  ): Promise<TaskSnapshot> {
    const { events } = await endpoint.readBody(await endpoint.post(method, params, signal), signal)
    const [task] = events
    if (task?.type === 'task') return task
    throw new AgentError('unreadable', 'The agent service left the conversation out of its answer. Try again later.')
  }

  /** Calls a method that this project adds to the protocol, and returns its result. */
  async function askFor<Answer>(
    method: string,
    params: object,
    read: (result: unknown) => Answer | null,
    signal = new AbortController().signal,
  ): Promise<Answer> {
    const { text } = await endpoint.readBody(await endpoint.post(method, params, signal), signal)
    const answer = read(resultOf(text))
    if (answer !== null) return answer
    throw new AgentError('unreadable', 'The agent service answered something that this app cannot read.')
  }

  return {
    stream: ({ messageId, parts, resends, taskId, contextId, agentId }, signal) => {
      // Services differ in where they look for the task: in the message (A2A) or in the parameters.
      const place = { ...(taskId && { taskId }), ...(contextId && { contextId }) }
      const message = {
        kind: 'message',
        role: 'user',
        messageId,
        parts,
        ...(resends && { metadata: { resends } }),
        ...place,
      }
      const configuration = taskId ? { historyLength: 0 } : { agentId, historyLength: 0 }
      return openStream('message/stream', { configuration, message, ...place }, signal)
    },
    resubscribe: (taskId, lastEventId, signal) =>
      openStream(
        'tasks/resubscribe',
        lastEventId ? { id: taskId, metadata: { lastEventId } } : { id: taskId },
        signal,
        lastEventId && /^[\x20-\x7e]+$/.test(lastEventId) ? { 'last-event-id': lastEventId } : {},
      ),
    get: (id, signal, historyLength, claim) =>
      ask(
        'tasks/get',
        { id, ...(historyLength !== undefined && { historyLength }), ...(claim && { metadata: claim }) },
        signal,
      ),
    cancel: (id, { turnOnly, signal } = {}) =>
      ask('tasks/cancel', { id, ...(turnOnly && { metadata: { turnOnly } }) }, signal),
    abilities: () => {
      known ??= readCard()
      return known
    },
    listTasks: (params, signal) => askFor('tasks/list', params, readTaskPage, signal),
    updateTask: (id, metadata, signal) => askFor('tasks/update', { id, metadata }, readListedTask, signal),
    deleteTask: (id, signal) => askFor('tasks/delete', { id }, readListedTask, signal),
    listCalls: (params, signal) => askFor('calls/list', params, readCallPage, signal),
    subscribeRateLimit: endpoint.subscribeRateLimit,
  }
}

/** Optional abilities of a service, as the extensions on its agent card declare them. */
type Abilities = {
  /** It can end an answer alone (`turnOnly`), without voiding a call. */
  turnOnly: boolean
  /** It reads which call is to be proposed again. */
  proposeAgain: boolean
}

const noAbilities: Abilities = { turnOnly: false, proposeAgain: false }

const card = z.object({ capabilities: z.object({ extensions: z.array(z.object({ uri: z.string() })) }) })

/**
 * Reads an agent card from any author. One extension declares both abilities: a service with it keeps conversations and
 * their calls as ours does.
 */
function abilitiesIn(raw: unknown): Abilities {
  const { data } = card.safeParse(raw)
  const isOurs = data?.capabilities.extensions.some(({ uri }) => uri.endsWith('/extensions/conversation-list')) ?? false
  return { turnOnly: isOurs, proposeAgain: isOurs }
}
