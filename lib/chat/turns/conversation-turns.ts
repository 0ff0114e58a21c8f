import { isWorking } from '@/lib/wire/decode/decode'
import { rpcCode } from '@/lib/wire/transport/jsonrpc'
import { type AgentError, asAgentError } from '../service/agent-error'
import type { StreamItem } from '../service/read-stream'
import { type FollowPorts, followTurn } from './follow-turn'
import { createTurn, type Turn, type TurnPorts } from './turn'

type Running = {
  turn: Turn
  aborter: AbortController
  stopWhenKnown: boolean
  /** Abandoned: what streams stays unfinished, to be read again later. */
  left: boolean
}

type RunOptions = {
  /** Id of the message that is answered. */
  seed?: string
  /** True if the stream resumes a turn that began before. */
  resumed?: boolean
  /** Called when the service has taken the request. */
  onAccepted?: () => void
  /** Called if the session ended while the answer was read. */
  onSignedOut: (error: AgentError) => void
}

/** Runs answers, at most one per conversation at a time, and stops them. */
export type ConversationTurns = {
  /**
   * Reads one answer into the conversation. Resolves when it is over, however it went. Rejects with AgentError only if
   * the service did not take the request.
   */
  run: (
    conversationId: string,
    open: (signal: AbortSignal, turn: Turn) => AsyncGenerator<StreamItem>,
    options: RunOptions,
  ) => Promise<void>
  isRunning: (conversationId: string) => boolean
  stop: (conversationId: string) => Promise<void>
  /** Abandons an answer without stopping the agent. */
  leave: (conversationId: string) => void
  /** Abandons every answer, and runs no more. */
  close: () => void
}

type Ports = TurnPorts &
  FollowPorts & {
    hasOpenCalls: (taskId: string) => boolean
    /** Shows what an error says about the connection. */
    note: (error: AgentError) => void
  }

export function createConversationTurns(ports: Ports): ConversationTurns {
  const { state, client } = ports
  const running = new Map<string, Running>()
  let isClosed = false

  const cancel = async (conversationId: string, { turn, aborter }: Running, taskId: string) => {
    try {
      const { turnOnly } = await client.abilities()
      if (aborter.signal.aborted) return
      turn.stop(true)
      // Ending the task would void its cards. Instead, stop reading and leave the agent to its answer.
      if (!turnOnly && ports.hasOpenCalls(taskId)) return aborter.abort()
      const task = await client.cancel(taskId, { turnOnly })
      if (aborter.signal.aborted) return
      turn.apply({ eventId: null, event: task }, true)
      if (!isWorking(task.state)) aborter.abort()
    } catch (thrown) {
      turn.stop(false)
      state.patch(conversationId, { stopping: false, notice: couldNotStop(asAgentError(thrown)) })
    }
  }

  const run: ConversationTurns['run'] = async (conversationId, open, options) => {
    if (isClosed) return
    const { seed, resumed = false } = options
    const turn = createTurn(conversationId, ports, seed)
    const current: Running = { turn, aborter: new AbortController(), stopWhenKnown: false, left: false }
    const { signal } = current.aborter
    running.set(conversationId, current)
    state.patch(conversationId, { running: true, stopping: false, notice: null })
    let told = false
    let accepted = resumed
    const onAccepted = () => {
      accepted = true
      state.setConnection('online')
      options.onAccepted?.()
    }
    const watched = async function* (source: AsyncGenerator<StreamItem>) {
      for await (const item of source) {
        yield item
        const taskId = turn.taskId()
        if (taskId === null) continue
        if (!told) state.tellRunning(conversationId)
        told = true
        if (!current.stopWhenKnown) continue
        current.stopWhenKnown = false
        void cancel(conversationId, current, taskId)
      }
    }
    try {
      const first = watched(open(signal, turn))
      const problem = await followTurn(ports, turn, first, { signal, resumed, onAccepted, onSilence: ports.note })
      if (!current.left) turn.finish(problem)
    } catch (thrown) {
      const error = asAgentError(thrown)
      if (!accepted) throw error
      turn.finish(error.message)
      if (error.code === 'unauthenticated') options.onSignedOut(error)
    } finally {
      running.delete(conversationId)
      state.patch(conversationId, { running: false, stopping: false })
    }
  }

  return {
    run,
    isRunning: (conversationId) => running.has(conversationId),
    stop: async (conversationId) => {
      const current = running.get(conversationId)
      if (!current || state.thread(conversationId)?.stopping) return
      state.patch(conversationId, { stopping: true, notice: null })
      const taskId = current.turn.taskId()
      // A message that the service has not taken yet cannot be stopped. The first event names its task.
      if (taskId === null || current.turn.taskState() === null) current.stopWhenKnown = true
      else await cancel(conversationId, current, taskId)
    },
    leave: (conversationId) => {
      const current = running.get(conversationId)
      if (current) leave(current)
    },
    close: () => {
      isClosed = true
      for (const current of running.values()) leave(current)
    },
  }
}

function leave(current: Running): void {
  current.left = true
  current.aborter.abort()
}

const couldNotStop = (error: AgentError): string =>
  error.rpcCode === rpcCode.taskNotCancelable
    ? `${error.message} Its answer is still being read.`
    : `The agent could not be stopped. ${error.message} Its answer is still being read.`
