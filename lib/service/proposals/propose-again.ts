import { z } from 'zod'
import { findTool } from '@/lib/tools/registry'
import { readProposeAgain } from '@/lib/wire/data-parts'
import { isVoid, readToolResult } from '@/lib/wire/result'
import type { Message } from '@/lib/wire/task'
import type { TurnCall } from '../a2a/runs/finish-turn'
import type { Query } from '../database/database'
import { stateOfTask } from '../rebalance/store'

/** Returns the call that the last message asks to propose again, or null. */
export const askedAgain = (history: readonly Message[]): string | null => {
  const last = history.at(-1)
  return last?.role === 'user' ? (readProposeAgain(last.parts)?.callId ?? null) : null
}

/** The reply, and the new call unless something speaks against it. */
type Again = { text: string; call: Omit<TurnCall, 'id'> | null }

const callSchema = z.object({
  state: z.enum(['pending', 'answered', 'void']),
  result: z.unknown(),
  unasked: z.boolean(),
  is_plan: z.boolean(),
})

/**
 * Answers a request to repeat a call that came to nothing: with the same call under a new id, whose card reads prices
 * and balances anew, or with the reason against it. No agent is asked, because nothing about the call may change.
 */
export async function proposeAgain(
  query: Query,
  task: { id: string; owner: string },
  history: readonly Message[],
  callId: string,
  now: number,
): Promise<Again> {
  const made = history.flatMap(({ role, parts }) =>
    role === 'agent' ? parts.flatMap((part) => (part.type === 'functionCall' && part.id === callId ? [part] : [])) : [],
  )[0]
  const rows = await query(
    `select c.state, c.result, c.unasked, coalesce(p.kind = 'plan', false) as is_plan
     from calls c left join proposals p on p.task_id = c.task_id
     where c.call_id = $1 and c.task_id = $2 and c.owner = $3`,
    [callId, task.id, task.owner],
  )
  if (!made || !rows[0]) return no('I cannot find that proposal in this conversation.')
  if (findTool(made.name)?.kind === 'display')
    return no('It would show figures of that time. Ask “what do I have” for today’s.')
  const { state, result, unasked, is_plan } = callSchema.parse(rows[0])
  if (state === 'pending') return no('It is still open: sign it or decline it on its card.')
  const why = state === 'answered' ? whyNotAgain(result) : null
  if (why !== null) return no(why)
  if (unasked && is_plan && (await planPlace(query, task)) === 'taken') return no(planIsOpen)
  const permission = unasked ? await stateOfTask(query, task.id, now) : null
  if (permission === 'revoked' || permission === 'expired') return no(permissionWords[permission])
  const origin = made.metadata?.origin
  return {
    text: 'Here it is once more, on the same terms. Its card reads prices and balances anew.',
    call: { name: made.name, parameters: made.parameters, unasked, isAgain: true, ...(origin && { origin }) },
  }
}

const no = (text: string): Again => ({ text: `${text} Nothing was proposed.`, call: null })

/**
 * Returns why a call must not be repeated, or null. One that may have moved money is not; `reverted` and `cancelled`
 * (another transaction took its nonce) moved none.
 */
function whyNotAgain(raw: unknown): string | null {
  const result = readToolResult(raw)
  if (result?.status === 'success') return 'It was carried out. If you want another, ask for it in full.'
  if (result?.status === 'rejected' || (result && isVoid(result))) return null
  if (result?.code === 'reverted' || result?.code === 'cancelled') return null
  return 'I cannot tell for certain that it moved nothing. Check your wallet’s activity first, and if nothing was sent, ask for it in full.'
}

const permissionWords = {
  revoked: 'You have revoked the permission that it was proposed under.',
  expired: 'The permission that it was proposed under has expired.',
}

export const planIsOpen = 'Your plan has an open proposal already: answer that one first.'

const placeSchema = z.object({ id: z.string(), is_taken: z.boolean() })

/**
 * Returns whether the plan that began this conversation has an open proposal (`taken`), or that there is no such plan.
 * Blocks new proposals of the plan until the end of the transaction.
 */
async function planPlace(
  query: Query,
  task: { id: string; owner: string },
): Promise<'taken' | 'none' | { id: string }> {
  const rows = await query(
    `select l.id, exists (select 1 from calls c where c.task_id in (l.last_task, $1) and c.state = 'pending' and c.unasked)
       as is_taken
     from plans l join proposals p on p.owner = l.owner and l.id = split_part(p.key, ':', 2) and p.kind = 'plan'
     where p.task_id = $1 and l.owner = $2 for update of l`,
    [task.id, task.owner],
  )
  if (!rows[0]) return 'none'
  const { id, is_taken } = placeSchema.parse(rows[0])
  return is_taken ? 'taken' : { id }
}

/**
 * Makes this conversation the open proposal of its plan, which the next date replaces. Returns false if another one is
 * open.
 */
export async function takePlanPlace(query: Query, task: { id: string; owner: string }): Promise<boolean> {
  const place = await planPlace(query, task)
  if (place === 'taken') return false
  if (place !== 'none') await query('update plans set last_task = $2 where id = $1', [place.id, task.id])
  return true
}
