import type { Sessions } from '../auth/sessions'
import type { Database } from '../database/database'
import { failureReply, isCrossSite, jsonReply, type ServiceReply, type ServiceRequest } from '../http/request'
import { rateLimitHeaders } from '../rate-limit'
import { deleteAccount } from './delete-account'

export const accountPath = '/api/account'

export type AccountApiOptions = {
  database: Database
  sessions: Sessions
  origin: string
  requestsPerMinute: number
  /** Called once the account's sessions are gone, so that its open streams end. */
  onDeleted: () => void
}

/** DELETE forgets all that the service keeps of the signed-in account, and signs it out everywhere. Null for any other path. */
export function createAccountApi({ database, sessions, origin, requestsPerMinute, onDeleted }: AccountApiOptions) {
  return async (request: ServiceRequest): Promise<ServiceReply | null> => {
    if (request.path !== accountPath) return null
    if (request.method !== 'DELETE')
      return failureReply(405, 'METHOD_NOT_ALLOWED', 'This cannot be done here.', { allow: 'DELETE' })
    if (isCrossSite(request, origin)) return failureReply(403, 'CROSS_SITE', 'Only pages of this app may ask.')
    const caller = await sessions.readAndCount(request, requestsPerMinute)
    if (!caller) return failureReply(401, 'UNAUTHORIZED', 'Sign in to delete your data.')
    const headers = rateLimitHeaders(caller.rate)
    if (caller.rate.retryAfter !== null)
      return failureReply(429, 'RATE_LIMITED', 'Too many requests. Try again in a moment.', headers)
    await deleteAccount(database, caller.session)
    onDeleted()
    return jsonReply(200, { deleted: true }, headers)
  }
}
