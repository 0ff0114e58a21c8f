import { isRunning, type Message, type Task } from '@/lib/wire/task'
import { RpcError, rpcCode } from '@/lib/wire/transport/jsonrpc'
import type { Session } from '../auth/sessions'
import type { Database } from '../database/database'
import type { ServiceRequest } from '../http/request'
import type { VerifyOptions } from '../permissions/verify'
import { acceptMessage } from './accept-message'
import { changeTask, deleteTask, listCalls, listTasks } from './conversations'
import { parseCancelParams, parseGetParams, parseResubscribeParams, parseSendParams, type SendParams } from './params'
import type { Peers } from './peers'
import { Beginnings } from './runs/beginning'
import type { TurnEnd } from './runs/run'
import type { Runs } from './runs/runs'
import { claimCall } from './signing'
import { logEvent } from './streams/events'
import type { LiveLog } from './streams/live-log'
import { followTask, type TakePage } from './streams/task-stream'
import { type TaskRecord, taskView } from './task-record'
import { cancelTask, findTask, lastEvent, readHistory, taskNotFound } from './task-store'

/** `request.signal()` is aborted when the caller goes away. */
type Caller = { session: Session; lastEventId: string | null; request: Pick<ServiceRequest, 'signal'> }

/** One result, or a stream of them. An empty page of a stream is a sign of life. */
export type MethodResult =
  | { kind: 'value'; value: unknown }
  | { kind: 'stream'; taskId: string; follow: (take: TakePage, signal: AbortSignal) => Promise<void> }

export type MethodOptions = {
  database: Database
  live: LiveLog
  runs: Runs
  /** Null if there can be no other instance. */
  peers: Peers | null
  agentIds: ReadonlySet<number>
  /** Milliseconds between signs of life on a quiet stream. */
  pingMs: number
  now: () => number
  /** Options for verifying returned permissions. */
  grants: VerifyOptions
}

type Method = (params: unknown, caller: Caller) => Promise<MethodResult>

/** The methods of the agent endpoint by name, independent of the transport. They throw RpcError. */
export function createMethods(options: MethodOptions): ReadonlyMap<string, Method> {
  const { database, now } = options
  const { query } = database
  const tasks = createTaskViews(options)
  const listing =
    (ask: (raw: unknown, owner: string) => Promise<unknown>): Method =>
    async (raw, { session }) =>
      value(await ask(raw ?? {}, session.userId))
  const noPush = refuse(rpcCode.pushNotSupported, 'Push Notification is not supported')
  return new Map<string, Method>([
    ...sendMethods(options, tasks),
    ...taskMethods(options, tasks),
    ['tasks/list', listing((raw, owner) => listTasks(query, raw, owner))],
    ['tasks/update', listing((raw, owner) => changeTask(database, raw, owner, now()))],
    ['tasks/delete', listing((raw, owner) => deleteTask(database, raw, owner, now()))],
    ['calls/list', listing((raw, owner) => listCalls(query, raw, owner))],
    ['tasks/pushNotificationConfig/set', noPush],
    ['tasks/pushNotificationConfig/get', noPush],
    ['tasks/pushNotificationConfig/list', noPush],
    ['tasks/pushNotificationConfig/delete', noPush],
    [
      'agent/getAuthenticatedExtendedCard',
      refuse(rpcCode.extendedCardNotConfigured, 'Authenticated Extended Card is not configured'),
    ],
  ])
}

type TaskViews = ReturnType<typeof createTaskViews>

/** A caller's tasks, as values and as streams. */
function createTaskViews({ database: { query }, live, runs, peers, pingMs }: MethodOptions) {
  const reading = { query, live, isLocal: (taskId: string) => runs.has(taskId), peers }

  /** Throws if there is no such task, or it is another account's. */
  async function owned(id: string, session: Session): Promise<TaskRecord> {
    const task = await findTask(query, id, session.userId)
    if (!task) throw taskNotFound(id)
    return task
  }

  async function view(task: TaskRecord, historyLength: number | null): Promise<Task> {
    if (historyLength === 0) return taskView(task)
    return taskView(task, await readHistory(query, task, historyLength))
  }

  /**
   * Streams the task and then its events after `after`, to the end of the turn. Every stream ends with a final event.
   */
  const stream = (task: TaskRecord, first: Task, after: number): MethodResult => ({
    kind: 'stream',
    taskId: task.id,
    follow: async (take, signal) => {
      await take([logEvent(after, first)])
      const { id: taskId, turnSeq } = task
      return followTask(reading, { taskId, after, turnSeq, idleMs: pingMs }, signal, take)
    },
  })

  return {
    owned,
    view,
    stream,
    /** Waits for the end of the turn. Returns it if this process reached it. Throws if the task is gone. */
    untilIdle: async (task: TaskRecord, { session, request }: Omit<Caller, 'lastEventId'>): Promise<TurnEnd | null> => {
      const ended = runs.endOf(task.id)
      if (ended) return ended
      const follow = { taskId: task.id, after: task.turnSeq, turnSeq: task.turnSeq, idleMs: pingMs }
      const look = async () => void (await owned(task.id, session))
      await followTask(reading, follow, request.signal(), (page) => (page.length === 0 ? look() : undefined))
      return null
    },
    /** Resumes a stream after the reader's last event of this turn, or at the turn's beginning. */
    resume: async (task: TaskRecord, lastEventId: string | null, historyLength: number | null) => {
      const last = await lastEvent(query, task)
      const sent = lastSeen(lastEventId, task.id)
      const seen = sent !== null && sent <= last ? sent : isRunning(task.state) ? task.turnSeq : last
      // A reader that has seen the end gets it again: it would take a stream without one for a broken connection.
      const after = isRunning(task.state) ? seen : Math.min(seen, last - 1)
      return stream(task, await view(task, historyLength), Math.max(after, task.turnSeq))
    },
  }
}

function sendMethods(
  options: MethodOptions,
  { owned, view, stream, untilIdle, resume }: TaskViews,
): [string, Method][] {
  const { database, live, runs, agentIds, now, grants } = options
  const beginnings = new Beginnings(database.query)

  const take = (params: SendParams, session: Session, isWhole: boolean) =>
    acceptMessage(params, session, { database, live, agentIds, runs, beginnings, now, grants, isWhole })

  const send: Method = async (raw, { session, request }) => {
    const params = parseSendParams(raw)
    const { blocking, historyLength } = params
    const accepted = await take(params, session, blocking)
    const id = accepted.kind === 'repeat' ? accepted.taskId : accepted.task.id
    const task = accepted.kind === 'repeat' ? await owned(id, session) : accepted.task
    if (!blocking || !isRunning(task.state)) return value(await view(task, historyLength))
    const end = await (accepted.kind === 'begun' ? accepted.ended : untilIdle(task, { session, request }))
    if (end) return value(taskView(end.task, lastMessages(end.history, historyLength)))
    return value(await view(await owned(id, session), historyLength))
  }

  const sendStreaming: Method = async (raw, { session }) => {
    const params = parseSendParams(raw)
    const { historyLength } = params
    const accepted = await take(params, session, false)
    if (accepted.kind === 'repeat') return resume(await owned(accepted.taskId, session), null, historyLength)
    const { task } = accepted
    if (accepted.kind !== 'begun') return stream(task, await view(task, historyLength), task.turnSeq)
    const submitted: TaskRecord = { ...task, state: 'submitted' }
    return stream(task, taskView(submitted, lastMessages([accepted.message], historyLength)), task.turnSeq)
  }

  return [
    ['message/send', send],
    ['message/stream', sendStreaming],
  ]
}

function taskMethods(options: MethodOptions, { owned, view, resume }: TaskViews): [string, Method][] {
  const { database, live, runs, peers, now } = options

  const get: Method = async (raw, { session }) => {
    const { id, historyLength, claim: asked } = parseGetParams(raw)
    const claim = asked && (await claimCall(database.query, { ...asked, taskId: id, owner: session.userId }, now()))
    const task = await view(await owned(id, session), historyLength)
    return value(claim ? { ...task, metadata: { ...task.metadata, claim } } : task)
  }

  const cancel: Method = async (raw, { session }) => {
    const { id, turnOnly } = parseCancelParams(raw)
    const { task, event, runner } = await cancelTask(database, { id, turnOnly }, session.userId, now())
    if (runs.has(id)) runs.stop(id, 'canceled')
    else if (runner) peers?.stop(id, runner)
    live.publish(id, [event])
    if (task.hasKept) runs.goOn(task)
    return value(await view(task, null))
  }

  const resubscribe: Method = async (raw, { session, lastEventId }) => {
    const params = parseResubscribeParams(raw)
    return resume(await owned(params.id, session), lastEventId ?? params.lastEventId, null)
  }

  return [
    ['tasks/get', get],
    ['tasks/cancel', cancel],
    ['tasks/resubscribe', resubscribe],
  ]
}

const refuse =
  (code: number, message: string): Method =>
  async () => {
    throw new RpcError(code, message)
  }

const value = (result: unknown): MethodResult => ({ kind: 'value', value: result })

/** Returns the last `length` messages: all if it is null, undefined if it is 0. */
const lastMessages = (messages: Message[], length: number | null): Message[] | undefined =>
  length === 0 ? undefined : messages.slice(-(length ?? messages.length))

/** Returns the number in one of our event ids, `<taskId>:<seq>`. Null for any other. */
function lastSeen(lastEventId: string | null, taskId: string): number | null {
  const at = lastEventId?.lastIndexOf(':') ?? -1
  if (!lastEventId || lastEventId.slice(0, at) !== taskId || !/^\d{1,9}$/.test(lastEventId.slice(at + 1))) return null
  return Number(lastEventId.slice(at + 1))
}
