import { eachText } from '@/lib/agents/abilities/plans/plan-text'
import { preparePurchase, purchaseWords } from '@/lib/agents/abilities/plans/purchase'
import { type Reply, say } from '@/lib/agents/abilities/reply'
import type { AgentContext } from '@/lib/agents/agent'
import { isPurchase } from '@/lib/wire/plan'
import { dueAt, lastDueBy } from '@/lib/wire/schedule'
import { isBeingSigned } from '../a2a/signing'
import type { LiveLog } from '../a2a/streams/live-log'
import type { Database } from '../database/database'
import { propose } from '../proposals/propose'
import { withdrawProposal } from '../proposals/withdraw'
import { claimDates, duePlans, type KeptPlan, noteProposal } from './store'

/** Number of plans processed concurrently. */
const lanes = 8

export type DueOptions = {
  database: Database
  live: LiveLog
  context: Omit<AgentContext, 'reader'>
  /** Milliseconds that the chain and the router may take for one purchase. */
  timeoutMs: number
  /** Number of plans read at once. */
  pageSize?: number
}

/**
 * Proposes every due purchase, each once however many instances run this concurrently. Returns the number of proposals
 * made here. A failing plan is logged and stays due; so does one whose previous purchase is being signed, since
 * otherwise both would be bought. Stops in between when the signal is aborted.
 */
export async function proposeDue(options: DueOptions, signal: AbortSignal): Promise<number> {
  const { database, context, pageSize = 64 } = options
  let made = 0
  let last: KeptPlan | null = null
  for (;;) {
    // Continues where the previous page ended, so that plans which wait or fail there delay nobody else.
    const plans: KeptPlan[] = await duePlans(database.query, context.now(), pageSize, last)
    for (let at = 0; at < plans.length && !signal.aborted; at += lanes) {
      const outcomes = await Promise.all(plans.slice(at, at + lanes).map((plan) => tryOne(plan, options, signal)))
      made += outcomes.filter((outcome) => outcome === 'made').length
    }
    last = plans.at(-1) ?? null
    if (plans.length < pageSize || signal.aborted) return made
  }
}

type Outcome = 'made' | 'taken' | 'waits' | 'failed'

async function tryOne(plan: KeptPlan, options: DueOptions, signal: AbortSignal): Promise<Outcome> {
  try {
    return await proposeOne(plan, options, signal)
  } catch (error) {
    if (!signal.aborted) console.error(`A purchase of plan ${plan.id} could not be proposed. It stays due.`, error)
    return 'failed'
  }
}

async function proposeOne(plan: KeptPlan, options: DueOptions, signal: AbortSignal): Promise<Outcome> {
  const { database, live, context } = options
  const { terms, number, owner } = plan
  const last = lastDueBy(terms.schedule, context.now())
  if (last < plan.position) return 'taken'
  const before = plan.lastTask === null ? null : { taskId: plan.lastTask, owner: owner.userId }
  if (before && (await isBeingSigned(database.query, before, context.now()))) return 'waits'
  // Prepared before the claim, because it takes time. Of two concurrent instances, one does it in vain.
  const prepared = await prepare(plan, options, signal)
  const outcome = await database.transaction(async (query) => {
    // The account first: the order in which its deletion locks.
    const locked = await query('select id from auth_user where id = $1 for key share', [owner.userId])
    if (locked.length === 0) {
      await query('delete from plans where id = $1', [plan.id])
      return null
    }
    const now = context.now()
    if (before && (await isBeingSigned(query, before, now))) return null
    if (!(await claimDates(query, plan, last + 1, now))) return null
    const why = `The next date of your plan ${number} came before this was answered, so I have taken it back and proposed it again in a new conversation. Nothing was ${isPurchase(terms) ? 'bought' : 'sent'} here.`
    const { lastTask: taskId } = plan
    const events = taskId ? await withdrawProposal(query, { taskId, userId: owner.userId, why }, now) : null
    const from = events ? plan.offeredFrom : plan.position
    const dates = Array.from({ length: last - from + 1 }, (_, index) => dueAt(terms.schedule, from + index))
    const text = purchaseWords({ plan, dates, count: last + 1, replaces: events !== null }, prepared)
    const proposal = {
      owner,
      agentId: owner.agentId,
      kind: 'plan' as const,
      key: `plan:${plan.id}:${last}`,
      title: `Plan ${number}: ${eachText(terms)}`,
      text,
      calls: prepared.calls,
      ...(plan.offer && { origin: { kind: 'plan' as const, ...plan.offer } }),
    }
    const made = await propose(query, proposal, now)
    if (made) await noteProposal(query, plan, made.taskId, from)
    return { withdrawn: events }
  })
  if (!outcome) return 'taken'
  if (plan.lastTask && outcome.withdrawn) live.publish(plan.lastTask, outcome.withdrawn)
  return 'made'
}

/** Prepares the purchase at current prices. A timeout is reported like any other obstacle to proposing it. */
async function prepare({ terms, owner }: KeptPlan, options: DueOptions, stop: AbortSignal): Promise<Reply> {
  const late = AbortSignal.timeout(options.timeoutMs)
  const signal = AbortSignal.any([stop, late])
  try {
    const { address: account, chainId: signedInOn } = owner
    return await preparePurchase(terms, { ...options.context, account, signedInOn, signal })
  } catch (error) {
    if (stop.aborted || !late.aborted) throw error
    return say('The network did not answer in time.')
  }
}
