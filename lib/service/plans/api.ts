import { z } from 'zod'
import { purchaseText, rhythmText } from '@/lib/agents/abilities/plan-text'
import type { Plan } from '@/lib/agents/plans/plan'
import type { Sessions } from '../auth/sessions'
import type { Database } from '../database/database'
import { readJson } from '../http/json'
import { failureReply, isCrossSite, jsonReply, type ServiceReply, type ServiceRequest } from '../http/request'
import { rateLimitHeaders } from '../rate-limit'
import { changePlanOf, listPlans, viewOf } from './store'

/** `/api/plans` for the list, `/api/plans/<number>` for one of them. */
export const plansPath = /^\/api\/plans(?:\/([1-9]\d{0,5}))?$/

const bodySchema = z.object({ do: z.enum(['pause', 'resume', 'cancel']) })
const states = { pause: 'paused', resume: 'active', cancel: 'canceled' } as const

export type PlansApiOptions = {
  database: Database
  sessions: Sessions
  origin: string
  requestsPerMinute: number
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * The plans of the signed-in account that are active or paused: GET lists them with their next dates, POST of one with
 * `{"do": "pause" | "resume" | "cancel"}` changes it. Null for any other path.
 */
export function createPlansApi({ database, sessions, origin, requestsPerMinute, now }: PlansApiOptions) {
  return async (request: ServiceRequest): Promise<ServiceReply | null> => {
    const path = plansPath.exec(request.path)
    if (!path) return null
    const number = path[1]
    if (request.method !== (number ? 'POST' : 'GET'))
      return failureReply(405, 'METHOD_NOT_ALLOWED', 'This cannot be done here.', { allow: number ? 'POST' : 'GET' })
    if (isCrossSite(request, origin)) return failureReply(403, 'CROSS_SITE', 'Only pages of this app may ask.')
    const caller = await sessions.readAndCount(request, requestsPerMinute)
    if (!caller) return failureReply(401, 'UNAUTHORIZED', 'Sign in to see your plans.')
    const headers = rateLimitHeaders(caller.rate)
    if (caller.rate.retryAfter !== null)
      return failureReply(429, 'RATE_LIMITED', 'Too many requests. Try again in a moment.', headers)
    const { userId } = caller.session
    if (!number) {
      const plans = await listPlans(database.query, userId)
      return jsonReply(200, { plans: plans.map((plan) => pageView(viewOf(plan))) }, headers)
    }
    const wish = bodySchema.safeParse(readJson((await request.readBody(1024)) ?? ''))
    if (!wish.success) return failureReply(400, 'BAD_REQUEST', 'Say what to do: pause, resume or cancel.', headers)
    const changed = await changePlanOf(database, userId, Number(number), states[wish.data.do], now())
    return changed
      ? jsonReply(200, { plan: pageView(viewOf(changed)) }, headers)
      : failureReply(404, 'NOT_FOUND', 'You have no such plan.', headers)
  }
}

/** A plan as the page gets it, in words too. `next` in milliseconds since the epoch, at most three. */
const pageView = ({ number, state, terms, next, left }: Plan) => ({
  number,
  state,
  ...terms,
  what: purchaseText(terms),
  rhythm: rhythmText(terms.schedule),
  next,
  left,
})
