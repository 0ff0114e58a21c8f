import { withinBounds } from '@/lib/wire/bounds'
import { type AgentEvent, type DeltaEvent, isWorking, type StatusEvent, type TaskSnapshot } from '@/lib/wire/decode'
import type { ReadMessage, ReadPart } from '@/lib/wire/decode-parts'
import { isTerminal, type TaskState } from '@/lib/wire/task'
import type { StreamItem } from '../service/agent-client'
import { quotable } from '../service/agent-error'
import type { ChatMessage, Conversation } from '../store/chat'
import { localId, mergeHistory } from '../store/merge-history'
import { callsIn, callsOnRecord, type ProposedCall, proposedOf } from '../store/proposed-call'
import { createTranscript, type TranscriptPorts, textOf } from './transcript'
import { createTurnLimit, isWithinBounds } from './turn-limit'

export type TurnPorts = TranscriptPorts & {
  onCalls: (calls: readonly ProposedCall[]) => void
  /** The service says which calls of a task it waits for. */
  onAwaited: (taskId: string, callIds: readonly string[]) => void
}

/** One answer of the agent as it comes in: each event is put into the conversation. */
export type Turn = {
  /** `resumed` where the stream was taken up again: its snapshot then comes before what was missed. */
  apply: (item: StreamItem, resumed: boolean) => void
  taskId: () => string | null
  lastEventId: () => string | null
  /** State of the task, as far as this turn was told. */
  taskState: () => TaskState | null
  hasAnswer: () => boolean
  /** It has brought more than is read of one answer: the rest is not to be read. */
  isFull: () => boolean
  /** The person has stopped it; or, `false`, it could not be stopped. */
  stop: (isStopped: boolean) => void
  /** The turn is over: nothing streams any more. `problem` says why, where it broke off. */
  finish: (problem: string | null) => void
}

/**
 * `seed` is the message that is answered. Replies to which the service gives no id get theirs from it, so that every
 * tab and every new start reads the same answer under the same ids.
 */
export function createTurn(conversationId: string, ports: TurnPorts, seed?: string): Turn {
  const { state } = ports
  const transcript = createTranscript(conversationId, ports)
  const before = state.thread(conversationId)
  let taskId = before?.conversation.ended ? null : (before?.conversation.taskId ?? null)
  let lastEventId = taskId === null ? null : (before?.lastEventId ?? null)
  let lastNumber = numberOf(lastEventId, taskId) ?? 0
  let taskState: TaskState | null = null
  let hasAnswer = false
  /** The draft of a service that does not name its replies. */
  let unnamed: string | null = null
  let problem: string | null = null
  /** The task has ended, and no message said how. */
  let isUnexplained = false
  let isStopped = false
  /** Messages that came while the agent was still at work: the service may send them again with more in them. */
  const provisional = new Set<string>()
  const limit = createTurnLimit()
  const unreadable = new Map<string, ReadPart>()

  const newest = (): string => {
    const message = state.messagesOf(conversationId).at(-1)
    return message ? `${message.id} ${isUnfinished(message)}` : ''
  }
  const newestBefore = newest()

  const place = () => taskId ?? conversationId
  const answered = seed ?? state.messagesOf(conversationId).findLast(({ role }) => role === 'user')?.id ?? 'start'
  let nameless = 0
  /** When what a look has found was said, as far as the service tells. */
  let spokenAt: number | null = null
  const unseen = (): Partial<Conversation> => (state.isLookedAt(conversationId) ? {} : { unread: true })

  const nextId = () => `${place()}/${answered}/${++nameless}`

  const propose = (parts: readonly ReadPart[]) => {
    if (taskId === null) return
    const task = taskId
    const calls = callsIn(parts).map((part) => ({ ...proposedOf(task, part), answered: null }))
    if (calls.length > 0) ports.onCalls(calls)
  }

  /** Learns which task this is about. */
  const locate = (event: { taskId: string | null; contextId: string | null }) => {
    const known = state.thread(conversationId)?.conversation
    if (!known) return
    taskId = event.taskId ?? taskId
    const contextId = event.contextId ?? known.contextId
    if (taskId === null || (taskId === known.taskId && contextId === known.contextId && !known.ended)) return
    const former = known.taskId === null || known.taskId === taskId ? [] : [known.taskId]
    const formerTasks = [...(known.formerTasks ?? []), ...former]
    state.patch(conversationId, {}, { taskId, contextId, ended: false, ...(formerTasks.length > 0 && { formerTasks }) })
  }

  const enter = (next: TaskState | null) => {
    taskState = next ?? taskState
    if (next !== null && isTerminal(next)) state.patch(conversationId, {}, { ended: true })
  }

  /** What is to be said of a task that ended without a word; null where it was answered, or goes on. */
  const endWords = (): string | null => {
    const isAnswered = state.messagesOf(conversationId).at(-1)?.role === 'agent'
    if (isStopped && !(taskState !== null && isTerminal(taskState))) return isAnswered ? null : stoppedAlone
    if (!isUnexplained || taskState === null) return null
    if (taskState === 'canceled' && state.thread(conversationId)?.stopping) return isAnswered ? null : stoppedByPerson
    return isAnswered && (taskState === 'completed' || taskState === 'canceled')
      ? null
      : (endedWithout[taskState] ?? null)
  }

  /** A whole message, which takes the place of its draft. */
  const settle = (message: ReadMessage) => {
    const replaced = message.role === 'agent' ? transcript.saidBy(message) : []
    const named = localId(message, place(), state.message)
    const id = named ?? (unnamed !== null && replaced.includes(unnamed) ? unnamed : nextId())
    if (!put(id, message)) return
    if (isWorking(taskState)) provisional.add(id)
    propose(message.parts)
  }

  /** Writes a message unless it is there already. `at` is when it was said, null where that is not known; now where it is left out. True if it was news. */
  const put = (id: string, message: ReadMessage, at?: number | null): boolean => {
    const known = state.message(id)
    if (message.role === 'agent') hasAnswer = true
    else transcript.markSent(id, taskId)
    if (known?.undated && message.at !== undefined) transcript.date(id, message.at)
    if (known && (known.role === 'user' || !(isUnfinished(known) || provisional.has(id)))) return false
    limit.take(message.parts, 'message')
    if (message.role === 'agent') transcript.forget(transcript.saidBy(message).filter((draft) => draft !== id))
    const stopped = known?.status === 'streaming' && (isStopped || taskState === 'canceled')
    const status = message.role === 'user' ? 'sent' : stopped ? 'stopped' : 'complete'
    transcript.writeWhole(id, message, taskId, status, at)
    return true
  }

  const takeDelta = (event: DeltaEvent) => {
    if (event.messageId === null) unnamed ??= nextId()
    const id = event.messageId === null ? unnamed : `${place()}/${event.messageId}`
    if (id === null) return
    const known = state.message(id)
    const length = event.append ? (state.writer(id)?.text().length ?? 0) : 0
    if ((!known || isUnfinished(known)) && !isWithinBounds({ length, parts: known?.parts ?? [] }, event))
      return limit.close()
    if (!transcript.add(id, event, taskId)) return
    limit.take([{ type: 'text', text: event.text }, ...event.parts], 'piece')
    hasAnswer = true
    propose(event.parts)
  }

  const takeStatus = (event: StatusEvent) => {
    enter(event.state)
    isUnexplained = isOver(event)
    problem = event.problem?.message ?? problem
    if (event.message) settle(event.message)
    if (event.final && event.pendingCalls && taskId !== null) ports.onAwaited(taskId, event.pendingCalls)
  }

  const takeTask = (task: TaskSnapshot, isLook: boolean) => {
    enter(task.state)
    isUnexplained = isOver(task)
    problem = task.problem?.message ?? problem
    const history = task.history ?? (task.message ? [task.message] : [])
    takeHistory(history, task.history !== null, isLook ? (task.at ?? null) : undefined)
    if (!isWorking(task.state)) for (const artifact of task.artifacts) takeArtifact(artifact)
    const calls = callsOnRecord(task.taskId, history, task.pendingCalls, task.state)
    if (calls.length > 0) ports.onCalls(calls)
  }

  const freshId = (): string => {
    const id = nextId()
    return state.message(id) ? freshId() : id
  }

  const takeHistory = (history: readonly ReadMessage[], isWhole: boolean, lastAt: number | null | undefined) => {
    if (history.length === 0) return
    const shown = state.messagesOf(conversationId)
    const { messageIds, placed } = mergeHistory(shown, history, { place: place(), isWhole, newId: freshId })
    state.patch(conversationId, { messageIds })
    const last = placed.at(-1)
    for (const each of placed) {
      const isDated = each === last || lastAt === undefined
      put(each.id, each.message, each.message.at ?? (isDated ? lastAt : null))
      if (each.message.resends) transcript.markResent(each.id, each.message.resends, place())
    }
    forgetBroken(history)
  }

  /** An answer that broke off here, and that the service has whole. */
  const forgetBroken = (history: readonly ReadMessage[]) => {
    const words = history.filter(({ role }) => role === 'agent').map(({ parts }) => textOf(parts))
    const broken = state.messagesOf(conversationId).filter(({ status, role, parts }) => {
      if (status !== 'broken' || role !== 'agent') return false
      const text = textOf(parts).trimEnd()
      return text === '' ? history.at(-1)?.role === 'agent' : words.some((whole) => whole.startsWith(text))
    })
    transcript.forget(broken.map(({ id }) => id))
  }

  const takeArtifact = (artifact: ReadMessage) => {
    const text = textOf(artifact.parts)
    const shown = state.messagesOf(conversationId)
    const isSaid = shown.some(({ role, parts }) => role === 'agent' && textOf(parts).includes(text))
    if (!isSaid || callsIn(artifact.parts).length > 0) settle(artifact)
  }

  const take = (event: AgentEvent, resumed: boolean) => {
    spokenAt = null
    switch (event.type) {
      case 'task':
        if (resumed) spokenAt = event.at ?? null
        return takeTask(event, resumed)
      case 'status':
        return takeStatus(event)
      case 'delta':
        return takeDelta(event)
      case 'message':
        return settle(event.message)
      case 'unreadable':
        if (!unreadable.has(event.reason)) limit.take([event], 'message')
        unreadable.set(event.reason, event)
    }
  }

  return {
    apply: ({ eventId, event }, resumed) => {
      // The number of a snapshot that comes with a resumed stream says nothing about what comes after it.
      if (eventId !== null && event.type !== 'end' && !(resumed && event.type === 'task')) {
        const number = numberOf(eventId, taskId)
        if (resumed && event.type === 'delta' && number !== null && number <= lastNumber) return
        lastNumber = number ?? lastNumber
        lastEventId = eventId
      }
      if (event.type !== 'end' && event.type !== 'failure' && event.type !== 'unreadable') locate(event)
      take(event, resumed)
      if (event.type !== 'task') return
      // From here on a reload can take up the stream.
      state.patch(conversationId, { lastEventId })
      transcript.save()
    },
    taskId: () => taskId,
    lastEventId: () => lastEventId,
    taskState: () => taskState,
    hasAnswer: () => hasAnswer,
    isFull: limit.isFull,
    stop: (is) => {
      isStopped = is
    },
    finish: (broken) => {
      const stopped = isStopped || taskState === 'canceled'
      const failed = problem && `The agent could not finish: “${quotable(problem).replace(/\.$/, '')}”. Try again.`
      const why = stopped ? null : (broken ?? failed)
      const ended = transcript.endDrafts(stopped ? 'stopped' : why ? 'broken' : 'complete', why, taskId)
      if (why && ended === 0) transcript.addBroken(freshId(), why, taskId)
      const end = why ? null : endWords()
      if (end) transcript.addEnded(freshId(), end, taskId)
      if (unreadable.size > 0)
        transcript.writeWhole(
          freshId(),
          { messageId: null, role: 'agent', parts: withinBounds([...unreadable.values()]) },
          taskId,
          'complete',
        )
      // A turn that broke off is read again from where it began.
      // A look brings no new time: only a message does, and one that is found was said before.
      const changed = newest() === newestBefore ? undefined : { updatedAt: spokenAt ?? ports.now(), ...unseen() }
      state.patch(conversationId, broken ? {} : { lastEventId }, changed)
      transcript.save()
    },
  }
}

/** The task is over by this, and nothing that the service says here tells why. */
const isOver = ({ state, message, problem }: StatusEvent | TaskSnapshot): boolean =>
  state !== null && isTerminal(state) && !message && !problem

const nextStarts = 'This moved no money. Your next message starts a new task.'
const stoppedAlone = 'You stopped this before the agent answered. This moved no money.'
const stoppedByPerson = `You stopped this before the agent answered. ${nextStarts}`
/** A task that has ended, in words. They are ours: the service has said nothing but the state. */
const endedWithout: Partial<Record<TaskState, string>> = {
  failed: `The agent service says that this failed, and not why. ${nextStarts}`,
  rejected: `The agent service turned this down, and does not say why. ${nextStarts}`,
  canceled: `The agent service says that this was canceled, without an answer. ${nextStarts}`,
  completed: `The agent service says that this is completed, without an answer. ${nextStarts}`,
}

const isUnfinished = ({ status }: ChatMessage): boolean => status === 'streaming' || status === 'broken'

/** The number of an event whose id is `<task>:<number>`, as our service counts them. Null for ids of other kinds. */
function numberOf(eventId: string | null, taskId: string | null): number | null {
  if (eventId === null || taskId === null || !eventId.startsWith(`${taskId}:`)) return null
  const number = eventId.slice(taskId.length + 1)
  return /^\d{1,15}$/.test(number) ? Number(number) : null
}
