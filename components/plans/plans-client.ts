import { z } from 'zod'
import { askList } from '../lists/list-client'

const planSchema = z.object({
  number: z.int().positive(),
  state: z.enum(['active', 'paused', 'ended', 'canceled']),
  chainId: z.int().positive(),
  /** Symbol of the token paid. */
  sells: z.string().min(1).max(40),
  /** One purchase in words. `rhythm` says how often. */
  what: z.string().min(1),
  rhythm: z.string().min(1),
  /** Next dates in milliseconds since the epoch. Empty unless it is active. */
  next: z.array(z.number()),
  /** Number of purchases to come. Null without an end. */
  left: z.number().nullable(),
  /** The offer that it was set up from, and that offer's task. Missing from plans of earlier versions. */
  offer: z.string().nullish(),
  taskId: z.string().nullish(),
})
export type ListedPlan = z.infer<typeof planSchema>

const notKept = 'This app keeps no plans: its agents belong to another service. Ask the agent for them.'

/**
 * Returns the plans of the signed-in account: active and paused ones, oldest first, then the latest that ended. Throws
 * ListError.
 */
export const fetchPlans = async (signal: AbortSignal): Promise<readonly ListedPlan[]> =>
  z.object({ plans: z.array(planSchema) }).parse(await askList('/api/plans', { signal }, notKept)).plans

/** Changes a plan, and returns it as changed. Throws ListError. */
export async function changePlan(number: number, wish: 'pause' | 'resume' | 'cancel'): Promise<ListedPlan> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ do: wish }) }
  return z.object({ plan: planSchema }).parse(await askList(`/api/plans/${number}`, init, notKept)).plan
}
