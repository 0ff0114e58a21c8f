import { z } from 'zod'

const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/)

/**
 * What became of a tool call, as `functionReturn.result` carries it (wire.md, "Tool calls").
 * `txHash` is the transaction that does the job; `txHashes` all of them, in order of execution.
 */
export const toolResultSchema = z.discriminatedUnion('status', [
  z.looseObject({
    status: z.literal('success'),
    txHash: hash.optional(),
    chainId: z.int().positive().optional(),
    txHashes: z.array(hash).min(2).optional(),
    destinationTxHash: hash.optional(),
    displayed: z.literal(true).optional(),
    granted: z.boolean().optional(),
    /** The wallet sent other bytes than those that were reviewed; what they did is what was planned. */
    altered: z.literal(true).optional(),
  }),
  z.looseObject({ status: z.literal('rejected'), error: z.string().min(1), code: z.string().optional() }),
  z.looseObject({
    status: z.literal('error'),
    error: z.string().min(1),
    code: z.string().optional(),
    txHash: hash.optional(),
  }),
])
export type ToolResult = z.infer<typeof toolResultSchema>

export const rejectedByUser: ToolResult = { status: 'rejected', error: 'User rejected the action' }
export const supersededResult = { status: 'rejected', error: 'superseded by a new message' } satisfies ToolResult

/** On record for a call of a proposal of the service's own, which it has withdrawn. */
export const takenBackResult = {
  status: 'rejected',
  error: 'taken back by the agent',
  code: 'taken-back',
} satisfies ToolResult

export const taskEndedResult: ToolResult = {
  status: 'rejected',
  error: 'The task ended before this was answered',
  code: 'task-ended',
}
export const notAwaitedResult: ToolResult = {
  status: 'rejected',
  error: 'The agent no longer waits for this',
  code: 'not-awaited',
}

/** True of what is on record for a call that can no longer be answered, though nobody has answered it. */
export const isVoid = ({ status, error, code }: { status?: unknown; error?: unknown; code?: unknown }): boolean =>
  status === 'rejected' &&
  (error === supersededResult.error ||
    [takenBackResult, taskEndedResult, notAwaitedResult].some((each) => each.code === code))

/** The call was refused by a check of ours, not by the person. `code` is the rule's or error's id. */
export const refusedResult = (error: string, code: string): ToolResult => ({ status: 'rejected', error, code })

/**
 * Reads a result as other clients write it: `error` without `status` is a failure, `txHash` without
 * `status` a success (wire.md). Returns null where neither can be told.
 */
export function readToolResult(raw: unknown): ToolResult | null {
  const strict = toolResultSchema.safeParse(raw)
  if (strict.success) return strict.data
  if (typeof raw !== 'object' || raw === null || 'status' in raw) return null
  const status = 'error' in raw ? 'error' : 'txHash' in raw ? 'success' : null
  if (!status) return null
  const tolerant = toolResultSchema.safeParse({ ...raw, status })
  return tolerant.success ? tolerant.data : null
}
