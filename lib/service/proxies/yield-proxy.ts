import { failureReply, isCrossSite, type ServiceReply, type ServiceRequest } from '../http/request'
import { type RateLimit, rateLimitHeaders } from '../rate-limit'
import { forward } from './forward'

/** What the browser may ask the yield service, with our key: to read, and to have transactions made. */
const allowed: readonly RegExp[] = [
  /^GET yields$/,
  /^GET yields\/[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/,
  /^POST yields\/balances$/,
  /^POST actions\/(enter|exit)$/,
]
const prefix = '/api/yields/v1/'
const bodyLimit = 16 * 1024
/** Requests a minute from one address of the network. */
const requestsPerMinute = 300

export type YieldProxyOptions = {
  rateLimit: RateLimit
  /** Base address of the Yield.xyz API, without the version. */
  yieldApiUrl: string
  key: string | undefined
  origin: string
}

/** Passes the app's own requests on to the yield service, and adds the key. */
export function createYieldProxy({ rateLimit, yieldApiUrl, key, origin }: YieldProxyOptions) {
  return async (request: ServiceRequest): Promise<ServiceReply> => {
    if (isCrossSite(request, origin)) return failureReply(403, 'CROSS_SITE', 'Only pages of this app may ask.')
    const path = request.path.slice(prefix.length)
    if (!allowed.some((pattern) => pattern.test(`${request.method} ${path}`)))
      return failureReply(404, 'NOT_FOUND', 'There is nothing at this address.')
    const rate = await rateLimit(`yields:${request.ip}`, requestsPerMinute)
    const limits = rateLimitHeaders(rate)
    if (rate.retryAfter !== null)
      return failureReply(429, 'RATE_LIMITED', `Too many requests. Try again in ${rate.retryAfter} seconds.`, limits)
    const body = request.method === 'POST' ? await request.readBody(bodyLimit) : undefined
    if (body === null) return failureReply(413, 'TOO_LARGE', 'The request is too large.')
    const reply = await forward(`${yieldApiUrl}/v1/${path}${request.search}`, {
      method: request.method,
      body,
      headers: key ? { 'x-api-key': key } : {},
      signal: request.signal(),
      name: 'The yield service',
    })
    return { ...reply, headers: { ...reply.headers, ...limits } }
  }
}
