import { failureReply, refuseCrossSite, type ServiceReply, type ServiceRequest } from '../http/request'
import { type RateLimit, rateLimitHeaders } from '../limits/rate-limit'
import { forward } from './forward'

/** Requests per minute from one network address to each service. */
const requestsPerMinute = 300

/** Address of a service, and our key to it, if any. */
export type Provider = { apiUrl: string; key: string | undefined }

/** Another service that pages reach through this app. */
type Upstream = {
  /** Name in messages. */
  name: string
  /** Path prefix of this app's requests. The rest of the path is appended to `baseUrl`. */
  prefix: string
  baseUrl: string
  /** Allowed requests, as method and path. Each pattern must match from the first character to the last. */
  allowed: readonly RegExp[]
  /** Maximum body to pass on, in bytes. */
  bodyLimit: number
  /** Key under which requests are counted. */
  counted: string
  /** Extra headers that the service expects: our key. */
  headers: Record<string, string>
}

/** Admission: only pages of this app at `origin`, up to the rate limit. */
export type Door = { rateLimit: RateLimit; origin: string }

/** Passes the app's allowed requests on to another service and adds our key. */
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
