import { z } from 'zod'
import {
  conversationBounds,
  deleteTaskSchema,
  keptDeletedDays,
  type ListCalls,
  type ListTasks,
  listCallsSchema,
  listTasksSchema,
  type TaskChange,
  titleOf,
  updateTaskSchema,
} from '@/lib/wire/conversations'
import { parsePart } from '@/lib/wire/parts'
import { taskEndedResult } from '@/lib/wire/result'
import { isRunning } from '@/lib/wire/task'
import { RpcError, rpcCode } from '@/lib/wire/transport/jsonrpc'
import type { Database, Query } from '../database/database'
import { parse } from './params'
import { queriesOf, vectorOf, wordsIn } from './search-words'
import { readTask, selectedTask, type TaskRecord } from './task-record'
import { findAndLockTask, taskNotFound } from './task-store'

const dayMs = 24 * 60 * 60_000

/** True if a deleted conversation can no longer be restored. */
const isGone = (deletedAt: number, now: number): boolean => deletedAt + keptDeletedDays * dayMs <= now

/** The person's own settings of a conversation, apart from the task itself. */
const keptSchema = z.object({
  title: z.string().nullable(),
  proposal_title: z.string().nullable(),
  first_words: z.array(z.unknown()).nullable(),
  pinned: z.boolean(),
  touched_at: z.coerce.number().nullable(),
  read_at: z.coerce.number().nullable(),
})

/** Without a title of its own, a conversation is named by the person's first message or by the service's proposal. */
const selectListed = `select ${selectedTask}, t.title, t.pinned, t.touched_at, t.read_at,
  (select p.title from proposals p where p.task_id = t.id) as proposal_title,
  (select m.parts from messages m where m.task_id = t.id and m.role = 'user' order by m.ord limit 1) as first_words`

function listed(row: unknown) {
  const task = readTask(row)
  const { title, proposal_title, first_words, pinned, touched_at, read_at } = keptSchema.parse(row)
  const words = (first_words ?? []).map(parsePart).flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return {
    kind: 'task' as const,
    id: task.id,
    contextId: task.contextId,
    status: { state: task.state, timestamp: new Date(task.statusAt).toISOString() },
    metadata: {
      agentId: task.agentId,
      title: title ?? proposal_title ?? titleOf(words.join(' ')),
      pinned,
      updatedAt: task.statusAt,
      changedAt: Math.max(task.statusAt, touched_at ?? 0),
      readAt: read_at,
      pendingCalls: task.pendingCalls,
      ...(task.isDeleted && { deleted: true as const }),
    },
  }
}

/** Number of conversations that a search scans one by one before it uses the index of all words. */
const lookedThrough = 300

/**
 * SQL conditions that a conversation contains a word (a `tsquery`): for scanning conversations, and by the index of all
 * words.
 */
const isSaidIn = (word: string) =>
  `(t.title_words @@ ${word} or (select true from messages m where m.task_id = t.id and m.words @@ ${word} limit 1))`
const isAmongAllWith = (word: string) =>
  `(t.title_words @@ ${word} or t.id in (select m.task_id from messages m where m.owner = $1 and m.words @@ ${word}))`

/** Returns a page of an owner's conversations, most recently active first. */
export async function listTasks(query: Query, raw: unknown, owner: string) {
  const params: ListTasks = parse(listTasksSchema, raw)
  const { changedAfter, pinned } = params
  const search = params.query?.trim() ? queriesOf(params.query) : null
  // A search for punctuation alone finds nothing.
  if (search?.length === 0) return { tasks: [], nextPageToken: '' }
  const page = pageOf(params)
  const values: unknown[] = [owner, page.at, page.id, page.size + 1]
  const value = (given: unknown) => `$${values.push(given)}`
  const since = changedAfter === null || changedAfter === undefined ? null : `${value(changedAfter)}::bigint`
  const isListed = `t.owner = $1 and (t.status_at, t.id) < ($2::bigint, $3::text)
       and ${since ? `(t.status_at >= ${since} or t.touched_at >= ${since})` : 't.deleted_at is null'}
       ${pinned === null || pinned === undefined ? '' : `and t.pinned = ${value(pinned)}::boolean`}`
  const inOrder = 'order by t.status_at desc, t.id desc limit'
  const find = (from: string, ...found: string[]) =>
    query(`${selectListed} from ${from} t where ${[isListed, ...found].join(' and ')} ${inOrder} $4`, values)
  const look = async () => {
    const [longest, ...others] = (search ?? [])
      .toSorted((a, b) => b.length - a.length)
      .map((each) => `${value(each)}::tsquery`)
    if (longest === undefined) return find('tasks')
    // Finds frequent words here without reading every message that contains them.
    const next = `(select * from tasks t where ${isListed} ${inOrder} ${lookedThrough})`
    const soon = await find(next, ...[longest, ...others].map(isSaidIn))
    // The longest word is probably the rarest.
    return soon.length > page.size ? soon : find('tasks', isAmongAllWith(longest), ...others.map(isSaidIn))
  }
  const { entries, nextPageToken } = cut(await look(), page.size, (row) => readTask(row).statusAt)
  return { tasks: entries.map(listed), nextPageToken }
}

/** Renames, pins, marks as read or restores a conversation, without changing its place in the list or its time. */
export async function changeTask(database: Database, raw: unknown, owner: string, now: number) {
  const { id, metadata } = parse(updateTaskSchema, raw)
  return database.transaction(async (query) => {
    await lockedTask(query, id, owner, now)
    return write(query, id, metadata, now)
  })
}

async function write(query: Query, id: string, { title, pinned, deleted, readAt }: TaskChange, now: number) {
  await query(
    `update tasks set title = coalesce($2, title), pinned = coalesce($4::boolean, pinned), touched_at = $5,
       title_words = case when $2::text is null then title_words else ${vectorOf('$3')} end,
       deleted_at = case when $6::boolean then null else deleted_at end,
       read_at = case when $7::bigint is null then read_at else greatest(read_at, least($7::bigint, status_at)) end
     where id = $1`,
    [id, title ?? null, wordsIn(title ?? '').join(' '), pinned ?? null, now, deleted === false, readAt ?? null],
  )
  return find(query, id)
}

/** Hides a conversation. Keeps everything that prevents repetition, and what is open. */
export async function deleteTask(database: Database, raw: unknown, owner: string, now: number) {
  const { id } = parse(deleteTaskSchema, raw)
  return database.transaction(async (query) => {
    const task = await lockedTask(query, id, owner, now)
    const signing = await query(
      `select call_id from calls where task_id = $1 and state = 'pending' and signing_by is not null for update`,
      [id],
    )
    if (signing.length > 0)
      throw refused(
        task,
        'A proposal of this conversation is being signed or is under way. Wait for its outcome first.',
      )
    if (isRunning(task.state)) throw refused(task, 'The agent is still answering in this conversation. Stop it first.')
    await query('update tasks set deleted_at = coalesce(deleted_at, $2), touched_at = $2 where id = $1', [id, now])
    return find(query, id)
  })
}

const deletedSchema = z.tuple([z.object({ deleted_at: z.coerce.number().nullable() })])

async function lockedTask(query: Query, id: string, owner: string, now: number): Promise<TaskRecord> {
  const task = await findAndLockTask(query, id, owner)
  if (!task) throw taskNotFound(id)
  const [{ deleted_at }] = deletedSchema.parse(await query('select deleted_at from tasks where id = $1', [id]))
  if (deleted_at !== null && isGone(deleted_at, now)) throw taskNotFound(id)
  return task
}

const refused = ({ id, state }: TaskRecord, message: string) =>
  new RpcError(rpcCode.unsupportedOperation, message, { taskId: id, state })

async function find(query: Query, id: string) {
  const [row] = await query(`${selectListed} from tasks t where t.id = $1`, [id])
  return listed(row)
}

const callSchema = z.object({
  call_id: z.string(),
  task_id: z.string(),
  name: z.string(),
  agent_id: z.int(),
  state: z.enum(['pending', 'answered', 'void']),
  result: z.unknown(),
  at: z.coerce.number(),
  ended_at: z.coerce.number().nullable(),
  parts: z.array(z.unknown()).nullable(),
})

/** Returns a page of an owner's calls across all conversations, newest first. */
export async function listCalls(query: Query, raw: unknown, owner: string) {
  const params: ListCalls = parse(listCallsSchema, raw)
  const page = pageOf(params)
  const rows = await query(
    `select c.call_id, c.task_id, c.name, t.agent_id, c.state, c.result, c.at, c.ended_at, m.parts
     from calls c join tasks t on t.id = c.task_id
     left join messages m on m.task_id = c.task_id and m.ord = c.said
     where c.owner = $1 and (c.at, c.call_id) < ($2::bigint, $3::text)
       and ($5::bigint is null or c.at >= $5 or c.ended_at >= $5)
     order by c.at desc, c.call_id desc limit $4`,
    [owner, page.at, page.id, page.size + 1, params.changedAfter ?? null],
  )
  const read = rows.map((row) => callSchema.parse(row))
  const { entries, nextPageToken } = cut(
    read,
    page.size,
    ({ at }) => at,
    ({ call_id }) => call_id,
  )
  return {
    calls: entries.map(({ call_id, task_id, name, agent_id, state, result, at, ended_at, parts }) => ({
      ...{ taskId: task_id, callId: call_id, name, agentId: agent_id, at, state },
      parameters: parametersOf(call_id, parts ?? []),
      ...(state !== 'pending' && { result: result ?? taskEndedResult }),
      changedAt: Math.max(at, ended_at ?? 0),
    })),
    nextPageToken,
  }
}

function parametersOf(callId: string, parts: readonly unknown[]): Record<string, unknown> | null {
  const call = parts.map(parsePart).find((part) => part.type === 'functionCall' && part.id === callId)
  return call?.type === 'functionCall' ? call.parameters : null
}

type PageOf = { size: number; at: number; id: string }

const tokenSchema = z.tuple([z.int().nonnegative(), z.string()])

/** A page begins after the entry whose time and id its token holds. */
function pageOf({ pageSize, pageToken }: Pick<ListCalls, 'pageSize' | 'pageToken'>): PageOf {
  const size = pageSize ?? conversationBounds.usualPage
  if (!pageToken) return { size, at: Number.MAX_SAFE_INTEGER, id: '' }
  try {
    const [at, id] = tokenSchema.parse(JSON.parse(Buffer.from(pageToken, 'base64url').toString()))
    return { size, at, id }
  } catch {
    throw new RpcError(rpcCode.invalidParams, 'This pageToken is not valid.', { field: 'params.pageToken' })
  }
}

const idSchema = z.looseObject({ id: z.string() })

/** Returns the first `size` rows and the token of the next page, empty on the last page. */
function cut<Row>(
  rows: readonly Row[],
  size: number,
  timeOf: (row: Row) => number,
  idOf: (row: Row) => string = (row) => idSchema.parse(row).id,
): { entries: Row[]; nextPageToken: string } {
  const entries = rows.slice(0, size)
  const last = entries.at(-1)
  const isMore = rows.length > size && last !== undefined
  const token = isMore ? Buffer.from(JSON.stringify([timeOf(last), idOf(last)])).toString('base64url') : ''
  return { entries, nextPageToken: token }
}
