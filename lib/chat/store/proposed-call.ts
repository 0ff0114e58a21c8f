import type { ReadMessage, ReadPart } from '@/lib/wire/decode-parts'
import type { ToolResult } from '@/lib/wire/result'
import { notAwaitedResult, supersededResult, taskEndedResult } from '@/lib/wire/result'
import { isTerminal, type TaskState } from '@/lib/wire/task'

/** The service's own ids of a call: unlike those of all other calls of one account. */
export type CallIds = { taskId: string; callId: string }

/** A call of the agent, its name and parameters exactly as they came. */
export type ProposedCall = CallIds & {
  name: string
  parameters: Record<string, unknown>
  /** The outcome that the service has on record already: such a call must not become executable. Null for an open one. */
  answered: ToolResult | null
}

type CallPart = Extract<ReadPart, { type: 'call' }>

export const callsIn = (parts: readonly ReadPart[]): CallPart[] => parts.filter((part) => part.type === 'call')

const unknownOutcome: ToolResult = {
  status: 'error',
  error: 'An outcome was reported that this app cannot read',
  code: 'outcome-unreadable',
}
/**
 * What the service's record says of the calls in it: answered, superseded by a later message, ended with the task, or
 * open. `pending` is the service's own list of those it waits for, or null where it keeps none.
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
    (role === 'agent' ? callsIn(parts) : []).map(({ callId, name, parameters }) => {
      const returned = returns.get(callId)
      const answered =
        returned ??
        (state !== null && isTerminal(state) ? taskEndedResult : null) ??
        (index < lastWords ? supersededResult : null) ??
        (pending !== null && !pending.includes(callId) ? notAwaitedResult : null)
      return { taskId, callId, name, parameters, answered }
    }),
  )
}
