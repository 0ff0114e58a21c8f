import { type AgentEvent, isWorking, type StatusEvent, type TaskSnapshot } from '@/lib/wire/decode/decode'
import type { TaskState } from '@/lib/wire/task'
import type { StreamItem } from '../service/read-stream'
import type { Conversation } from '../store/chat'
import { callsOnRecord, type ProposedCall } from '../store/proposed-call'
import type { TranscriptPorts } from './transcript'
import { createTurnMessages, isUnfinished } from './turn-messages'
import { createTurnTask, type TurnTask } from './turn-task'

export type TurnPorts = TranscriptPorts & {
  onCalls: (calls: readonly ProposedCall[]) => void
  /** Called with the calls of a task that the service waits for. */
  onAwaited: (taskId: string, callIds: readonly string[]) => void
}

/** One answer of the agent as it comes in. Puts each event into the conversation. */
export type Turn = {
  /** `resumed` is true if the stream was resumed: its snapshot then comes before the missed events. */
  apply: (item: StreamItem, resumed: boolean) => void
  taskId: () => string | null
  lastEventId: () => string | null
  /** State of the task, as far as this turn was told. */
  taskState: () => TaskState | null
  hasAnswer: () => boolean
  /** True if it has brought more than is read of one answer. The rest must not be read. */
  isFull: () => boolean
  /** Records that the person has stopped it; or, with `false`, that it could not be stopped. */
  stop: (isStopped: boolean) => void
  /** Ends the turn: nothing streams any more. `problem` tells why the answer broke off, if it did. */
  finish: (problem: string | null) => void
}

/**
 * `seed` is the message that is answered. Replies without an id from the service get theirs from it, so that every tab
 * and every reload reads the same answer under the same ids.
 */
export function createTurn(conversationId: string, ports: TurnPorts, seed?: string): Turn {
  const { state } = ports
  const task = createTurnTask(conversationId, state)
  const messages = createTurnMessages(conversationId, task, ports, seed)
  const position = createPosition(task, state.thread(conversationId)?.lastEventId ?? null)
  /** When the messages found by a look were said, if the service tells. */
  let spokenAt: number | null = null

  const newest = (): string => {
    const message = state.messagesOf(conversationId).at(-1)
    return message ? `${message.id} ${isUnfinished(message)}` : ''
  }
  const newestBefore = newest()

  const takeStatus = (event: StatusEvent) => {
    task.take(event)
    if (event.message) messages.settle(event.message)
    const taskId = task.id()
    if (event.final && event.pendingCalls && taskId !== null) ports.onAwaited(taskId, event.pendingCalls)
  }

  const takeTask = (snapshot: TaskSnapshot, isLook: boolean) => {
    task.take(snapshot)
    const history = snapshot.history ?? (snapshot.message ? [snapshot.message] : [])
    messages.takeHistory(history, snapshot.history !== null, isLook ? (snapshot.at ?? null) : undefined)
    if (!isWorking(snapshot.state)) for (const artifact of snapshot.artifacts) messages.takeArtifact(artifact)
    const calls = callsOnRecord(snapshot.taskId, history, snapshot.pendingCalls, snapshot.state)
    if (calls.length > 0) ports.onCalls(calls)
  }

  const take = (event: AgentEvent, resumed: boolean) => {
    spokenAt = event.type === 'task' && resumed ? (event.at ?? null) : null
    switch (event.type) {
      case 'task':
        return takeTask(event, resumed)
      case 'status':
        return takeStatus(event)
      case 'delta':
        return messages.takeDelta(event)
      case 'message':
        return messages.settle(event.message)
      case 'unreadable':
        return messages.takeUnreadable(event)
    }
  }

  return {
    apply: (item, resumed) => {
      const { event } = item
      if (!position.advance(item, resumed)) return
      if (event.type !== 'end' && event.type !== 'failure' && event.type !== 'unreadable') task.locate(event)
      take(event, resumed)
      if (event.type !== 'task') return
      // From here on, a reload can resume the stream.
      state.patch(conversationId, { lastEventId: position.lastEventId() })
      messages.save()
    },
    taskId: task.id,
    lastEventId: position.lastEventId,
    taskState: task.state,
    hasAnswer: messages.hasAnswer,
    isFull: messages.isFull,
    stop: task.stop,
    finish: (broken) => {
      const problem = broken ?? task.problem()
      const end = problem === null ? null : { problem, ...(broken === null ? { final: true as const } : {}) }
      messages.end(task.isStopped() ? null : end)
      const unread: Partial<Conversation> = state.isLookedAt(conversationId) ? {} : { unread: true }
      // A look changes no time. Only a message does, and one that was found was said before.
      const changed = newest() === newestBefore ? undefined : { updatedAt: spokenAt ?? ports.now(), ...unread }
      // A turn that broke off is read again from its beginning.
      state.patch(conversationId, broken ? {} : { lastEventId: position.lastEventId() }, changed)
      messages.save()
    },
  }
}

/** Tracks the last event read from the task's stream. `known` is the one before this turn. */
function createPosition(task: TurnTask, known: string | null) {
  let lastEventId = task.id() === null ? null : known
  let lastNumber = numberOf(lastEventId, task.id()) ?? 0
  return {
    lastEventId: () => lastEventId,
    /** Returns false for a piece that was read before. */
    advance: ({ eventId, event }: StreamItem, resumed: boolean): boolean => {
      // The number of a snapshot in a resumed stream says nothing about what follows it.
      if (eventId === null || event.type === 'end' || (resumed && event.type === 'task')) return true
      const number = numberOf(eventId, task.id())
      if (resumed && event.type === 'delta' && number !== null && number <= lastNumber) return false
      lastNumber = number ?? lastNumber
      lastEventId = eventId
      return true
    },
  }
}

/** Returns the number of an event whose id is `<task>:<number>`, as our service counts them. Null for other ids. */
function numberOf(eventId: string | null, taskId: string | null): number | null {
  if (eventId === null || taskId === null || !eventId.startsWith(`${taskId}:`)) return null
  const number = eventId.slice(taskId.length + 1)
  return /^\d{1,15}$/.test(number) ? Number(number) : null
}
