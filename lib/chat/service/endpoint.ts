import { createListeners } from '@/lib/store'
import { type AgentEvent, decodeText, resultOf, wordsOfRefusal } from '@/lib/wire/decode/decode'
import { largestFrame } from '@/lib/wire/transport/sse-reader'
import type { RateLimit } from '../store/chat'
import { AgentError, quotable, rpcError } from './agent-error'

export type EndpointOptions = {
  /** Origin of the service; empty for this page's own. */
  baseUrl?: string
  fetch?: typeof globalThis.fetch
  now: () => number
  /** True if the browser believes that it has a network. */
  online?: () => boolean
}

export type Endpoint = ReturnType<typeof createEndpoint>

/** Sends requests to the agent service and reads the answers. Throws AgentError, with a message for a person. */
export function createEndpoint({ baseUrl = '', now, online = () => true, ...options }: EndpointOptions) {
  const fetchIt = options.fetch ?? globalThis.fetch.bind(globalThis)
  const limits = createListeners<RateLimit>()
  let lastId = 0

  const lostConnection = (cause: unknown): AgentError =>
    online()
      ? new AgentError('unreachable', 'The agent service did not answer. Try again in a moment.', {
          unsure: true,
          cause,
        })
      : new AgentError('offline', 'You are offline. This continues when the connection is back.', { cause })

  return {
    lostConnection,
    /** Calls the listener with the limit of every answer that states one. */
    subscribeRateLimit: limits.subscribe,
    read: (path: string) => fetchIt(`${baseUrl}${path}`, { credentials: 'include' }),

    post: async (method: string, params: object, signal: AbortSignal, headers: Record<string, string> = {}) => {
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
      if (limit) limits.tell(limit)
      if (response.status === 401) {
        const words = `You are signed out. Sign in again; nothing you wrote is lost.${await whatItSays(response)}`
        throw new AgentError('unauthenticated', words)
      }
      if (response.status === 429) {
        const words = `The agent service is not taking more requests for a moment.${await whatItSays(response)}`
        throw new AgentError('rate-limited', words, { retryAt: limit?.retryAt ?? now() })
      }
      return response
    },

    /** Reads the body of an answer other than a stream. Passes on a result even if none of it can be read. */
    readBody: async (response: Response, signal: AbortSignal): Promise<{ text: string; events: AgentEvent[] }> => {
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
      throwIfRefused(response, text, events)
      return { text, events }
    },
  }
}

/** Throws AgentError unless the body is a result of the service. */
function throwIfRefused(response: Response, text: string, [first]: readonly AgentEvent[]): void {
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
}

/** Returns a service's own words about a request that it turned away; empty if they say no more than the status. */
async function whatItSays(response: Response): Promise<string> {
  const text = await response.text().catch(() => '')
  const [first] = decodeText(text)
  const said = first?.type === 'failure' ? first.message : saidIn(response, text)
  return said === null || said === '' || bareRefusals.has(said) ? '' : ` The service said: “${quotable(said)}”`
}

/** Standard texts for 401 and 429 (docs/protocol.md, "Order of checks"). */
const bareRefusals: ReadonlySet<string> = new Set(['Authentication required', 'Rate limit exceeded'])

/** Returns the words of a refusal other than a JSON-RPC error. Null for a page, which is meant for a browser. */
function saidIn(response: Response, text: string): string | null {
  const type = response.headers.get('content-type') ?? ''
  return /\b(html|event-stream)\b/i.test(type) ? null : wordsOfRefusal(text)
}

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

/**
 * Reads the limit from an answer's headers (docs/protocol.md, "Limits"; Retry-After: RFC 9110 section 10.2.3). Null if
 * they state none and nothing was refused. `refused` is true for HTTP 429.
 */
export function readRateLimit(headers: Headers, refused: boolean, now: number): RateLimit | null {
  const limit = wholeNumber(headers.get('x-ratelimit-limit'))
  const remaining = wholeNumber(headers.get('x-ratelimit-remaining'))
  const reset = wholeNumber(headers.get('x-ratelimit-reset'))
  const resetAt = reset === null ? null : reset * 1000
  const stated = readRetryAfter(headers.get('retry-after'), now) ?? resetAt ?? now + unstatedWait
  const retryAt = refused ? Math.min(Math.max(stated, now + leastWait), now + longestWait) : null
  if (limit === null || remaining === null || resetAt === null)
    return retryAt === null ? null : { limit: limit ?? 0, remaining: 0, resetAt: resetAt ?? retryAt, retryAt }
  return { limit, remaining, resetAt, retryAt }
}

/** Wait after a refusal that states none. Milliseconds. */
const unstatedWait = 30_000

/** Shortest wait after a refusal: by a local clock that runs ahead, the stated time may have passed. Milliseconds. */
const leastWait = 1_000
/**
 * Longest wait, since a later time is most likely not counted in seconds. Waiting outcomes are retried by then.
 * Milliseconds.
 */
const longestWait = 3_600_000

/** Reads seconds or a date. Returns milliseconds since the epoch. */
function readRetryAfter(value: string | null, now: number): number | null {
  const seconds = wholeNumber(value)
  if (seconds !== null) return now + seconds * 1000
  const date = value === null ? Number.NaN : Date.parse(value)
  return Number.isNaN(date) ? null : date
}
