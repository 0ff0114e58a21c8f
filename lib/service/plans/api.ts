import { z } from 'zod'
import { eachText } from '@/lib/agents/abilities/plan-text'
import { hourText, rhythmText } from '@/lib/wire/schedule-text'
import { admit, type Gate } from '../auth/admit'
import type { Database } from '../database/database'
import { readJson } from '../http/json'
import { failureReply, jsonReply, type ServiceReply, type ServiceRequest } from '../http/request'
import { changePlanOf, type KeptPlan, listEndedPlans, listPlans, viewOf } from './store'

/** `/api/plans` for the list, `/api/plans/<number>` for a single one. */
export const plansPath = /^\/api\/plans(?:\/([1-9]\d{0,5}))?$/

const bodySchema = z.object({ do: z.enum(['pause', 'resume', 'cancel']) })
const states = { pause: 'paused', resume: 'active', cancel: 'canceled' } as const

export type PlansApiOptions = Gate & {
  database: Database
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * The plans of the signed-in account. GET lists active and paused ones with their next dates, then the most recently
 * ended. POST of a single one with `{"do": "pause" | "resume" | "cancel"}` changes it. Null for any other path.
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
      return jsonReply(200, { plans: [...living, ...ended].map((plan) => pageView(plan)) }, headers)
    }
    const wish = bodySchema.safeParse(readJson((await request.readBody(1024)) ?? ''))
    if (!wish.success) return failureReply(400, 'BAD_REQUEST', 'Say what to do: pause, resume or cancel.', headers)
    const changed = await changePlanOf(database, userId, Number(number), states[wish.data.do], now())
    return changed
      ? jsonReply(200, { plan: pageView(changed) }, headers)
      : failureReply(404, 'NOT_FOUND', 'You have no plan with this number.', headers)
  }
}

/**
 * Formats a plan for the page, with a description. `next` lists up to three dates in milliseconds since the epoch.
 * `offer` is the one that the person confirmed, in the conversation `taskId`.
 */
function pageView(kept: KeptPlan) {
  const { number, state, terms, next, left } = viewOf(kept)
  return {
    number,
    state,
    ...terms,
    what: eachText(terms),
    rhythm: `${rhythmText(terms.schedule)} at ${hourText(terms.schedule)}`,
    next,
    left,
    offer: kept.offer?.id ?? null,
    taskId: kept.offer?.taskId ?? null,
  }
}
