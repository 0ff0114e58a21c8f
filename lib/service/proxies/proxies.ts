import type { Config } from '@/lib/config'
import type { ServiceReply, ServiceRequest } from '../http/request'
import type { RateLimit } from '../rate-limit'
import { createFaucetProxy } from './faucet-proxy'
import { createRoutingProxy } from './routing-proxy'
import { createYieldProxy } from './yield-proxy'

/** The paths of `createProxies`. */
export const proxiedPath = /^\/api\/(faucet|routing\/v1\/.*|yields\/v1\/.*)$/

/** The other services that pages reach through this app, with the agent embedded or remote. Null for any other path. */
export function createProxies({ config, rateLimit }: { config: Config; rateLimit: RateLimit }) {
  const { origin } = config
  const routing = createRoutingProxy({
    rateLimit,
    routingApiUrl: config.routingApiUrl,
    key: config.ROUTING_API_KEY,
    origin,
  })
  const yields = createYieldProxy({
    rateLimit,
    yieldApiUrl: config.yieldApiUrl,
    key: config.YIELD_API_KEY,
    origin,
  })
  const faucet = createFaucetProxy({ devnetApiUrl: config.CHAINS === 'devnet' ? config.devnetApiUrl : null, origin })
  return async (request: ServiceRequest): Promise<ServiceReply | null> => {
    if (request.path.startsWith('/api/routing/v1/')) return routing(request)
    if (request.path.startsWith('/api/yields/v1/')) return yields(request)
    if (request.path === '/api/faucet') return faucet(request)
    return null
  }
}
