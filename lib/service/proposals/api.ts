import type { Sessions } from '../auth/sessions'
import type { Query } from '../database/database'
import { failureReply, isCrossSite, jsonReply, type ServiceReply, type ServiceRequest } from '../http/request'
import { rateLimitHeaders } from '../rate-limit'
import { listProposals } from './list'

export const proposalsPath = '/api/proposals'

export type ProposalsApiOptions = {
  query: Query
  sessions: Sessions
  origin: string
  requestsPerMinute: number
}

/** GET lists the conversations that the service has begun with the signed-in account. Null for any other path. */
export function createProposalsApi({ query, sessions, origin, requestsPerMinute }: ProposalsApiOptions) {
  return async (request: ServiceRequest): Promise<ServiceReply | null> => {
    if (request.path !== proposalsPath) return null
    if (request.method !== 'GET')
      return failureReply(405, 'METHOD_NOT_ALLOWED', 'This cannot be done here.', { allow: 'GET' })
    if (isCrossSite(request, origin)) return failureReply(403, 'CROSS_SITE', 'Only pages of this app may ask.')
    const caller = await sessions.readAndCount(request, requestsPerMinute)
    if (!caller) return failureReply(401, 'UNAUTHORIZED', 'Sign in to see what was proposed to you.')
    const headers = rateLimitHeaders(caller.rate)
    if (caller.rate.retryAfter !== null)
      return failureReply(429, 'RATE_LIMITED', 'Too many requests. Try again in a moment.', headers)
    return jsonReply(200, { proposals: await listProposals(query, caller.session.userId) }, headers)
  }
}
