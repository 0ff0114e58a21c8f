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
import { type AgentEvent, decodeText, isWorking, resultOf, type TaskSnapshot, wordsOfRefusal } from '@/lib/wire/decode'
import type { Part } from '@/lib/wire/parts'
import { largestFrame, readSse, SseError } from '@/lib/wire/sse-reader'
import type { Resent } from '@/lib/wire/task'
import type { Timers } from '../page/timers'
import type { RateLimit } from '../store/chat'
import { type Abilities, abilitiesIn, noAbilities } from './abilities'
import { AgentError, quotable, rpcError } from './agent-error'
import { readRateLimit } from './rate-limit'

/** A message to the agent. `messageId` is what makes a repeat harmless: the service runs it once. */
export type OutgoingMessage = {
  messageId: string
  parts: readonly Part[]
  /** The earlier message that it is sent in place of. */
  resends?: Resent
  /** Null starts a task; then `agentId` says whose. */
  taskId: string | null
  contextId: string | null
  agentId: number
}

/** `eventId` is the frame's id, to resume after it. */
export type StreamItem = { eventId: string | null; event: AgentEvent }

/**
 * What this browser says of signing a call, by its name: that it goes to the wallet next or still is there (`signing`),
 * that somebody looks at it (`watching`), or that no wallet was asked after all (`released`). `over` is the time since
 * which another browser has claimed it, where the person takes it over. A service that does not know of this ignores it.
 */
export type ClaimRequest = { browser: string; over?: number } & (
  | { signing: string }
  | { watching: string }
  | { released: string }
)

export type AgentClient = {
  /** Sends a message and reads the answer as it comes. Throws AgentError; ends quietly where the stream ends. */
  stream: (message: OutgoingMessage, signal: AbortSignal) => AsyncGenerator<StreamItem>
  /** Takes up the stream of a running task after the event named, or from now on. */
  resubscribe: (taskId: string, lastEventId: string | null, signal: AbortSignal) => AsyncGenerator<StreamItem>
  /** `historyLength` is how many of the last messages come with it; without it all do. */
  get: (taskId: string, signal?: AbortSignal, historyLength?: number, claim?: ClaimRequest) => Promise<TaskSnapshot>
  /** `turnOnly` ends the answer and leaves the conversation, and its calls, open. A service that does not know it ends the task. */
  cancel: (taskId: string, options?: { turnOnly?: boolean; signal?: AbortSignal }) => Promise<TaskSnapshot>
  /** What the service can do beside the interface, by its agent card. Read once; where it does not answer, nothing. */
  abilities: () => Promise<Abilities>
  /** These four throw `rpc` with the code -32601 where the service keeps no such lists (`isUnsupported`). */
  listTasks: (params: ListTasks, signal?: AbortSignal) => Promise<Page<ListedTask>>
  updateTask: (taskId: string, change: TaskChange, signal?: AbortSignal) => Promise<ListedTask>
  deleteTask: (taskId: string, signal?: AbortSignal) => Promise<ListedTask>
  listCalls: (params: ListCalls, signal?: AbortSignal) => Promise<Page<ListedCall>>
  /** Hears of the limit with every answer that states one. */
  subscribeRateLimit: (listener: (limit: RateLimit) => void) => () => void
}

export type AgentClientOptions = {
  /** Origin of the service; empty for this page's own. */
  baseUrl?: string
  fetch?: typeof globalThis.fetch
  now: () => number
  timers: Timers
  /** Whether the browser believes that it has a network. */
  online?: () => boolean
  /** Milliseconds of silence after which a stream counts as dropped. The service pings each 15 s. */
  silence?: number
}

/** Speaks JSON-RPC 2.0 with the agent endpoint (docs/protocol.md, "Methods"). */
export function createAgentClient(options: AgentClientOptions): AgentClient {
  const { baseUrl = '', now, timers, online = () => true, silence = 60_000 } = options
  const fetchIt = options.fetch ?? globalThis.fetch.bind(globalThis)
  const limitListeners = new Set<(limit: RateLimit) => void>()
  let lastId = 0

  async function post(method: string, params: object, signal: AbortSignal, headers: Record<string, string> = {}) {
    const id = ++lastId
    let response: Response
    try {
      response = await fetchIt(`${baseUrl}/api/a2a`, {
        method: 'POST',
        credentials: 'include',
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        signal,
      })
    } catch (cause) {
      throw signal.aborted ? cause : lostConnection(cause)
    }
    const limit = readRateLimit(response.headers, response.status === 429, now())
    if (limit) for (const listener of [...limitListeners]) listener(limit)
    if (response.status === 401) {
      const words = `You are signed out. Sign in again; nothing you wrote is lost.${await whatItSays(response)}`
      throw new AgentError('unauthenticated', words)
    }
    if (response.status === 429) {
      const words = `The agent service is not taking more requests for a moment.${await whatItSays(response)}`
      throw new AgentError('rate-limited', words, { retryAt: limit?.retryAt ?? now() })
    }
    return response
  }

  const lostConnection = (cause: unknown): AgentError =>
    online()
      ? new AgentError('unreachable', 'The agent service did not answer. Try again in a moment.', {
          unsure: true,
          cause,
        })
      : new AgentError('offline', 'You are offline. This continues when the connection is back.', { cause })

  /** The body of an answer that is no stream. A result is passed on even where nothing of it can be read. */
  async function readBody(response: Response, signal: AbortSignal): Promise<{ text: string; events: AgentEvent[] }> {
    let text: string
    try {
      text = await response.text()
    } catch (cause) {
      throw signal.aborted ? cause : lostConnection(cause)
    }
    if (text.length > largestFrame)
      throw new AgentError('unreadable', 'The agent service sent a longer answer than this app reads.', {
        unsure: response.ok,
      })
    const events = decodeText(text)
    const [first] = events
    if (first?.type === 'failure') throw rpcError(first.code, first.message, first.data)
    const said = response.ok ? null : saidIn(response, text)
    const words = said === null ? '' : ` The service said: “${quotable(said)}”`
    if (response.status >= 500) {
      const problem = `The agent service has a problem (HTTP ${response.status}). Try again later.${words}`
      throw new AgentError('unreachable', problem, { unsure: true })
    }
    if (said !== null)
      throw new AgentError('unreadable', `The agent service refused this (HTTP ${response.status}).${words}`)
    if (!response.ok || (first?.type === 'unreadable' && resultOf(text) === undefined))
      throw new AgentError(
        'unreadable',
        `The agent service’s address returned something unexpected (HTTP ${response.status}). Try again later.`,
        { unsure: response.ok, cause: first },
      )
    return { text, events }
  }

  async function* readStream(
    response: Response,
    caller: AbortSignal,
    own: AbortController,
  ): AsyncGenerator<StreamItem> {
    const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')
    if (!response.ok || !isStream || !response.body) {
      const { events } = await readBody(response, caller)
      for (const event of events) yield { eventId: null, event }
      const [first] = events
      if (first?.type === 'unreadable' || (first?.type === 'task' && !isWorking(first.state)))
        yield { eventId: null, event: { type: 'end' } }
      return
    }
    try {
      for await (const frame of readSse(watched(response.body, own))) {
        for (const event of decodeText(frame.data, frame.event ?? undefined)) {
          // The last frame of a connection that was cut.
          if (event.type === 'unreadable' && frame.partial) return
          if (event.type === 'failure') throw rpcError(event.code, event.message, event.data)
          yield { eventId: frame.id, event }
          if (event.type === 'end') return
        }
      }
    } catch (cause) {
      if (cause instanceof AgentError || caller.aborted) throw cause
      if (cause instanceof SseError)
        throw new AgentError('unreadable', `${cause.message}. Try again.`, { unsure: true, cause })
      throw lostConnection(cause)
    }
  }

  /** Gives up on a body that has been silent for too long: a laptop that slept keeps dead connections open. */
  function watched(body: ReadableStream<Uint8Array>, own: AbortController): ReadableStream<Uint8Array> {
    const giveUp = () => own.abort(new Error('The stream fell silent'))
    let stop = timers.after(silence, giveUp)
    own.signal.addEventListener('abort', () => stop())
    return body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          stop()
          stop = timers.after(silence, giveUp)
          controller.enqueue(chunk)
        },
      }),
      { signal: own.signal },
    )
  }

  async function* openStream(
    method: string,
    params: object,
    caller: AbortSignal,
    headers: Record<string, string>,
  ): AsyncGenerator<StreamItem> {
    const own = new AbortController()
    const signal = AbortSignal.any([caller, own.signal])
    const accept = 'text/event-stream, application/json'
    try {
      yield* readStream(await post(method, params, signal, { accept, ...headers }), caller, own)
    } finally {
      own.abort()
    }
  }

  let known: Promise<Abilities> | null = null
  async function readCard(): Promise<Abilities> {
    try {
      const response = await fetchIt(`${baseUrl}/.well-known/agent-card.json`, { credentials: 'include' })
      return abilitiesIn(response.ok ? await response.json() : null)
    } catch {
      // Asked once more at the next occasion.
      known = null
      return noAbilities
    }
  }

  async function ask(
    method: string,
    params: { id: string; historyLength?: number; metadata?: ClaimRequest | { turnOnly: true } },
    signal = new AbortController().signal,
  ): Promise<TaskSnapshot> {
    const { events } = await readBody(await post(method, params, signal), signal)
    const [task] = events
    if (task?.type === 'task') return task
    throw new AgentError('unreadable', 'The agent service left the conversation out of its answer. Try again later.')
  }

  /** The result of a method that this project adds to the protocol. */
  async function askFor<Answer>(
    method: string,
    params: object,
    read: (result: unknown) => Answer | null,
    signal = new AbortController().signal,
  ): Promise<Answer> {
    const { text } = await readBody(await post(method, params, signal), signal)
    const answer = read(resultOf(text))
    if (answer !== null) return answer
    throw new AgentError('unreadable', 'The agent service answered something that this app cannot read.')
  }

  return {
    stream: ({ messageId, parts, resends, taskId, contextId, agentId }, signal) => {
      // Services differ on where they look for the task: in the message (A2A) or in the parameters.
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
      return openStream('message/stream', { configuration, message, ...place }, signal, {})
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
    subscribeRateLimit: (listener) => {
      limitListeners.add(listener)
      return () => limitListeners.delete(listener)
    },
  }
}

/** What a refusal that is no JSON-RPC error says; null for a page, which is made for a browser to show. */
/** What a service says of its own to a request that it turned away; empty where that is nothing beyond the status. */
async function whatItSays(response: Response): Promise<string> {
  const text = await response.text().catch(() => '')
  const [first] = decodeText(text)
  const said = first?.type === 'failure' ? first.message : saidIn(response, text)
  return said === null || said === '' || bareRefusals.has(said) ? '' : ` The service said: “${quotable(said)}”`
}

/** The words of the interface for 401 and 429 (docs/protocol.md, "Order of checks"). */
const bareRefusals: ReadonlySet<string> = new Set(['Authentication required', 'Rate limit exceeded'])

function saidIn(response: Response, text: string): string | null {
  const type = response.headers.get('content-type') ?? ''
  return /\b(html|event-stream)\b/i.test(type) ? null : wordsOfRefusal(text)
}
