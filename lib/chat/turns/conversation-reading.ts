import { isWorking, type TaskSnapshot } from '@/lib/wire/decode/decode'
import { rpcCode } from '@/lib/wire/transport/jsonrpc'
import type { AgentClient } from '../service/agent-client'
import { type AgentError, asAgentError, knowsNoTask } from '../service/agent-error'
import { lastMessages } from '../store/chat-state'
import type { ChatQueue } from './chat-queue'
import type { ConversationTurns } from './conversation-turns'
import type { DeferredRetries } from './deferred-retries'
import { settleUnsent } from './outgoing-messages'
import { createTurn, type TurnPorts } from './turn'

type ReadingPorts = TurnPorts & {
  client: AgentClient
  queue: ChatQueue
  retries: DeferredRetries
  turns: ConversationTurns
  /** Resolves when storage has been read. */
  loaded: Promise<void>
  note: (error: AgentError) => void
}

/** Reads conversations from the service. */
export type ConversationReading = {
  /** Queues bringing a conversation up to date. */
  open: (conversationId: string) => void
  /** The same after whatever is being read now, which may have come too early. */
  lookAgain: (conversationId: string) => void
  /** Queues resuming the stream of a conversation. */
  follow: (conversationId: string) => void
  /**
   * Rereads a conversation at once, and resumes its stream if the agent is working. Resolves with true if that worked,
   * or if there is nothing to read it from.
   */
  bringUpToDate: (conversationId: string) => Promise<boolean>
}

export function createConversationReading(ports: ReadingPorts): ConversationReading {
  const { state, client, queue, retries, turns } = ports

  const read = (id: string, job: string) =>
    queue.add(id, { kind: 'open', id: job, run: async () => void (await bringUpToDate(id)) })
  const open = (id: string) => read(id, id)

  const readStream = (id: string, taskId: string, lastEventId: string | null) =>
    turns.run(id, (signal) => client.resubscribe(taskId, lastEventId, signal), {
      resumed: true,
      onSignedOut: (error) => retries.defer(error, () => open(id)),
    })

  /** Reads a conversation that has no messages here. Shows the last messages of a long one first. */
  const readFromEnd = async (id: string, taskId: string): Promise<TaskSnapshot> => {
    const end = await client.get(taskId, undefined, lastMessages)
    if (end.history?.length !== lastMessages) return end
    // Its calls are entered with all earlier messages.
    createTurn(id, { ...ports, onCalls: () => {} }).apply({ eventId: null, event: end }, true)
    return client.get(taskId)
  }

  const bringUpToDate: ConversationReading['bringUpToDate'] = async (id) => {
    await ports.loaded
    await state.loadMessages(id)
    const thread = state.thread(id)
    const taskId = thread?.conversation.taskId
    if (!thread || !taskId) {
      settleUnsent(state, id)
      return false
    }
    try {
      const task = thread.messageIds.length === 0 ? await readFromEnd(id, taskId) : await client.get(taskId)
      state.setConnection('online')
      const turn = createTurn(id, ports)
      turn.apply({ eventId: null, event: task }, true)
      state.patch(id, { notice: null })
      settleUnsent(state, id)
      if (isWorking(task.state)) await readStream(id, taskId, thread.lastEventId)
      else turn.finish(null)
      return true
    } catch (thrown) {
      const error = asAgentError(thrown)
      ports.note(error)
      settleUnsent(state, id)
      if (retries.defer(error, () => open(id))) return false
      if (error.rpcCode === rpcCode.taskNotFound) state.patch(id, { notice: error.message }, { ended: true })
      else state.patch(id, { notice: `${error.message} You are seeing what this browser has kept.` })
      state.save(id)
      return knowsNoTask(error)
    }
  }

  return {
    open,
    lookAgain: (id) => read(id, `${id}, again`),
    follow: (id) =>
      queue.add(id, {
        kind: 'open',
        id,
        run: async () => {
          const thread = state.thread(id)
          const taskId = thread?.conversation.taskId
          if (thread && taskId) await readStream(id, taskId, thread.lastEventId)
        },
      }),
    bringUpToDate,
  }
}
