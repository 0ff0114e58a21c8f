import type { Chains } from '@/lib/chain/chains/chain'
import { buildChains, chainEntries } from '@/lib/chain/chains/chains'
import type { Config } from '@/lib/config'
import type { Route, ServiceReply, ServiceRequest } from '../http/request'
import { failureReply, refuseCrossSite } from '../http/request'
import type { RateLimit } from '../limits/rate-limit'
import { forward } from './forward'
import { createForwardingProxy, type Door, type Provider } from './forwarding-proxy'
import { accountBy, createImageProxy } from './image-proxy'

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

const faucetBodyLimit = 4 * 1024

/** Passes requests for play money on to the devnet. `devnetApiUrl` is null on real chains, which have no faucet. */
function createFaucetProxy({ devnetApiUrl, origin }: { devnetApiUrl: string | null; origin: string }) {
  return async (request: ServiceRequest): Promise<ServiceReply> => {
    if (!devnetApiUrl || request.method !== 'POST')
      return failureReply(404, 'NOT_FOUND', 'There is nothing at this address.')
    const crossSite = refuseCrossSite(request, origin)
    if (crossSite) return crossSite
    const body = await request.readBody(faucetBodyLimit)
    if (body === null) return failureReply(413, 'TOO_LARGE', 'The request is too large.')
    return forward(`${devnetApiUrl}/faucet`, {
      method: 'POST',
      body,
      headers: {},
      signal: request.signal(),
      name: 'The faucet',
    })
  }
}

/**
 * Proxies the page's requests to the routing provider, with our key (`lib/chain/routing/lifi.ts`). Excludes its lists
 * of several megabytes.
 */
const createRoutingProxy = ({ apiUrl, key }: Provider, door: Door) =>
  createForwardingProxy(
    {
      name: 'The routing service',
      prefix: '/api/routing/v1/',
      baseUrl: apiUrl,
      allowed: [/^GET quote$/, /^GET status$/, /^POST advanced\/(routes|stepTransaction)$/],
      bodyLimit: 256 * 1024,
      counted: 'routing',
      headers: key ? { 'x-lifi-api-key': key } : {},
    },
    door,
  )

/**
 * Proxies the page's requests to the yield service, with our key: reading, and creating transactions. `apiUrl` excludes
 * the version.
 */
const createYieldProxy = ({ apiUrl, key }: Provider, door: Door) =>
  createForwardingProxy(
    {
      name: 'The yield service',
      prefix: '/api/yields/v1/',
      baseUrl: `${apiUrl}/v1`,
      allowed: [
        /^GET yields$/,
        /^GET yields\/[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/,
        /^POST yields\/balances$/,
        /^POST actions\/(enter|exit)$/,
      ],
      bodyLimit: 16 * 1024,
      counted: 'yields',
      headers: key ? { 'x-api-key': key } : {},
    },
    door,
  )
