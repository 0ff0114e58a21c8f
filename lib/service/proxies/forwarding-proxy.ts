import { failureReply, refuseCrossSite, type ServiceReply, type ServiceRequest } from '../http/request'
import { type RateLimit, rateLimitHeaders } from '../limits/rate-limit'
import { forward } from './forward'

/** Requests a minute from one address of the network, to each service. */
const requestsPerMinute = 300

/** Where a service is, and our key to it, if we have one. */
export type Provider = { apiUrl: string; key: string | undefined }

/** Another service that pages ask through this app. */
type Upstream = {
  /** How it is called in messages. */
  name: string
  /** Where this app takes its requests. What follows in the path goes behind `baseUrl`. */
  prefix: string
  baseUrl: string
  /** What may be asked, as method and path: all of it, from its first character to its last. */
  allowed: readonly RegExp[]
  /** Longest body that is passed on, in bytes. */
  bodyLimit: number
  /** Under which name requests to it are counted. */
  counted: string
  /** What the service wants to see beside the request: our key. */
  headers: Record<string, string>
}

/** Who is let through: pages of this app at `origin`, and so many times. */
export type Door = { rateLimit: RateLimit; origin: string }

/** Passes the app's own requests on to another service, as far as it may be asked, and adds our key. */
export function createForwardingProxy(
  { name, prefix, baseUrl, allowed, bodyLimit, counted, headers }: Upstream,
  { rateLimit, origin }: Door,
) {
  return async (request: ServiceRequest): Promise<ServiceReply> => {
    const crossSite = refuseCrossSite(request, origin)
    if (crossSite) return crossSite
    const path = request.path.slice(prefix.length)
    if (!allowed.some((pattern) => pattern.test(`${request.method} ${path}`)))
      return failureReply(404, 'NOT_FOUND', 'There is nothing at this address.')
    const rate = await rateLimit(`${counted}:${request.ip}`, requestsPerMinute)
    const limits = rateLimitHeaders(rate)
    if (rate.retryAfter !== null)
      return failureReply(429, 'RATE_LIMITED', `Too many requests. Try again in ${rate.retryAfter} seconds.`, limits)
    const body = request.method === 'POST' ? await request.readBody(bodyLimit) : undefined
    if (body === null) return failureReply(413, 'TOO_LARGE', 'The request is too large.')
    const reply = await forward(`${baseUrl}/${path}${request.search}`, {
      method: request.method,
      body,
      headers,
      signal: request.signal(),
      name,
    })
    return { ...reply, headers: { ...reply.headers, ...limits } }
  }
}
