import { failureReply, refuseCrossSite, type ServiceReply, type ServiceRequest } from '../http/request'
import { rateLimitHeaders } from '../limits/rate-limit'
import type { Session, Sessions } from './sessions'

/** What tells who asks, and how often they may. */
export type Gate = { sessions: Sessions; origin: string; requestsPerMinute: number }

type Admitted = { session: Session; headers: Record<string, string> }

/**
 * Who asks, on a page of this app, and the headers that tell of the account's limit. Or the answer that they get
 * instead: to another method than the one that the path takes, from another site's page, to somebody who is not signed
 * in (`signIn` says what for), or too often.
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
