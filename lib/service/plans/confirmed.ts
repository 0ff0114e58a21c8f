import { confirmedText } from '@/lib/agents/abilities/plan-text'
import { type Confirms, offersIn } from '@/lib/agents/plans/offers'
import type { Chains } from '@/lib/chain/chains/chain'
import { offerStateOf, type PlanOffer } from '@/lib/wire/plan'
import type { Message } from '@/lib/wire/task'
import type { TaskRecord } from '../a2a/task-record'
import type { Database } from '../database/database'
import { confirmOffer } from './store'

/** The reply, and the offer with the number of the plan that it became. */
type Answer = { text: string; offer?: PlanOffer }

/**
 * Sets up the plan of an offer that the person confirmed, and returns the reply. Reads the offer from the conversation
 * in which it was made, so that exactly what was shown is set up.
 */
export async function answerConfirmed(
  database: Database,
  task: TaskRecord,
  history: readonly Message[],
  confirms: NonNullable<Confirms>,
  chains: Chains,
  now: number,
): Promise<Answer> {
  if ('several' in confirms)
    return { text: 'I have offered more than one plan, so confirm each on its card. Nothing was set up by that.' }
  const offers = offersIn(history)
  const offer = offers.find(({ id, number }) => id === confirms.id && number === undefined)
  if (!offer) return { text: 'I cannot find that plan in this conversation. Nothing was set up.' }
  if (offerStateOf(offer.id, offers)?.is === 'replaced')
    return {
      text: 'I have offered that plan with other terms since: confirm those instead. Nothing was set up by this.',
    }
  const { id: taskId, owner: userId, address, chainId, agentId } = task
  const confirmed = await confirmOffer(database, { userId, address, chainId, agentId }, { ...offer, taskId }, now)
  const text = confirmedText(confirmed, chains)
  const isSetUp = confirmed.is === 'made' || confirmed.is === 'again'
  return isSetUp ? { text, offer: { ...offer, number: confirmed.plan.number } } : { text }
}
