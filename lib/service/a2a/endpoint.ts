import { z } from 'zod'
import {
  RpcError,
  type RpcId,
  rpcCode,
  rpcFailure,
  rpcIdOf,
  rpcRequestSchema,
  rpcSuccess,
} from '@/lib/wire/transport/jsonrpc'
import { sseFrame, ssePing } from '@/lib/wire/transport/sse'
import type { Sessions } from '../auth/sessions'
import { isStoreAway, storeAway } from '../database/database'
import { readJson } from '../http/json'
import { isCrossSite, jsonReply, type ServiceReply, type ServiceRequest } from '../http/request'
import { rateLimitHeaders } from '../limits/rate-limit'
import type { createMethods, MethodResult } from './methods'
import type { LogEvent } from './streams/events'

/** Maximum request body: 1 MiB. */
const bodyLimit = 1024 * 1024
/** Maximum read from a refused request, to find the id of the call: 16 KiB. */
const refusedLimit = 16 * 1024

export type EndpointOptions = {
  sessions: Sessions
  methods: ReturnType<typeof createMethods>
  origin: string
  requestsPerMinute: number
  /** Keeps track of open streams, to end them with the session or the server. */
  openStreams: { add: (sessionId: string, controller: AbortController) => () => void }
}

const transportFailure = (id: RpcId, message: string, data?: Record<string, unknown>) =>
  rpcFailure(id, new RpcError(rpcCode.transport, message, data))

/** The agent endpoint: JSON-RPC 2.0 over HTTP, streams as server-sent events (docs/protocol.md, "Order of checks"). */
export function createEndpoint({ sessions, methods, origin, requestsPerMinute, openStreams }: EndpointOptions) {
  return async (request: ServiceRequest): Promise<ServiceReply> => {
    if (isCrossSite(request, origin)) return jsonReply(403, transportFailure(null, 'Cross-site requests are refused'))
    // Checked before reading the body: a caller who is not signed in has nothing worth waiting for.
    const caller = await sessions.readAndCount(request, requestsPerMinute).catch((error: unknown) => {
      if (isStoreAway(error)) return error
      throw error
    })
    if (caller === null)
      return jsonReply(401, transportFailure(null, 'Authentication required'), {
        'www-authenticate': `Cookie realm="a2a", cookie-name="${sessions.cookieName}"`,
      })
    const isTaken = !(caller instanceof Error) && caller.rate.retryAfter === null
    const text = await request.readBody(isTaken ? bodyLimit : refusedLimit)
    const body = readJson(text ?? '')
    const id = rpcIdOf(body)
    if (caller instanceof Error) return awayReply(id, caller)
    const { session, rate } = caller
    const headers = rateLimitHeaders(rate)
    if (rate.retryAfter !== null)
      return jsonReply(429, transportFailure(id, 'Rate limit exceeded', { retryAfter: rate.retryAfter }), headers)
    if (text === null) return jsonReply(413, transportFailure(null, 'Request body is larger than 1 MiB'), headers)
    try {
      const { method, params } = readEnvelope(body)
      const call = methods.get(method)
      if (!call) throw new RpcError(rpcCode.methodNotFound, `Method not found: ${method}`)
      const lastEventId = request.header('last-event-id') ?? null
      const result = await call(params, { session, lastEventId, request })
      if (result.kind === 'value') return jsonReply(200, rpcSuccess(id, result.value), headers)
      return streamReply(id, result, headers, {
        register: (controller) => openStreams.add(session.id, controller),
        isSignedIn: () => sessions.isGood(session.id),
      })
    } catch (error) {
      if (isStoreAway(error)) return awayReply(id, error, headers)
      if (!(error instanceof RpcError)) console.error('A request to the agent endpoint failed.', error)
      const failure = rpcFailure(id, error)
      if (!wantsStream(request, body)) return jsonReply(200, failure, headers)
      return { status: 200, headers: { ...headers, ...streamHeaders }, body: sseFrame(JSON.stringify(failure)) }
    }
  }
}

/**
 * Answers while the database is away. The same request may be sent again; one with a `messageId` is accepted only once.
 */
function awayReply(id: RpcId, error: Error, headers: Record<string, string> = {}): ServiceReply {
  console.error(`A request to the agent endpoint failed. ${error.message}`)
  const { message, retryAfter } = storeAway
  return jsonReply(503, transportFailure(id, message), { ...headers, 'retry-after': retryAfter })
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}
const streamCall = z.object({ method: z.enum(['message/stream', 'tasks/resubscribe']) })

/** A caller that asks for a stream gets a failure as a stream of one frame: the reference client reads nothing else. */
const wantsStream = (request: ServiceRequest, body: unknown): boolean =>
  streamCall.safeParse(body).success && !!request.header('accept')?.includes('text/event-stream')

function readEnvelope(body: unknown) {
  if (body === undefined) throw new RpcError(rpcCode.parse, 'Invalid JSON payload')
  const parsed = rpcRequestSchema.safeParse(body)
  if (!parsed.success) throw new RpcError(rpcCode.invalidRequest, 'Invalid JSON-RPC Request')
  return parsed.data
}

function streamReply(
  id: RpcId,
  { taskId, follow }: Extract<MethodResult, { kind: 'stream' }>,
  headers: Record<string, string>,
  {
    register,
    isSignedIn,
  }: { register: (controller: AbortController) => () => void; isSignedIn: () => Promise<boolean> },
): ServiceReply {
  return {
    status: 200,
    headers: { ...headers, ...streamHeaders },
    body: async (write, stream) => {
      const unregister = register(stream)
      const show = (page: readonly LogEvent[]) => write(frames(taskId, id, page))
      // Quiet moments serve to notice that the session expired or that another server ended it.
      const ping = async () => ((await isSignedIn()) ? show([]) : stream.abort())
      try {
        await follow((page) => (page.length === 0 ? ping() : show(page)), stream.signal)
      } finally {
        unregister()
      }
    },
  }
}

/** Formats events as frames: one `data:` line each, with an id to resume from. A comment if there are none. */
function frames(taskId: string, id: RpcId, events: readonly LogEvent[]): string {
  if (events.length === 0) return ssePing
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`
  return events.map(({ seq, json }) => sseFrame(`${head}${json}}`, `${taskId}:${seq}`)).join('')
}
