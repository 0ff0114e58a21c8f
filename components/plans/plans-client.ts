import { z } from 'zod'
import { askList } from '../lists/list-client'

const planSchema = z.object({
  number: z.int().positive(),
  state: z.enum(['active', 'paused', 'ended', 'canceled']),
  chainId: z.int().positive(),
  /** Symbol of what is paid with. */
  sells: z.string().min(1).max(40),
  /** In words: what one purchase is, and how often. */
  what: z.string().min(1),
  rhythm: z.string().min(1),
  /** The next dates in milliseconds since the epoch; none unless it is active. */
  next: z.array(z.number()),
  /** How many purchases are still to come; null where there is no end. */
  left: z.number().nullable(),
  /** The offer that it was set up by, and the conversation of that. Plans of former versions have none. */
  offer: z.string().nullish(),
  taskId: z.string().nullish(),
})
export type ListedPlan = z.infer<typeof planSchema>

const notKept = 'This app keeps no plans: its agents belong to another service. Ask the agent for them.'

/** The plans of the account that is signed in: active or paused, oldest first, then the last that ended. Throws ListError. */
export const fetchPlans = async (signal: AbortSignal): Promise<readonly ListedPlan[]> =>
  z.object({ plans: z.array(planSchema) }).parse(await askList('/api/plans', { signal }, notKept)).plans

/** Changes a plan, and gives it as it is then. Throws ListError. */
export async function changePlan(number: number, wish: 'pause' | 'resume' | 'cancel'): Promise<ListedPlan> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ do: wish }) }
  return z.object({ plan: planSchema }).parse(await askList(`/api/plans/${number}`, init, notKept)).plan
}
