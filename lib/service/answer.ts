import { RpcError, rpcCode, rpcFailure } from '@/lib/wire/transport/jsonrpc'
import { agentCardPaths } from './a2a/agent-card'
import { accountPath } from './account/account-api'
import { isStoreAway, storeAway } from './database/database'
import { createFetchHandler } from './http/fetch-adapter'
import { unsupportedBody } from './http/json'
import { createNodeHandler } from './http/node-adapter'
import {
  BodyTooSlow,
  failureReply,
  jsonReply,
  type Route,
  type ServiceReply,
  type ServiceRequest,
} from './http/request'
import { isIdentityPath } from './identity/identity-routes'
import { permissionsPath } from './permissions/api'
import { plansPath } from './plans/api'
import { cronPath } from './plans/cron'
import { proposalsPath } from './proposals/api'
import { proxiedPath } from './proxies/proxies'

const agentPath = '/api/a2a'
const ownedPath = /^\/api\/(a2a|auth\/.*)$/

/** True if the path belongs to the service, so that the custom server need not ask Next. */
const isServicePath = (path: string): boolean =>
  agentCardPaths.some((cardPath) => cardPath === path) ||
  ownedPath.test(path) ||
  path === accountPath ||
  isIdentityPath(path) ||
  permissionsPath.test(path) ||
  path === proposalsPath ||
  plansPath.test(path) ||
  path === cronPath ||
  proxiedPath.test(path)

/**
 * Answers requests on connections still open while the server stops: accepted, they would be interrupted. The client
 * waits some seconds, until others take over or the server is back.
 */
const closingReply = failureReply(
  503,
  'CLOSING',
  'The server is shutting down, so it is not taking anything new. Nothing was done: send this again in a moment.',
  { connection: 'close', 'retry-after': '5' },
)

/**
 * Creates both adapters for a list of routes, of which the first that knows the path answers. A failure is a 500
 * without details. While the service `isClosing`, every request is refused.
 */
export function createHandlers(routes: readonly Route[], isClosing: () => boolean, bounds: { bodyMs?: number } = {}) {
  const handle = async (request: ServiceRequest): Promise<ServiceReply> => {
    if (isClosing()) return closingReply
    const unsupported = request.method === 'POST' ? unsupportedBody(request) : null
    if (unsupported !== null)
      return request.path === agentPath
        ? jsonReply(415, rpcFailure(null, new RpcError(rpcCode.transport, unsupported)))
        : failureReply(415, 'UNSUPPORTED_MEDIA_TYPE', unsupported)
    try {
      for (const route of routes) {
        const reply = await route(request)
        if (reply) return reply
      }
      return failureReply(404, 'NOT_FOUND', 'There is nothing at this address.')
    } catch (error) {
      if (error instanceof BodyTooSlow) return failureReply(408, 'TOO_SLOW', error.message)
      if (isStoreAway(error)) {
        console.error(`${request.method} ${request.path} failed. ${error.message}`)
        return failureReply(503, 'DATABASE_AWAY', storeAway.message, { 'retry-after': storeAway.retryAfter })
      }
      console.error(`${request.method} ${request.path} failed.`, error)
      const words = 'The server could not answer. Try again in a moment.'
      return request.path === agentPath
        ? jsonReply(500, rpcFailure(null, new RpcError(rpcCode.internal, words)))
        : failureReply(500, 'INTERNAL', words)
    }
  }
  return { owns: isServicePath, fetch: createFetchHandler(handle, bounds), node: createNodeHandler(handle, bounds) }
}
