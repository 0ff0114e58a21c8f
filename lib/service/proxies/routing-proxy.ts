import { failureReply, isCrossSite, type ServiceReply, type ServiceRequest } from '../http/request'
import { type RateLimit, rateLimitHeaders } from '../rate-limit'
import { forward } from './forward'

/** What the browser asks the routing provider, with our key (`lib/chain/lifi.ts`). Its lists of megabytes are not among it. */
const allowed: ReadonlySet<string> = new Set([
  'GET quote',
  'GET status',
  'POST advanced/routes',
  'POST advanced/stepTransaction',
])
const prefix = '/api/routing/v1/'
const bodyLimit = 256 * 1024
/** Requests a minute from one address of the network. */
const requestsPerMinute = 300

export type RoutingProxyOptions = {
  rateLimit: RateLimit
  /** Base address of the LI.FI API. */
  routingApiUrl: string
  key: string | undefined
  origin: string
}

/** Passes the app's own requests on to the routing provider, and adds the key. */
export function createRoutingProxy({ rateLimit, routingApiUrl, key, origin }: RoutingProxyOptions) {
  return async (request: ServiceRequest): Promise<ServiceReply> => {
    if (isCrossSite(request, origin)) return failureReply(403, 'CROSS_SITE', 'Only pages of this app may ask.')
    const path = request.path.slice(prefix.length)
    if (!allowed.has(`${request.method} ${path}`))
      return failureReply(404, 'NOT_FOUND', 'There is nothing at this address.')
    const rate = await rateLimit(`routing:${request.ip}`, requestsPerMinute)
    const limits = rateLimitHeaders(rate)
    if (rate.retryAfter !== null)
      return failureReply(429, 'RATE_LIMITED', `Too many requests. Try again in ${rate.retryAfter} seconds.`, limits)
    const body = request.method === 'POST' ? await request.readBody(bodyLimit) : undefined
    if (body === null) return failureReply(413, 'TOO_LARGE', 'The request is too large.')
    const reply = await forward(`${routingApiUrl}/${path}${request.search}`, {
      method: request.method,
      body,
      headers: key ? { 'x-lifi-api-key': key } : {},
      signal: request.signal(),
      name: 'The routing service',
    })
    return { ...reply, headers: { ...reply.headers, ...limits } }
  }
}
