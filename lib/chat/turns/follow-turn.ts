import { isWorking } from '@/lib/wire/decode/decode'
import { rpcCode } from '@/lib/wire/transport/jsonrpc'
import type { Online } from '../page/online'
import type { Timers } from '../page/timers'
import type { AgentClient } from '../service/agent-client'
import { AgentError, asAgentError, knowsNoTask } from '../service/agent-error'
import type { StreamItem } from '../service/read-stream'
import type { Turn } from './turn'

export type FollowPorts = { client: AgentClient; timers: Timers; online: Online; now: () => number }

/** Milliseconds before each new try. After the last one the turn counts as cut off. */
const backOff = [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]
/** Milliseconds between two requests if the service cannot stream a running task. */
const askEvery = 2000

const cutShort = 'The connection was lost and could not be restored. The agent may still be working: try again.'

const tooLong =
  'The answer is longer than this app reads, so reading stopped. What came before that is here; nothing was done with the rest.'

type FollowOptions = {
  signal: AbortSignal
  resumed?: boolean
  /** Called when the service has taken the request, and when it responds again after a silence. */
  onAccepted: () => void
  /** Called if the stream broke and resuming it failed too. The answer is still waited for. */
  onSilence: (error: AgentError) => void
}

/**
 * Reads an answer to its end: first the stream, and if that drops, the rest by `tasks/resubscribe`, or by polling the
 * task if the service does not support that. Resolves with null at the end, or with an explanation if the answer was
 * cut off. Rejects with AgentError if the service did not take the request, or wants a sign-in.
 */
export async function followTurn(
  ports: FollowPorts,
  turn: Turn,
  first: AsyncGenerator<StreamItem>,
  { signal, resumed = false, onAccepted, onSilence }: FollowOptions,
): Promise<string | null> {
  const { client } = ports
  let source = first
  let isResumed = resumed
  let accepted = resumed
  let canStream = true
  let failures = 0
  /** True if the stream broke rather than ended. */
  let isBroken = false
  let isSilent = false
  for (;;) {
    let wait = canStream ? null : askEvery
    try {
      for await (const item of source) {
        if (signal.aborted) return null
        // A snapshot comes with every try. Only what follows it is progress.
        if (item.event.type !== 'task' || !canStream) failures = 0
        turn.apply(item, isResumed)
        if (!accepted || isSilent) onAccepted()
        accepted = true
        isSilent = false
        if (item.event.type === 'end') return null
        if (turn.isFull()) return tooLong
      }
      if (hasEnded(turn)) return null
    } catch (thrown) {
      if (signal.aborted) return null
      const error = asAgentError(thrown)
      if (!accepted || error.code === 'unauthenticated') throw error
      if (isLacking(error) && canStream) {
        canStream = false
        failures = 0
        wait = 0
      } else if (error.code === 'rpc') {
        if (!knowsNoTask(error)) return error.message
        // A service without tasks to ask for has streamed all there is, unless it was still working.
        return turn.hasAnswer() && !isBroken && !isWorking(turn.taskState()) ? null : cutShort
      } else if (error.code === 'rate-limited') {
        failures = 0
        wait = Math.max(0, (error.retryAt ?? 0) - ports.now())
      } else if (error.code === 'offline') {
        failures = 0
        isBroken = true
        await untilOnline(ports.online, signal)
      } else {
        // A stream that is picked up at once is nobody's concern.
        if (isBroken) {
          onSilence(error)
          isSilent = true
        }
        isBroken = true
      }
    }
    const taskId = turn.taskId()
    if (signal.aborted) return null
    if (!accepted)
      throw new AgentError('unreadable', 'The agent service closed the connection without an answer. Try again.', {
        unsure: true,
      })
    const pause = failures < backOff.length ? (wait ?? backOff[failures]) : undefined
    failures += 1
    if (taskId === null || pause === undefined) return cutShort
    await elapse(ports.timers, pause, signal)
    if (signal.aborted) return null
    isResumed = true
    source = canStream ? client.resubscribe(taskId, turn.lastEventId(), signal) : askFor(client, taskId, signal)
  }
}

/** True if a stream that closed without an end event was complete: other dialects end like that. */
function hasEnded(turn: Turn): boolean {
  const state = turn.taskState()
  return state === null ? turn.taskId() === null && turn.hasAnswer() : !isWorking(state)
}

/** True if the service cannot resume a stream. */
const isLacking = ({ code, rpcCode: number }: AgentError): boolean =>
  code === 'rpc' && (number === rpcCode.methodNotFound || number === rpcCode.unsupportedOperation)

async function* askFor(client: AgentClient, taskId: string, signal: AbortSignal): AsyncGenerator<StreamItem> {
  const task = await client.get(taskId, signal)
  yield { eventId: null, event: task }
  if (!isWorking(task.state)) yield { eventId: null, event: { type: 'end' } }
}

/** Resolves after `ms` milliseconds, or at once on an abort. */
function elapse(timers: Timers, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      cancel()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const cancel = timers.after(ms, done)
    signal.addEventListener('abort', done)
  })
}

function untilOnline(online: Online, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (online.isOnline() || signal.aborted) return resolve()
    const stop = online.subscribe(() => {
      if (online.isOnline()) done()
    })
    const done = () => {
      stop()
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
