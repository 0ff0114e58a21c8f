import { z } from 'zod'
import { purchaseText, rhythmText } from '@/lib/agents/abilities/plan-text'
import type { Plan } from '@/lib/agents/plans/plan'
import { admit, type Gate } from '../auth/admit'
import type { Database } from '../database/database'
import { readJson } from '../http/json'
import { failureReply, jsonReply, type ServiceReply, type ServiceRequest } from '../http/request'
import { changePlanOf, listEndedPlans, listPlans, viewOf } from './store'

/** `/api/plans` for the list, `/api/plans/<number>` for one of them. */
export const plansPath = /^\/api\/plans(?:\/([1-9]\d{0,5}))?$/

const bodySchema = z.object({ do: z.enum(['pause', 'resume', 'cancel']) })
const states = { pause: 'paused', resume: 'active', cancel: 'canceled' } as const

export type PlansApiOptions = Gate & {
  database: Database
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * The plans of the signed-in account: GET lists those that are active or paused, with their next dates, and then the last
 * that have ended. POST of one with `{"do": "pause" | "resume" | "cancel"}` changes it. Null for any other path.
 */
export function createPlansApi({ database, now, ...gate }: PlansApiOptions) {
  return async (request: ServiceRequest): Promise<ServiceReply | null> => {
    const path = plansPath.exec(request.path)
    if (!path) return null
    const number = path[1]
    const caller = await admit(request, gate, { method: number ? 'POST' : 'GET', signIn: 'Sign in to see your plans.' })
    if ('refusal' in caller) return caller.refusal
    const { headers } = caller
    const { userId } = caller.session
    if (!number) {
      const [living, ended] = await Promise.all([
        listPlans(database.query, userId),
        listEndedPlans(database.query, userId),
      ])
      return jsonReply(200, { plans: [...living, ...ended].map((plan) => pageView(viewOf(plan))) }, headers)
    }
    const wish = bodySchema.safeParse(readJson((await request.readBody(1024)) ?? ''))
    if (!wish.success) return failureReply(400, 'BAD_REQUEST', 'Say what to do: pause, resume or cancel.', headers)
    const changed = await changePlanOf(database, userId, Number(number), states[wish.data.do], now())
    return changed
      ? jsonReply(200, { plan: pageView(viewOf(changed)) }, headers)
      : failureReply(404, 'NOT_FOUND', 'You have no plan with this number.', headers)
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
