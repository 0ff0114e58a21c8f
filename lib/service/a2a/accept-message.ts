import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isUnasked } from '@/lib/agents/unasked'
import { RpcError, rpcCode } from '@/lib/wire/jsonrpc'
import { type FunctionReturn, functionReturnPart } from '@/lib/wire/parts'
import { readToolResult, supersededResult } from '@/lib/wire/result'
import { isRunning, isTerminal, type Message } from '@/lib/wire/task'
import type { Session } from '../auth/sessions'
import { batched } from '../database/batch'
import { column } from '../database/column'
import type { Database, Query } from '../database/database'
import { type Grants, takeGrants, verifyGrants } from '../permissions/take-grants'
import type { VerifyOptions } from '../permissions/verify'
import { insertEvents, type LogEvent, logEvent, statusEvent } from './events'
import { parseAgentId, type SendParams } from './params'
import { leaseMs, type Runs } from './runs'
import { type TaskRecord, taskView } from './task-record'
import {
  addMessage,
  findTask,
  lastEvent,
  readHistory,
  sizeOf,
  taskNotFound,
  taskOfMessage,
  updateTask,
} from './task-store'

/**
 * What became of a message: the agent has to answer it (`run`), it was kept without need of an answer yet (`kept`),
 * or it had been taken before (`repeat`).
 */
export type Accepted =
  | { kind: 'run'; task: TaskRecord & { runner: string }; events: LogEvent[]; firstMessage: Message | null }
  | { kind: 'kept'; task: TaskRecord; events: LogEvent[] }
  | { kind: 'repeat'; taskId: string }

/** A conversation takes no more words from here on: each turn, and whoever reads it, has all of it in memory. Bytes. */
const longestConversation = 4 * 1024 * 1024

type Options = {
  database: Database
  agentIds: ReadonlySet<number>
  /** Where the turn will run. */
  runs: Pick<Runs, 'newRunner'>
  writeBegun: WriteBegun
  now: () => number
  /** How permissions that come back are verified. */
  grants: VerifyOptions
}

/** A task with its first message and events. */
type Begun = { task: TaskRecord; message: Message; events: LogEvent[] }
/** Writes a new task down, and gives whether it did: not where its message was taken before, or the account is gone. */
export type WriteBegun = (begun: Begun) => Promise<boolean>

const invalid = (message: string, data?: Record<string, unknown>) => new RpcError(rpcCode.invalidParams, message, data)

/** Takes a message in, once. Checks in the order of wire.md: the task is there, its state, the agent. */
export async function acceptMessage(params: SendParams, session: Session, options: Options): Promise<Accepted> {
  const owner = session.userId
  const first = params.returns[0]
  const taskId = params.taskId ?? (first && (await taskOfCall(options.database.query, owner, first)))
  if (taskId) {
    const { returns } = params
    const grants = await verifyGrants(options.database.query, { taskId, returns, session }, options.grants)
    return options.database.transaction((query) => continueTask(query, taskId, params, owner, grants, options))
  }
  if (first) throw unknownCall(first.id, null, [])
  return beginTask(params, session, options)
}

async function beginTask(params: SendParams, session: Session, options: Options): Promise<Accepted> {
  const { database, now, runs } = options
  const agentId = parseAgentId(params.agentId)
  if (!options.agentIds.has(agentId)) throw invalid(`Unknown agentId: ${agentId}`, { field: 'configuration.agentId' })
  const at = now()
  const submitted: TaskRecord = {
    id: randomUUID(),
    contextId: params.contextId ?? randomUUID(),
    owner: session.userId,
    address: session.address,
    chainId: session.chainId,
    agentId,
    state: 'submitted',
    statusAt: at,
    statusMessage: null,
    error: null,
    turnSeq: 1,
    lastSeq: 0,
    runner: null,
    pendingCalls: [],
  }
  const task = { ...submitted, state: 'working' as const, runner: runs.newRunner() }
  const events = [logEvent(1, taskView(submitted)), logEvent(2, statusEvent(task, false))]
  const message = userMessage(task, params)
  if (await options.writeBegun({ task, message, events })) return { kind: 'run', task, events, firstMessage: message }
  const before = await taskOfMessage(database.query, task.owner, message.messageId)
  if (!before)
    throw new RpcError(rpcCode.internal, 'Your data was deleted meanwhile. Nothing was begun: sign in again.')
  return { kind: 'repeat', taskId: before }
}

/** One statement for all tasks that are begun at the same time. */
export const begunWriter = (query: Query): WriteBegun =>
  batched(async (all: readonly Begun[]) => {
    const each = (value: (begun: Begun) => string | number | null) => column(all.map(value))
    const events = all.flatMap(({ task, events }) => events.map((event) => ({ task: task.id, ...event })))
    const rows = await query(
      `with asked as (select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::text[],
           $8::int[], $9::text[], $10::bigint[], $11::text[], $12::bigint[])
         as a(id, owner, message_id, parts, address, chain_id, context_id, agent_id, state, at, runner, lease_until)),
       -- Keeps the accounts from being deleted in the middle, which would leave tasks of nobody's.
       holders as (
         select id as holder from auth_user where id in (select owner from asked) order by id for key share),
       said as (
         insert into messages (task_id, ord, owner, message_id, role, parts)
         select id, 0, owner, message_id, 'user', parts::json from asked join holders on holder = owner
         order by owner, message_id
         on conflict (owner, message_id) where role = 'user' do nothing returning task_id),
       made as (
         insert into tasks (id, owner, address, chain_id, context_id, agent_id, state, status_at, turn_seq, last_seq,
           runner, lease_until, created_at)
         select id, owner, address, chain_id, context_id, agent_id, state, at, 1, 0, runner, lease_until, at
         from asked join said on said.task_id = id),
       noted as (
         insert into events (task_id, seq, final, event, at)
         select a.id, e.seq, e.final, e.json, a.at
         from jsonb_to_recordset($13::jsonb) as e(task text, seq int, final boolean, json text)
         join asked a on a.id = e.task join said on said.task_id = a.id)
       select task_id from said`,
      [
        each(({ task }) => task.id),
        each(({ task }) => task.owner),
        each(({ message }) => message.messageId),
        each(({ message }) => JSON.stringify(message.parts)),
        each(({ task }) => task.address),
        each(({ task }) => task.chainId),
        each(({ task }) => task.contextId),
        each(({ task }) => task.agentId),
        each(({ task }) => task.state),
        each(({ task }) => task.statusAt),
        each(({ task }) => task.runner),
        each(({ task }) => task.statusAt + leaseMs),
        JSON.stringify(events),
      ],
    )
    const kept = new Set(
      z
        .array(placeSchema)
        .parse(rows)
        .map(({ task_id }) => task_id),
    )
    return all.map(({ task }) => kept.has(task.id))
  })

async function continueTask(
  query: Query,
  taskId: string,
  params: SendParams,
  owner: string,
  grants: Grants,
  { now, runs }: Options,
): Promise<Accepted> {
  const task = await findTask(query, taskId, owner, true)
  if (!task) throw taskNotFound(taskId)
  const before = params.messageId && (await taskOfMessage(query, owner, params.messageId))
  if (before) return { kind: 'repeat', taskId: before }
  if (params.contextId && params.contextId !== task.contextId)
    throw invalid('contextId does not belong to this task', { field: 'message.contextId' })
  const calls = await callsOf(query, task, params.returns)
  const hasWords = params.parts.some(({ type }) => type === 'text' || type === 'data')
  const isRepeated = ({ id, name, result }: FunctionReturn) => {
    const call = calls.get(id)
    return call?.state === 'answered' && call.name === name && isSame(call.result, result)
  }
  if (params.returns.length > 0 && !hasWords && params.returns.every(isRepeated)) return { kind: 'repeat', taskId }
  if (isTerminal(task.state) || isRunning(task.state)) {
    const why = isRunning(task.state) ? 'still running' : task.state
    const message = `This operation is not supported: task is ${why}`
    throw new RpcError(rpcCode.unsupportedOperation, message, { taskId, state: task.state })
  }
  for (const { id, name } of params.returns) {
    const call = calls.get(id)
    if (!call) throw unknownCall(id, taskId, task.pendingCalls)
    if (call.name !== name) throw invalid(`functionReturn ${id} must have the name of its call, ${call.name}`)
    if (call.state === 'answered') throw invalid(`functionCall ${id} was answered already`, { taskId })
  }

  // Results are always taken: no outcome may be lost.
  if (hasWords && (await sizeOf(query, task)) > longestConversation)
    throw invalid(
      'This conversation is as long as it can be. Begin a new one; what is open here can still be answered.',
    )
  const answered = new Set(params.returns.map(({ id }) => id))
  const open = task.pendingCalls.filter((id) => !answered.has(id))
  if (hasWords && open.length > 0) await supersede(query, task, open)
  for (const { id, result } of params.returns)
    await query(`update calls set state = 'answered', result = $2::json where call_id = $1`, [
      id,
      JSON.stringify(result),
    ])
  const parts = await takeGrants(query, { parts: params.parts, grants, owner, taskId, now: now() })
  await addMessage(query, task, userMessage(task, { ...params, parts }))

  const pendingCalls = hasWords ? [] : open
  // A result that comes after its call was voided is kept for the agent's next turn, and asks for none: the person's own
  // words voided it. Where the service did, the agent is to say what became of the money.
  const answersAny = params.returns.some(({ id }) => task.pendingCalls.includes(id))
  const hasMoved = params.returns.some(({ id, result }) => calls.get(id)?.state === 'void' && mayHaveMoved(result))
  const asksForTurn = answersAny || (hasMoved && isUnasked(await readHistory(query, task, null)))
  const seq = await lastEvent(query, task)
  const at = now()
  const turn = { ...task, pendingCalls, statusAt: at, turnSeq: seq + 1 }
  if (hasWords || (asksForTurn && pendingCalls.length === 0)) {
    const working = { ...turn, state: 'working' as const, statusMessage: null, error: null, runner: runs.newRunner() }
    const events = [logEvent(seq + 1, taskView(working)), logEvent(seq + 2, statusEvent(working, false))]
    await updateTask(query, working, at + leaseMs)
    await insertEvents(query, task.id, events, at)
    return { kind: 'run', task: working, events, firstMessage: null }
  }
  const kept = { ...turn, lastSeq: seq + 2 }
  const events = [logEvent(seq + 1, taskView(kept)), logEvent(seq + 2, statusEvent(kept, true))]
  await updateTask(query, kept, null)
  await insertEvents(query, task.id, events, at)
  return { kind: 'kept', task: kept, events }
}

/** Whether a wallet was asked and has not said no. */
const mayHaveMoved = (result: unknown): boolean => readToolResult(result)?.status !== 'rejected'

/** Voids calls that wait for an answer, as new words do: the history says so in a message of its own. */
export async function supersede(query: Query, task: TaskRecord, ids: readonly string[]): Promise<void> {
  const rows = await query(
    `update calls set state = 'void', result = $2::json where task_id = $1 and state = 'pending'
       and call_id in (select jsonb_array_elements_text($3::jsonb)) returning call_id, name`,
    [task.id, JSON.stringify(supersededResult), JSON.stringify(ids)],
  )
  const parts = voidedSchema
    .parse(rows)
    .map(({ call_id, name }) => functionReturnPart({ id: call_id, name, result: supersededResult }))
  await addMessage(query, task, { kind: 'message', role: 'user', messageId: randomUUID(), parts })
}

type Call = { name: string; state: 'pending' | 'answered' | 'void'; result: unknown }
const placeSchema = z.object({ task_id: z.string() })
const voidedSchema = z.array(z.object({ call_id: z.string(), name: z.string() }))
const callsSchema = z.array(
  z.object({
    call_id: z.string(),
    name: z.string(),
    state: z.enum(['pending', 'answered', 'void']),
    result: z.unknown(),
  }),
)

async function callsOf(query: Query, task: TaskRecord, returns: readonly FunctionReturn[]): Promise<Map<string, Call>> {
  if (returns.length === 0) return new Map()
  const rows = await query(
    `select call_id, name, state, result from calls
     where task_id = $1 and call_id in (select jsonb_array_elements_text($2::jsonb))`,
    [task.id, JSON.stringify(returns.map(({ id }) => id))],
  )
  return new Map(callsSchema.parse(rows).map(({ call_id, ...call }) => [call_id, call]))
}

/** With no taskId a return finds its task by the call's id, among the caller's own. */
async function taskOfCall(query: Query, owner: string, { id }: FunctionReturn): Promise<string | null> {
  const rows = await query('select task_id from calls where call_id = $1 and owner = $2', [id, owner])
  return rows[0] ? placeSchema.parse(rows[0]).task_id : null
}

const unknownCall = (id: string, taskId: string | null, pendingCalls: readonly string[]) =>
  invalid(`No pending functionCall with id ${id}`, { ...(taskId && { taskId }), pendingCalls })

const userMessage = (task: TaskRecord, { messageId, parts }: SendParams): Message => ({
  kind: 'message',
  role: 'user',
  messageId: messageId ?? randomUUID(),
  taskId: task.id,
  contextId: task.contextId,
  parts,
})

/** Equality of JSON values, whatever the order of their keys. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = new Map(Object.entries(a))
  const right = Object.entries(b)
  return left.size === right.length && right.every(([key, value]) => left.has(key) && isSame(left.get(key), value))
}
