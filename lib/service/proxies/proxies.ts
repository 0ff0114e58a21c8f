import type { Chains } from '@/lib/chain/chains/chain'
import { buildChains, chainEntries } from '@/lib/chain/chains/chains'
import type { Config } from '@/lib/config'
import type { Route, ServiceReply, ServiceRequest } from '../http/request'
import type { RateLimit } from '../limits/rate-limit'
import { createFaucetProxy } from './faucet-proxy'
import { accountBy, createImageProxy } from './image-proxy'
import { createRoutingProxy } from './routing-proxy'
import { createYieldProxy } from './yield-proxy'

/** The paths of `createProxies`. */
export const proxiedPath = /^\/api\/(faucet|nft-image|routing\/v1\/.*|yields\/v1\/.*)$/

type ProxiesOptions = {
  config: Config
  rateLimit: RateLimit
  /** The route behind `/api/auth/session`, for an embedded or remote agent. */
  session: Route
  now: () => number
}

/** The other services that pages reach through this app, with an embedded or remote agent. Null for any other path. */
export function createProxies({ config, rateLimit, session, now }: ProxiesOptions) {
  const { origin } = config
  const door = { rateLimit, origin }
  const routing = createRoutingProxy({ apiUrl: config.routingApiUrl, key: config.ROUTING_API_KEY }, door)
  const yields = createYieldProxy({ apiUrl: config.yieldApiUrl, key: config.YIELD_API_KEY }, door)
  const faucet = createFaucetProxy({ devnetApiUrl: config.CHAINS === 'devnet' ? config.devnetApiUrl : null, origin })
  let chains: Chains | null = null
  const images = createImageProxy({
    chains: () => {
      chains ??= buildChains(chainEntries(config))
      return chains
    },
    ipfsGateway: config.IPFS_GATEWAY_URL,
    rateLimit,
    account: accountBy(session),
    origin,
    now,
  })
  return async (request: ServiceRequest): Promise<ServiceReply | null> => {
    if (request.path.startsWith('/api/routing/v1/')) return routing(request)
    if (request.path.startsWith('/api/yields/v1/')) return yields(request)
    if (request.path === '/api/faucet') return faucet(request)
    if (request.path === '/api/nft-image') return images(request)
    return null
  }
}
