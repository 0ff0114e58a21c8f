import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { FunctionReturn } from '@/lib/wire/parts'
import { readToolResult } from '@/lib/wire/result'
import { isRunning, isTerminal, type Message } from '@/lib/wire/task'
import { RpcError, rpcCode } from '@/lib/wire/transport/jsonrpc'
import type { Session } from '../auth/sessions'
import type { Database, Query } from '../database/database'
import { type Grants, takeGrants, verifyGrants } from '../permissions/take-grants'
import type { VerifyOptions } from '../permissions/verify'
import { parseAgentId, type SendParams } from './params'
import type { Beginnings } from './runs/beginning'
import { beginTurn } from './runs/kept-returns'
import type { TurnEnd } from './runs/run'
import type { Runs } from './runs/runs'
import { begunSeq, insertEvents, type LogEvent, logEvent, statusEvent } from './streams/events'
import type { LiveLog } from './streams/live-log'
import { dated, type TaskRecord, taskView } from './task-record'
import {
  addMessage,
  findAndLockTask,
  keepReturn,
  lastEvent,
  readHistory,
  sizeOf,
  takeKept,
  taskNotFound,
  taskOfMessage,
  updateTask,
} from './task-store'

/**
 * Outcome for a message: it began a task whose first turn is under way (`begun`), the agent has to answer it (`run`),
 * it was stored and needs no answer yet (`kept`), or it was accepted before (`repeat`).
 */
export type Accepted =
  | { kind: 'begun'; task: TaskRecord; message: Message; ended: Promise<TurnEnd | null> }
  | { kind: 'run' | 'kept'; task: TaskRecord }
  | { kind: 'repeat'; taskId: string }

/** Outcome for a message of an existing conversation, with the events written for it. */
type Continued =
  | { kind: 'run'; task: TaskRecord & { runner: string }; events: LogEvent[] }
  | { kind: 'kept'; task: TaskRecord; events: LogEvent[] }
  | { kind: 'repeat'; taskId: string }

/** Bytes after which a conversation accepts no more text: each turn and each reader hold all of it in memory. */
const longestConversation = 4 * 1024 * 1024

type Options = {
  database: Database
  agentIds: ReadonlySet<number>
  /** Runs the turn. */
  runs: Pick<Runs, 'newRunner' | 'leaseEnd' | 'begin' | 'start'>
  live: Pick<LiveLog, 'publish'>
  beginnings: Beginnings
  now: () => number
  /** Options for verifying returned permissions. */
  grants: VerifyOptions
  /** True if the caller waits for the whole turn and sees nothing of it before. */
  isWhole: boolean
}

const invalid = (message: string, data?: Record<string, unknown>) => new RpcError(rpcCode.invalidParams, message, data)

/**
 * Accepts a message once and starts the turn that answers it. Checks in order (docs/protocol.md, "Order of checks"):
 * the task exists, its state, the agent. Throws RpcError.
 */
export function acceptMessage(params: SendParams, session: Session, options: Options): Promise<Accepted> {
  const place = params.taskId ?? params.returns[0]
  return place ? continueConversation(place, params, session, options) : beginTask(params, session, options)
}

/** `place`: the conversation's task, or a result of one of its calls. */
async function continueConversation(
  place: string | FunctionReturn,
  params: SendParams,
  session: Session,
  options: Options,
): Promise<Accepted> {
  const { database, runs, live } = options
  const owner = session.userId
  const { returns } = params
  const taskId = typeof place === 'string' ? place : await taskOfCall(database.query, owner, place)
  const grants = await verifyGrants(database.query, { taskId, returns, session }, options.grants)
  const continued = await database.transaction((query) => continueTask(query, taskId, params, owner, grants, options))
  if (continued.kind === 'run') {
    const { task, events } = continued
    runs.start(task, events, readHistory(database.query, task, null))
  } else if (continued.kind === 'kept') live.publish(continued.task.id, continued.events)
  return continued
}

async function beginTask(params: SendParams, session: Session, options: Options): Promise<Accepted> {
  const { query } = options.database
  const { beginnings } = options
  const agentId = parseAgentId(params.agentId)
  if (!options.agentIds.has(agentId)) throw invalid(`Unknown agentId: ${agentId}`, { field: 'configuration.agentId' })
  const { messageId } = params
  const earlier = async () => messageId && (await taskOfMessage(query, session.userId, messageId))
  const turn = beginnings.semaphore.acquire()
  if (turn) await turn
  try {
    const same = messageId && beginnings.find(session.userId, messageId)
    if (same && (await same)) {
      const taskId = await earlier()
      if (taskId) return { kind: 'repeat', taskId }
    }
    const { written, ended, ...begun } = openTask(params, session, agentId, options)
    if (await written) return { kind: 'begun', ...begun, ended }
    const taskId = await earlier()
    if (taskId) return { kind: 'repeat', taskId }
    throw new RpcError(rpcCode.internal, 'Your data was deleted in the meantime. Nothing was started: sign in again.')
  } finally {
    beginnings.semaphore.release()
  }
}

/** Submits a new task to the database and starts its first turn. */
function openTask(params: SendParams, session: Session, agentId: number, { now, runs, beginnings, isWhole }: Options) {
  const submitted: TaskRecord = {
    id: randomUUID(),
    contextId: params.contextId ?? randomUUID(),
    owner: session.userId,
    address: session.address,
    chainId: session.chainId,
    agentId,
    state: 'submitted',
    statusAt: now(),
    statusMessage: null,
    error: null,
    turnSeq: 1,
    lastSeq: 0,
    runner: null,
    pendingCalls: [],
  }
  const task = { ...submitted, state: 'working' as const, runner: runs.newRunner() }
  const events = () => [logEvent(1, taskView(submitted)), logEvent(begunSeq, statusEvent(task, false))]
  const message = dated(userMessage(task, params), task.statusAt)
  const beginning = beginnings.open({ task, message, events, leaseUntil: runs.leaseEnd() }, isWhole)
  return { task, message, written: beginning.written, ended: runs.begin(beginning) }
}

async function continueTask(
  query: Query,
  taskId: string,
  params: SendParams,
  owner: string,
  grants: Grants,
  { now, runs }: Options,
): Promise<Continued> {
  const task = await findAndLockTask(query, taskId, owner)
  if (!task) throw taskNotFound(taskId)
  const before = params.messageId && (await taskOfMessage(query, owner, params.messageId))
  if (before) return { kind: 'repeat', taskId: before }
  if (params.contextId && params.contextId !== task.contextId)
    throw invalid('contextId does not belong to this task', { field: 'message.contextId' })
  const calls = await callsOf(query, task, params.returns)
  const hasWords = params.parts.some(({ type }) => type === 'text' || type === 'data')
  const isBusy = isRunning(task.state)
  const bringsOnlyResults = params.returns.length > 0 && !hasWords
  const isRepeated = ({ id, name, result }: FunctionReturn) => {
    const call = calls.get(id)
    return call?.state === 'answered' && call.name === name && isSame(call.result, result)
  }
  if (bringsOnlyResults && params.returns.every(isRepeated)) return { kind: 'repeat', taskId }
  if (task.isDeleted && hasWords) throw taskNotFound(taskId)
  if (isTerminal(task.state) || (isBusy && !bringsOnlyResults)) {
    const why = isBusy ? 'still running' : task.state
    const message = `This operation is not supported: task is ${why}`
    throw new RpcError(rpcCode.unsupportedOperation, message, { taskId, state: task.state })
  }
  for (const { id, name, result } of params.returns) {
    const call = calls.get(id)
    if (!call) throw unknownCall(id, taskId, task.pendingCalls)
    if (call.name !== name) throw invalid(`functionReturn ${id} must have the name of its call, ${call.name}`)
    if (call.state === 'answered' && !wasSentAfterAll(call, result))
      throw invalid(`functionCall ${id} was answered already`, { taskId })
  }

  // Results are always accepted: no outcome may be lost.
  if (hasWords && (await sizeOf(query, task)) > longestConversation)
    throw invalid(
      'This conversation has reached its maximum length. Start a new one; what is open here can still be answered.',
    )
  const isOwed = !isBusy && (await takeKept(query, task))
  const answered = new Set(params.returns.map(({ id }) => id))
  // New text leaves pending calls pending.
  const pendingCalls = task.pendingCalls.filter((id) => !answered.has(id))
  for (const { id, result } of params.returns)
    await query(`update calls set state = 'answered', result = $2::json, ended_at = $3 where call_id = $1`, [
      id,
      JSON.stringify(result),
      now(),
    ])
  const parts = await takeGrants(query, { parts: params.parts, grants, owner, taskId, now: now() })
  const message = userMessage(task, { ...params, parts })

  const isCorrected = params.returns.some(({ id }) => calls.get(id)?.state === 'answered')
  // The agent has to explain where the money is after a call that was withdrawn or replaced.
  const hasMoved = params.returns.some(({ id, result }) => calls.get(id)?.state === 'void' && mayHaveMoved(result))
  const asks = isCorrected || hasMoved || (await completesAny(query, task, params.returns, calls))
  if (isBusy) {
    // The current turn began without it.
    await keepReturn(query, task, { message, asks, at: now() })
    return { kind: 'kept', task: { ...task, pendingCalls }, events: [] }
  }
  const at = now()
  await addMessage(query, task, message, at)
  // A deleted conversation does not go on, but keeps the outcome in case it is restored.
  if (hasWords || ((isOwed || asks) && !task.isDeleted))
    return { kind: 'run', ...(await beginTurn(query, { ...task, pendingCalls }, { runs, at })) }
  const seq = await lastEvent(query, task)
  const turn = { ...task, pendingCalls, statusAt: at, turnSeq: seq + 1 }
  const kept = { ...turn, lastSeq: seq + 2 }
  const events = [logEvent(seq + 1, taskView(kept)), logEvent(seq + 2, statusEvent(kept, true))]
  await updateTask(query, kept, null)
  await insertEvents(query, task.id, events, at)
  return { kind: 'kept', task: kept, events }
}

/**
 * True if these results leave no call of some agent message open. The agent answers all results of a message together.
 */
async function completesAny(
  query: Query,
  task: TaskRecord,
  returns: readonly FunctionReturn[],
  calls: ReadonlyMap<string, Call>,
): Promise<boolean> {
  const touched = returns.flatMap(({ id }) => {
    const call = calls.get(id)
    return call?.state === 'pending' ? [call.said] : []
  })
  if (touched.length === 0) return false
  const rows = await query(`select distinct said from calls where task_id = $1 and state = 'pending'`, [task.id])
  const open = new Set(saidSchema.parse(rows).map(({ said }) => said))
  return touched.some((said) => !open.has(said))
}

/** True if a wallet was asked and did not refuse. */
const mayHaveMoved = (result: unknown): boolean => readToolResult(result)?.status !== 'rejected'

/**
 * True if one browser sent a call that another had declined or failed to carry out. The transaction on chain is then
 * accepted: no outcome may be lost, and the agent was told otherwise.
 */
function wasSentAfterAll(call: Call, result: unknown): boolean {
  const [before, sent] = [readToolResult(call.result), readToolResult(result)]
  const wasSent = before?.status === 'success' || before?.txHash !== undefined
  return before !== null && !wasSent && sent?.status !== 'rejected' && sent?.txHash !== undefined
}

/** `said` is the number of the message that made the call. */
type Call = { name: string; state: 'pending' | 'answered' | 'void'; result: unknown; said: number | null }
const saidSchema = z.array(z.object({ said: z.int().nullable() }))
const placeSchema = z.object({ task_id: z.string() })
const callsSchema = z.array(
  z.object({
    call_id: z.string(),
    name: z.string(),
    state: z.enum(['pending', 'answered', 'void']),
    result: z.unknown(),
    said: z.int().nullable(),
  }),
)

async function callsOf(query: Query, task: TaskRecord, returns: readonly FunctionReturn[]): Promise<Map<string, Call>> {
  if (returns.length === 0) return new Map()
  const rows = await query(
    `select call_id, name, state, result, said from calls
     where task_id = $1 and call_id in (select jsonb_array_elements_text($2::jsonb))`,
    [task.id, JSON.stringify(returns.map(({ id }) => id))],
  )
  return new Map(callsSchema.parse(rows).map(({ call_id, ...call }) => [call_id, call]))
}

/** Finds the task of a return without a taskId by the call's id, among the caller's own. Throws if there is none. */
async function taskOfCall(query: Query, owner: string, { id }: FunctionReturn): Promise<string> {
  const rows = await query('select task_id from calls where call_id = $1 and owner = $2', [id, owner])
  if (!rows[0]) throw unknownCall(id, null, [])
  return placeSchema.parse(rows[0]).task_id
}

const unknownCall = (id: string, taskId: string | null, pendingCalls: readonly string[]) =>
  invalid(`No pending functionCall with id ${id}`, { ...(taskId && { taskId }), pendingCalls })

const userMessage = (task: TaskRecord, { messageId, parts, resends }: SendParams): Message => ({
  kind: 'message',
  role: 'user',
  messageId: messageId ?? randomUUID(),
  taskId: task.id,
  contextId: task.contextId,
  parts,
  ...(resends && { metadata: { resends } }),
})

/** Compares JSON values regardless of key order. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = new Map(Object.entries(a))
  const right = Object.entries(b)
  return left.size === right.length && right.every(([key, value]) => left.has(key) && isSame(left.get(key), value))
}
