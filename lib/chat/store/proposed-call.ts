import type { ReadMessage, ReadPart } from '@/lib/wire/decode/decode-parts'
import type { Origin } from '@/lib/wire/plan'
import type { ToolResult } from '@/lib/wire/result'
import { notAwaitedResult, supersededResult, taskEndedResult } from '@/lib/wire/result'
import { isTerminal, type TaskState } from '@/lib/wire/task'

/** The service's own ids of a call. Unique among the calls of one account. */
export type CallIds = { taskId: string; callId: string }

/** A call by the agent, with its name and parameters exactly as they came. */
export type ProposedCall = CallIds & {
  name: string
  parameters: Record<string, unknown>
  /** The call of the same task that this one replaces. */
  replaces?: string
  /** Set if the service says that it began the call itself. */
  origin?: Origin
  /** The outcome that the service has on record. A call with one must not become executable. Null for an open call. */
  answered: ToolResult | null
}

type CallPart = Extract<ReadPart, { type: 'call' }>

/** Returns a message's call together with its task. */
export const proposedOf = (
  taskId: string,
  { callId, name, parameters, replaces, origin }: CallPart,
): Omit<ProposedCall, 'answered'> => ({
  taskId,
  callId,
  name,
  parameters,
  ...(replaces !== undefined && { replaces }),
  ...(origin && { origin }),
})

export const callsIn = (parts: readonly ReadPart[]): CallPart[] => parts.filter((part) => part.type === 'call')

const unknownOutcome: ToolResult = {
  status: 'error',
  error: 'An outcome was reported that this app cannot read',
  code: 'outcome-unreadable',
}
/**
 * Reads from the service's record what became of its calls: answered, ended with the task, dropped, or open. `pending`
 * is the service's own list of those it waits for. Without one, a call counts as dropped once more was written.
 */
export function callsOnRecord(
  taskId: string,
  history: readonly ReadMessage[],
  pending: readonly string[] | null,
  state: TaskState | null,
): ProposedCall[] {
  const returns = new Map<string, ToolResult>()
  let lastWords = -1
  history.forEach(({ role, parts }, index) => {
    if (role !== 'user') return
    if (parts.some((part) => part.type === 'text')) lastWords = index
    for (const part of parts) if (part.type === 'return') returns.set(part.callId, part.result ?? unknownOutcome)
  })
  return history.flatMap(({ role, parts }, index) =>
    (role === 'agent' ? callsIn(parts) : []).map((part) => {
      const isAwaited = pending?.includes(part.callId) ?? index >= lastWords
      const answered =
        returns.get(part.callId) ??
        (state !== null && isTerminal(state) ? taskEndedResult : null) ??
        (isAwaited ? null : pending === null ? supersededResult : notAwaitedResult)
      return { ...proposedOf(taskId, part), answered }
    }),
  )
}
