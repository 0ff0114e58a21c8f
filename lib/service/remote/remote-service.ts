import { buildChains, chainEntries } from '@/lib/chain/chains/chains'
import type { Config } from '@/lib/config'
import { RpcError, rpcCode, rpcFailure } from '@/lib/wire/transport/jsonrpc'
import { agentCardPaths } from '../a2a/agent-card'
import { createHandlers } from '../answer'
import { readJson } from '../http/json'
import {
  failureReply,
  isPublicRead,
  jsonReply,
  publicReply,
  refuseCrossSite,
  type ServiceReply,
  type ServiceRequest,
} from '../http/request'
import { createIdentityRoutes } from '../identity/identity-routes'
import { localRateLimit } from '../limits/rate-limit'
import { createProxies } from '../proxies/proxies'
import type { Service } from '../service'
import { askService, RemoteError, type RemoteTarget, replyOf } from './ask-service'
import { createRemoteSession } from './remote-session'

/** Maximum body: 1 MiB, as in the embedded service. */
const bodyLimit = 1024 * 1024
/** Milliseconds. A `message/send` answers when the agent has, which may take a while. */
const agentTimeoutMs = 180_000
const cardTimeoutMs = 15_000

/**
 * Serves the remote service's four paths on this app's own origin (docs/protocol.md, "Endpoints"): sign-in, the agent
 * endpoint and the card. The settings determine where requests go; nothing that a browser sends can change it.
 */
function createRemoteHandler({ baseUrl, origin, pingMs }: { baseUrl: string; origin: string; pingMs: number }) {
  const target: RemoteTarget = { baseUrl, isSecure: origin.startsWith('https:'), pingMs }
  const session = createRemoteSession(target)

  const endpoint = async (request: ServiceRequest): Promise<ServiceReply> => {
    if (request.method !== 'POST')
      return failureReply(405, 'METHOD_NOT_ALLOWED', 'Send a POST request.', { allow: 'POST' })
    const body = await request.readBody(bodyLimit)
    if (body === null)
      return jsonReply(413, rpcFailure(null, new RpcError(rpcCode.transport, 'Request body is larger than 1 MiB')))
    const asked = {
      method: 'POST',
      path: '/api/a2a',
      body,
      timeoutMs: agentTimeoutMs,
      signal: request.signal(),
    } as const
    return replyOf(await askService(target, request, asked), target, request.signal())
  }

  const card = async (request: ServiceRequest): Promise<ServiceReply> => {
    if (request.method === 'OPTIONS') return publicReply(request, null)
    const path = agentCardPaths[0]
    const asked = { method: 'GET', path, timeoutMs: cardTimeoutMs, signal: request.signal() } as const
    const reply = await replyOf(await askService(target, request, asked), target, request.signal())
    const document = typeof reply.body === 'string' && reply.status === 200 ? readJson(reply.body) : undefined
    return document === undefined ? reply : publicReply(request, document)
  }

  /** Null for a path that is not the remote service's. */
  return async (request: ServiceRequest): Promise<ServiceReply | null> => {
    const { method, path } = request
    const isCard = agentCardPaths.some((each) => each === path)
    if (!isCard && path !== '/api/a2a' && !path.startsWith('/api/auth/')) return null
    const isOpen = method === 'GET' || (isCard && isPublicRead(request))
    const crossSite = isOpen ? null : refuseCrossSite(request, origin)
    if (crossSite) return crossSite
    try {
      if (isCard) return await card(request)
      return await (path === '/api/a2a' ? endpoint(request) : session(request))
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error
      if (request.signal().aborted) return failureReply(499, 'CLIENT_GONE', 'The request was given up.')
      console.error(error.message, error.cause)
      return failureReply(502, 'UPSTREAM_UNREACHABLE', 'The agent service cannot be reached. Try again in a moment.')
    }
  }
}

/**
 * Creates this app as a front end of the agent service at `baseUrl`, without agents or a database of its own. `pingMs`:
 * time between signs of life on a quiet stream, 15 s as in the embedded service.
 */
export function createRemoteService(config: Config, baseUrl: string, now: () => number, pingMs = 15_000): Service {
  const chains = buildChains(chainEntries(config))
  const remote = createRemoteHandler({ baseUrl, origin: config.origin, pingMs })
  let isClosing = false
  const routes = [
    remote,
    createIdentityRoutes({ config, chains: () => chains, now }),
    createProxies({ config, rateLimit: localRateLimit(now), session: remote, now }),
  ]
  return {
    ...createHandlers(routes, () => isClosing),
    close: async () => {
      isClosing = true
    },
  }
}
