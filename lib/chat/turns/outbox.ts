import type { Locks } from '@/lib/execution/signing/locks'
import type { ToolResult } from '@/lib/wire/result'
import type { Timers } from '../page/timers'
import { type AgentError, asAgentError } from '../service/agent-error'
import type { ReturnAnswer, ReturnToSend } from './returns'

/** A settled call whose outcome the service has not acknowledged. */
export type UnreportedCall = {
  key: string
  taskId: string
  callId: string
  /** The name that the call came with. */
  toolName: string
  outcome: ToolResult
}

export type OutboxOptions = {
  /** Returns the calls of one account, oldest first. */
  unreported: () => Promise<readonly UnreportedCall[]>
  /** Records that the service has the outcome or, with `unwanted`, no longer wants it. */
  markReported: (key: string, how?: 'unwanted') => Promise<void>
  /** Calls the listener on every change of the ledger. */
  subscribe: (listener: () => void) => () => void
  /** `sendReturn` of the chat. */
  send: (outcome: ReturnToSend) => Promise<ReturnAnswer>
  /** Lets one tab send at a time. Null if the browser has no locks: the service takes a repeat only once. */
  locks: Locks | null
  /** Separates the senders of different accounts. */
  owner: string
  timers: Timers
  now: () => number
}

export type Outbox = {
  /** Tries at once: after a sign-in, or when the network is back. */
  wake: () => void
  dispose: () => void
}

/** Milliseconds before each next try. The last one repeats. */
const backOff = [1000, 2000, 5000, 15_000, 30_000, 60_000]

/**
 * Delivers every outcome to the agent, retrying until the service has acknowledged it. Outcomes of one task go in
 * order; tasks do not wait for each other.
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const { locks, owner, timers, now } = options
  const aborter = new AbortController()
  const sending = createSending(options, aborter.signal)
  let failures = 0
  let isRunning = false
  let isAskedAgain = false
  let cancelWait: (() => void) | null = null

  const run = async () => {
    if (isRunning) {
      isAskedAgain = true
      // Outcomes of other tasks need not wait for busy conversations. A failure here is reported by the main run too.
      await sending.sendMore().catch(() => undefined)
      return
    }
    isRunning = true
    cancelWait?.()
    cancelWait = null
    let errors: readonly AgentError[]
    try {
      errors = locks
        ? await locks.hold(`countersign:outbox:${owner}`, sending.sendAll, aborter.signal)
        : await sending.sendAll()
    } catch (thrown) {
      errors = [asAgentError(thrown)]
    }
    isRunning = false
    if (aborter.signal.aborted) return
    if (errors.length > 0) wait(errors)
    else failures = 0
    if (isAskedAgain) {
      isAskedAgain = false
      if (errors.length === 0) await run()
    }
  }

  const wait = (errors: readonly AgentError[]) => {
    const pause = backOff[Math.min(failures, backOff.length - 1)] ?? 0
    failures += 1
    const retryAt = Math.max(...errors.map((error) => error.retryAt ?? 0))
    cancelWait = timers.after(Math.max(pause, retryAt - now()), () => void run())
  }

  // A change during a pause does not shorten it: the service is not answering.
  const unsubscribe = options.subscribe(() => {
    if (cancelWait === null) void run()
  })
  void run()

  return {
    wake: () => void run(),
    dispose: () => {
      unsubscribe()
      aborter.abort()
      cancelWait?.()
    },
  }
}

/** Sends outcomes, task by task. Only the holder of the lock may call `sendAll`. */
function createSending({ unreported, markReported, send }: OutboxOptions, signal: AbortSignal) {
  /** For this turn at the lock: keys already sent, tasks whose outcomes are being sent, and tasks that failed. */
  const told = new Set<string>()
  const underWay = new Map<string, Promise<void>>()
  const failed = new Map<string, AgentError>()
  let hasLock = false

  /** Sends the outcomes of one task. Resolves with null after all of them, or with the error that stopped it. */
  const sendTask = async (calls: readonly UnreportedCall[]): Promise<AgentError | null> => {
    for (const { key, taskId, callId, toolName, outcome } of calls) {
      if (signal.aborted) return null
      try {
        const answer = await send({ taskId, callId, name: toolName, result: outcome })
        await (answer.taken ? markReported(key) : markReported(key, 'unwanted'))
        told.add(key)
      } catch (thrown) {
        return asAgentError(thrown)
      }
    }
    return null
  }

  /** Starts sending for every task that has outcomes and is not being sent for. */
  const sendNew = async () => {
    const byTask = new Map<string, UnreportedCall[]>()
    for (const call of await unreported())
      if (!told.has(call.key)) byTask.set(call.taskId, [...(byTask.get(call.taskId) ?? []), call])
    for (const [taskId, calls] of byTask) {
      if (!hasLock || signal.aborted || underWay.has(taskId) || failed.has(taskId)) continue
      const done = sendTask(calls)
        .then((error) => void (error && failed.set(taskId, error)))
        .finally(() => underWay.delete(taskId))
      underWay.set(taskId, done)
    }
  }

  return {
    /** Sends outcomes that have come since, if this tab is sending. */
    sendMore: async () => {
      if (hasLock) await sendNew()
    },
    /** Sends until only failing outcomes are left, and returns their errors. */
    sendAll: async (): Promise<readonly AgentError[]> => {
      hasLock = true
      told.clear()
      failed.clear()
      try {
        for (;;) {
          await sendNew()
          if (underWay.size === 0) break
          await Promise.race(underWay.values())
        }
      } finally {
        hasLock = false
      }
      return [...failed.values()]
    },
  }
}
