import { failureReply, refuseCrossSite, type ServiceReply, type ServiceRequest } from '../http/request'
import { rateLimitHeaders } from '../limits/rate-limit'
import type { Session, Sessions } from './sessions'

/** Identifies callers and limits their rate. */
export type Gate = { sessions: Sessions; origin: string; requestsPerMinute: number }

type Admitted = { session: Session; headers: Record<string, string> }

/**
 * Returns the signed-in caller, for a request from a page of this app, with the account's rate limit headers. Otherwise
 * returns the refusal: wrong method, cross-site, not signed in (`signIn` says what for), or too many requests.
 */
export async function admit(
  request: ServiceRequest,
  { sessions, origin, requestsPerMinute }: Gate,
  { method, signIn }: { method: string; signIn: string },
): Promise<Admitted | { refusal: ServiceReply }> {
  const refused = (...failure: Parameters<typeof failureReply>) => ({ refusal: failureReply(...failure) })
  if (request.method !== method)
    return refused(405, 'METHOD_NOT_ALLOWED', 'This cannot be done here.', { allow: method })
  const crossSite = refuseCrossSite(request, origin)
  if (crossSite) return { refusal: crossSite }
  const caller = await sessions.readAndCount(request, requestsPerMinute)
  if (!caller) return refused(401, 'UNAUTHORIZED', signIn)
  const headers = rateLimitHeaders(caller.rate)
  if (caller.rate.retryAfter !== null)
    return refused(429, 'RATE_LIMITED', 'Too many requests. Try again in a moment.', headers)
  return { session: caller.session, headers }
}
