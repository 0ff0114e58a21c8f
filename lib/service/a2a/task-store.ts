import { z } from 'zod'
import { taskEndedResult } from '@/lib/wire/result'
import { isRunning, isTerminal, type Message, type TaskMetadata } from '@/lib/wire/task'
import { RpcError, rpcCode } from '@/lib/wire/transport/jsonrpc'
import type { Database, Query } from '../database/database'
import { searchable, vectorOf } from './search-words'
import { insertEvents, type LogEvent, logEvent, saidSoFar, statusEvent } from './streams/events'
import { readHistoryMessage, readTask, selectTask, type TaskRecord } from './task-record'

const existsSchema = z.tuple([z.object({ task_id: z.string() })]).rest(z.unknown())
const seqSchema = z.tuple([z.object({ seq: z.int() })])
const idsSchema = z.array(z.object({ id: z.string() }))

export const taskNotFound = (taskId: string) => new RpcError(rpcCode.taskNotFound, 'Task not found', { taskId })

/** Returns a task of this owner, or null. Another owner's task looks as if it did not exist. */
export async function findTask(query: Query, id: string, owner: string): Promise<TaskRecord | null> {
  const rows = await query(`${selectTask} where t.id = $1 and t.owner = $2`, [id, owner])
  return rows[0] ? readTask(rows[0]) : null
}

/** Locks a task of this owner: nobody else can change it or its calls until the end of the transaction. */
export async function lockTask(query: Query, id: string, owner: string): Promise<void> {
  await query('select from tasks where id = $1 and owner = $2 for update', [id, owner])
}

/**
 * Finds a task like `findTask` and locks it. Takes two statements: one that waits for a row sees all others as they
 * were before the wait, and so the calls without answers that arrived meanwhile.
 */
export async function findAndLockTask(query: Query, id: string, owner: string): Promise<TaskRecord | null> {
  await lockTask(query, id, owner)
  return findTask(query, id, owner)
}

/** Returns the task that this owner's message with this id went to, or null. */
export async function taskOfMessage(query: Query, owner: string, messageId: string): Promise<string | null> {
  const rows = await query(`select task_id from messages where owner = $1 and message_id = $2 and role = 'user'`, [
    owner,
    messageId,
  ])
  return rows.length > 0 ? existsSchema.parse(rows)[0].task_id : null
}

/** Returns the last `limit` messages in order; all if `limit` is null. */
export async function readHistory(query: Query, task: TaskRecord, limit: number | null): Promise<Message[]> {
  if (limit === 0) return []
  const rows = await query(
    `select role, message_id, parts, at, resends from messages where task_id = $1 order by ord desc limit $2::bigint`,
    [task.id, limit],
  )
  return rows.reverse().map((row) => readHistoryMessage(row, task))
}

/** Returns the number of a task's last event. If nobody works on the task, its row holds it. */
export async function lastEvent(query: Query, task: TaskRecord): Promise<number> {
  if (!task.runner) return task.lastSeq
  const rows = await query('select coalesce(max(seq), 0) as seq from events where task_id = $1', [task.id])
  return Math.max(task.lastSeq, seqSchema.parse(rows)[0].seq)
}

const bytesSchema = z.tuple([z.object({ bytes: z.coerce.number() })])

/** Returns the bytes of all messages of a task, as JSON. */
export async function sizeOf(query: Query, task: TaskRecord): Promise<number> {
  const rows = await query(
    'select coalesce(sum(octet_length(parts::text)), 0) as bytes from messages where task_id = $1',
    [task.id],
  )
  return bytesSchema.parse(rows)[0].bytes
}

/** `at` is when it was said; null where nobody knows. */
export async function addMessage(
  query: Query,
  task: TaskRecord,
  { messageId, role, parts, metadata }: Message,
  at: number | null,
): Promise<void> {
  await query(
    `insert into messages (task_id, ord, owner, message_id, role, parts, words, at, resends)
     select $1::text, coalesce(max(ord) + 1, 0), $2::text, $3::text, $4::text, $5::json,
       ${vectorOf('$6::text')}, $7::bigint, $8::json from messages where task_id = $1`,
    [
      task.id,
      task.owner,
      messageId,
      role,
      JSON.stringify(parts),
      searchable(parts),
      at,
      metadata?.resends ? JSON.stringify(metadata.resends) : null,
    ],
  )
}

/**
 * Results that arrived during a turn. They are stored with the task and not in its history: the turn began without
 * them, and its answer comes first. `asks`: the agent has to answer them.
 */
type Kept = { message: Message; asks: boolean; at: number }

const keptSchema = z.tuple([
  z.object({
    kept: z.array(
      z.object({
        message: z.looseObject({ messageId: z.string() }),
        asks: z.boolean(),
        at: z.number().nullable().default(null),
      }),
    ),
  }),
])

/** Must run in a transaction that holds the task's row. */
export async function keepReturn(query: Query, task: TaskRecord, kept: Kept): Promise<void> {
  await query(`update tasks set kept = coalesce(kept, '[]'::jsonb) || jsonb_build_array($2::jsonb) where id = $1`, [
    task.id,
    JSON.stringify(kept),
  ])
}

/**
 * Moves the stored results into the history, once the turn is over. Returns true if the agent has to answer any of
 * them. Must run in a transaction that holds the task's row.
 */
export async function takeKept(query: Query, task: TaskRecord): Promise<boolean> {
  if (!task.hasKept) return false
  const [{ kept }] = keptSchema.parse(await query('select kept from tasks where id = $1', [task.id]))
  for (const { message, at } of kept) {
    const row = { role: 'user', message_id: message.messageId, parts: message.parts, at: null, resends: null }
    await addMessage(query, task, readHistoryMessage(row, task), at)
  }
  await query('update tasks set kept = null where id = $1', [task.id])
  return kept.some(({ asks }) => asks)
}

/** Writes the columns that change during a task's life. */
export async function updateTask(query: Query, task: TaskRecord, leaseUntil: number | null): Promise<void> {
  await query(
    `update tasks set state = $2, status_at = $3, status_message = $4::json, error = $5::json, turn_seq = $6,
       last_seq = $7, runner = $8, lease_until = $9 where id = $1`,
    [
      task.id,
      task.state,
      task.statusAt,
      task.statusMessage && JSON.stringify(task.statusMessage),
      task.error && JSON.stringify(task.error),
      task.turnSeq,
      task.lastSeq,
      task.runner,
      leaseUntil,
    ],
  )
}

/** `runner` is the run that was cut off, if any. */
export type Ended = { task: TaskRecord; event: LogEvent; runner: string | null }

/**
 * Ends a task's turn from outside its run, which can write nothing more. Keeps what the agent has said in the history.
 * If the conversation continues, its open calls stay open, and results stored during the turn are left to be answered
 * (`Runs.goOn`). Must run in a transaction that holds the task's row.
 */
async function endFromOutside(
  query: Query,
  task: TaskRecord,
  state: 'canceled' | 'input-required',
  error: TaskMetadata['error'] | null,
  now: number,
): Promise<Ended> {
  const said = isRunning(task.state) ? await saidSoFar(query, task) : null
  const seq = (await lastEvent(query, task)) + 1
  const isOver = isTerminal(state)
  if (isOver)
    await query(
      `update calls set state = 'void', result = $2::json, ended_at = $3 where task_id = $1 and state = 'pending'`,
      [task.id, JSON.stringify(taskEndedResult), now],
    )
  const ended: TaskRecord = {
    ...task,
    state,
    error,
    statusAt: now,
    statusMessage: said,
    turnSeq: isRunning(task.state) ? task.turnSeq : seq - 1,
    lastSeq: seq,
    runner: null,
    pendingCalls: isOver ? [] : task.pendingCalls,
  }
  if (said) await addMessage(query, task, said, now)
  if (isOver) await takeKept(query, task)
  await updateTask(query, ended, null)
  const event = logEvent(seq, statusEvent(ended, true))
  await insertEvents(query, task.id, [event], now)
  return { task: ended, event, runner: task.runner }
}

/** Cancels a task for good, or only its current answer. Throws -32001 and -32002. */
export function cancelTask(
  database: Database,
  { id, turnOnly }: { id: string; turnOnly: boolean },
  owner: string,
  now: number,
): Promise<Ended> {
  return database.transaction(async (query) => {
    const task = await findAndLockTask(query, id, owner)
    if (!task) throw taskNotFound(id)
    if (isTerminal(task.state) || (turnOnly && !isRunning(task.state)))
      throw new RpcError(rpcCode.taskNotCancelable, 'Task cannot be canceled', { taskId: id, state: task.state })
    return endFromOutside(query, task, turnOnly ? 'input-required' : 'canceled', null, now)
  })
}

/**
 * Ends turns whose server is gone: all that are marked as running if no other server can be at work, otherwise those
 * whose lease ended before `dead`, by the lease clock.
 */
export async function endAbandonedTurns(
  database: Database,
  all: boolean,
  { dead, now }: { dead: number; now: number },
): Promise<Ended[]> {
  const abandoned = 'runner is not null and (lease_until < $1 or $2::boolean)'
  const rows = await database.query(`select id from tasks where ${abandoned}`, [dead, all])
  const ended: Ended[] = []
  for (const { id } of idsSchema.parse(rows)) {
    const one = await database.transaction(async (query) => {
      const locked = await query(`select id from tasks where id = $3 and ${abandoned} for update`, [dead, all, id])
      if (locked.length === 0) return null
      // Read only after the lock; see `findAndLockTask`.
      const found = await query(`${selectTask} where t.id = $1`, [id])
      const error = {
        code: 'interrupted',
        message:
          'The server stopped while the agent was answering. The answer ends here and it proposed nothing. Try again.',
      }
      return endFromOutside(query, readTask(found[0]), 'input-required', error, now)
    })
    if (one) ended.push(one)
  }
  return ended
}
