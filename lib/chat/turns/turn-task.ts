import { isWorking, type StatusEvent, type TaskSnapshot } from '@/lib/wire/decode/decode'
import { isTerminal, type TaskState } from '@/lib/wire/task'
import { quotable } from '../service/agent-error'
import type { ChatState } from '../store/chat-state'

export type TurnTask = ReturnType<typeof createTurnTask>

/** The task of an answer, as far as its turn was told: its id, its state, and how it ended. */
export function createTurnTask(conversationId: string, state: ChatState) {
  const before = state.thread(conversationId)?.conversation
  let taskId = before && !before.ended ? before.taskId : null
  let taskState: TaskState | null = null
  let problem: string | null = null
  /** True if the task has ended and no message said how. */
  let isUnexplained = false
  /** True if the person has stopped the answer. */
  let isStopped = false

  return {
    id: () => taskId,
    state: () => taskState,
    isWorking: () => isWorking(taskState),
    stop: (is: boolean) => {
      isStopped = is
    },
    isStopped: () => isStopped || taskState === 'canceled',
    /**
     * Tells a person why the agent could not finish; null if it did not say. What to do is up to the service's words, and
     * to the button that stands beside them.
     */
    problem: () => problem && `The agent could not finish: “${quotable(problem).replace(/\.$/, '')}”.`,

    /** Learns which task this is about. */
    locate: (event: { taskId: string | null; contextId: string | null }) => {
      const known = state.thread(conversationId)?.conversation
      if (!known) return
      taskId = event.taskId ?? taskId
      const contextId = event.contextId ?? known.contextId
      if (taskId === null || (taskId === known.taskId && contextId === known.contextId && !known.ended)) return
      const former = known.taskId === null || known.taskId === taskId ? [] : [known.taskId]
      const formerTasks = [...(known.formerTasks ?? []), ...former]
      const about = { taskId, contextId, ended: false, ...(formerTasks.length > 0 && { formerTasks }) }
      state.patch(conversationId, {}, about)
    },

    /** Takes the task's state from the service. */
    take: (told: StatusEvent | TaskSnapshot) => {
      taskState = told.state ?? taskState
      if (told.state !== null && isTerminal(told.state)) state.patch(conversationId, {}, { ended: true })
      isUnexplained = told.state !== null && isTerminal(told.state) && !told.message && !told.problem
      problem = told.problem?.message ?? problem
    },

    /** Explains a task that ended without words; null if it was answered, or goes on. */
    endWords: (): string | null => {
      const isAnswered = state.messagesOf(conversationId).at(-1)?.role === 'agent'
      if (isStopped && !(taskState !== null && isTerminal(taskState))) return isAnswered ? null : stoppedAlone
      if (!isUnexplained || taskState === null) return null
      if (taskState === 'canceled' && state.thread(conversationId)?.stopping) return isAnswered ? null : stoppedByPerson
      return isAnswered && (taskState === 'completed' || taskState === 'canceled')
        ? null
        : (endedWithout[taskState] ?? null)
    },
  }
}

const nextStarts = 'This moved no money. Your next message starts a new task.'
const stoppedAlone = 'You stopped this before the agent answered. This moved no money.'
const stoppedByPerson = `You stopped this before the agent answered. ${nextStarts}`
/** Explanations of ended tasks. They are ours: the service gave nothing but the state. */
const endedWithout: Partial<Record<TaskState, string>> = {
  failed: `The agent service says that this failed, and not why. ${nextStarts}`,
  rejected: `The agent service turned this down, and does not say why. ${nextStarts}`,
  canceled: `The agent service says that this was canceled, without an answer. ${nextStarts}`,
  completed: `The agent service says that this is completed, without an answer. ${nextStarts}`,
}
