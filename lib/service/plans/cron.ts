import { createHash, timingSafeEqual } from 'node:crypto'
import { failureReply, jsonReply, type ServiceReply, type ServiceRequest } from '../http/request'

export const cronPath = '/api/cron/plans'

export type CronOptions = {
  /** Secret that a caller must present; undefined if none is configured and nobody may call. */
  secret: string | undefined
  /** Proposes what is due. Resolves to the number of proposals. */
  proposeDue: () => Promise<number>
}

/**
 * Endpoint for a platform that calls in place of a timer, with `Authorization: Bearer <CRON_SECRET>` (Vercel Cron sends
 * a GET). Frequent or concurrent calls do no harm. Null for any other path.
 */
export function createCron({ secret, proposeDue }: CronOptions) {
  return async (request: ServiceRequest): Promise<ServiceReply | null> => {
    if (request.path !== cronPath) return null
    if (request.method !== 'GET' && request.method !== 'POST')
      return failureReply(405, 'METHOD_NOT_ALLOWED', 'This cannot be done here.', { allow: 'GET, POST' })
    if (!secret) return failureReply(503, 'NOT_SET_UP', 'CRON_SECRET is not set, so no one may call this.')
    if (!isSame(request.header('authorization') ?? '', `Bearer ${secret}`))
      return failureReply(401, 'UNAUTHORIZED', 'This is for the scheduler of this deployment.', {
        'www-authenticate': 'Bearer',
      })
    return jsonReply(200, { proposed: await proposeDue() })
  }
}

/** Compares digests of equal length, so that the time reveals nothing about either string. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
