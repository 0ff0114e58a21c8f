import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { functionReturnPart } from '@/lib/wire/parts'
import { replacedResult, type ToolResult, takenBackResult } from '@/lib/wire/result'
import type { Message } from '@/lib/wire/task'
import type { Query } from '../../database/database'
import { dated, type TaskRecord } from '../task-record'
import { addMessage, lockTask } from '../task-store'
import type { TurnCall } from './finish-turn'

/** Maximum number of open calls in one conversation (docs/protocol.md, "Tool calls"). */
export const mostOpenCalls = 20

/** A pending call. `isClaimed`: a browser said that it is signing the call, so a wallet may have it. */
export type OpenCall = { id: string; isClaimed: boolean; isUnasked: boolean }

/** An agent's calls in one turn. `withdrawn` lists the open ones that it takes back. */
export type TurnCalls = { calls: readonly TurnCall[]; withdrawn: readonly string[] }

const openSchema = z.array(z.object({ call_id: z.string(), is_claimed: z.boolean(), unasked: z.boolean() }))

/**
 * Returns a task's open calls, oldest first, and locks them until the end of the transaction, so that none is answered
 * or claimed meanwhile. Null if the task is no longer the run's.
 */
export async function lockOpenCalls(
  query: Query,
  { id, owner, runner }: Pick<TaskRecord, 'id' | 'owner' | 'runner'>,
): Promise<OpenCall[] | null> {
  await lockTask(query, id, owner)
  const ours = await query('select id from tasks where id = $1 and runner = $2', [id, runner])
  if (ours.length === 0) return null
  const rows = await query(
    `select call_id, signing_by is not null as is_claimed, unasked from calls
     where task_id = $1 and state = 'pending' order by said, ord for update`,
    [id],
  )
  return openSchema.parse(rows).map(({ call_id, is_claimed, unasked }) => ({
    ...{ id: call_id, isClaimed: is_claimed, isUnasked: unasked },
  }))
}

const claimedSchema = z.array(z.object({ call_id: z.string() }))

/** Returns a task's open calls that a browser has claimed: a wallet may have them. */
export async function claimedCalls(query: Query, taskId: string): Promise<ReadonlySet<string>> {
  const rows = await query(
    `select call_id from calls where task_id = $1 and state = 'pending' and signing_by is not null`,
    [taskId],
  )
  return new Set(claimedSchema.parse(rows).map(({ call_id }) => call_id))
}

/** The calls of a conversation at the end of a turn. */
type Settled = {
  /** Older calls that stay open. */
  open: string[]
  /** New calls, each with the open call that it actually replaces. */
  calls: TurnCall[]
  replaced: string[]
  withdrawn: string[]
  /** Sentences for what the person has to know and the agent does not. */
  words: string[]
}

/**
 * Decides which calls stay, are replaced or withdrawn. A claimed call is neither replaced nor withdrawn: a wallet may
 * be signing it. Beyond `mostOpenCalls`, new calls replace the oldest unclaimed ones.
 */
export function settle(open: readonly OpenCall[], { calls, withdrawn }: TurnCalls): Settled {
  const claimed = new Set(open.flatMap(({ id, isClaimed }) => (isClaimed ? [id] : [])))
  const free = new Set(open.flatMap(({ id, isClaimed }) => (isClaimed ? [] : [id])))
  const words: string[] = []
  const takenBack = withdrawn.filter((id) => free.delete(id))
  if (calls.some(({ replaces }) => replaces !== undefined && claimed.has(replaces))) words.push(besideWords)
  if (withdrawn.some((id) => claimed.has(id))) words.push(signingWords)
  const placed = calls.map(
    ({ replaces, ...call }): TurnCall => (replaces && free.delete(replaces) ? { ...call, replaces } : call),
  )
  const oldest = [...free]
  const fits: TurnCall[] = []
  let count = claimed.size + free.size
  let hasCrowdedOut = false
  for (const call of placed) {
    if (call.replaces !== undefined || count < mostOpenCalls) {
      fits.push(call)
      // Any call it replaces is no longer counted.
      count += 1
      continue
    }
    const replaces = oldest.shift()
    if (replaces === undefined) continue
    free.delete(replaces)
    fits.push({ ...call, replaces })
    hasCrowdedOut = true
  }
  if (hasCrowdedOut) words.push(crowdedWords)
  if (fits.length < placed.length) words.push(fullWords(placed.length - fits.length))
  return {
    open: open.flatMap(({ id }) => (free.has(id) || claimed.has(id) ? [id] : [])),
    calls: fits,
    replaced: fits.flatMap(({ replaces }) => (replaces ? [replaces] : [])),
    withdrawn: takenBack,
    words,
  }
}

const besideWords =
  'The earlier proposal is being signed in your wallet, so it stays open beside the new one. Reject it there if you do not want both.'
const signingWords =
  'I cannot take it back: it is being signed in your wallet. Reject it there if you do not want it any more.'
const crowdedWords = `No more than ${mostOpenCalls} proposals can be open in a conversation, so the oldest made room for the new. Nothing of it was sent.`
const fullWords = (count: number) =>
  `${count === 1 ? 'One more was' : `${count} more were`} not proposed: ${mostOpenCalls} are open here already. Answer some of them first.`

/** Records the calls that end according to `settle`. Returns the messages that report it. */
export async function endSettled(
  query: Query,
  task: TaskRecord,
  { replaced, withdrawn }: Pick<Settled, 'replaced' | 'withdrawn'>,
  now: number,
): Promise<Message[]> {
  const messages: Message[] = []
  if (replaced.length > 0) messages.push(await voidCalls(query, task, replaced, replacedResult, now))
  if (withdrawn.length > 0) messages.push(await voidCalls(query, task, withdrawn, takenBackResult, now))
  return messages
}

const voidedSchema = z.array(z.object({ call_id: z.string(), name: z.string() }))

/** Voids pending calls, with a result that states the reason, and reports it in a message of its own in the history. */
export async function voidCalls(
  query: Query,
  task: TaskRecord,
  ids: readonly string[],
  result: ToolResult,
  now: number,
): Promise<Message> {
  const rows = await query(
    `update calls set state = 'void', result = $2::json, ended_at = $4 where task_id = $1 and state = 'pending'
       and call_id in (select jsonb_array_elements_text($3::jsonb)) returning call_id, name`,
    [task.id, JSON.stringify(result), JSON.stringify(ids), now],
  )
  const parts = voidedSchema.parse(rows).map(({ call_id, name }) => functionReturnPart({ id: call_id, name, result }))
  const { id: taskId, contextId } = task
  const message: Message = { kind: 'message', role: 'user', messageId: randomUUID(), taskId, contextId, parts }
  await addMessage(query, task, message, now)
  return dated(message, now)
}
