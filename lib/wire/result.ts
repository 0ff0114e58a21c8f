import { z } from 'zod'

const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/)

/**
 * Outcome of a tool call, as carried by `functionReturn.result` (docs/protocol.md, "Results"). `txHash` is the
 * transaction that does the job; `txHashes` lists all of them in order of execution.
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
    /** The wallet sent other bytes than the reviewed ones, but they did what was planned. */
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

export const rejectedByUser = { status: 'rejected', error: 'User rejected the action' } satisfies ToolResult
/** Recorded by services that end open calls at the next message. A former version of ours did. */
export const supersededResult = { status: 'rejected', error: 'superseded by a new message' } satisfies ToolResult

/** Recorded when the service withdraws a proposal of its own. */
export const takenBackResult = {
  status: 'rejected',
  error: 'taken back by the agent',
  code: 'taken-back',
} satisfies ToolResult

/** Recorded when the agent replaces a call by a newer one. */
export const replacedResult = {
  status: 'rejected',
  error: 'Replaced by a newer proposal',
  code: 'REPLACED',
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

/** True if a recorded result says that the call ended without an answer. */
export const isVoid = ({ status, error, code }: { status?: unknown; error?: unknown; code?: unknown }): boolean =>
  status === 'rejected' &&
  (error === supersededResult.error ||
    [takenBackResult, replacedResult, taskEndedResult, notAwaitedResult].some((each) => each.code === code))

/**
 * Returns the result of a call refused by a check of ours, not by the person. `code` is the id of the rule or error.
 */
export const refusedResult = (error: string, code: string): ToolResult => ({ status: 'rejected', error, code })

/** Maps the status words of other clients to ours. */
const statusWords: Readonly<Record<string, ToolResult['status']>> = {
  success: 'success',
  succeeded: 'success',
  ok: 'success',
  completed: 'success',
  confirmed: 'success',
  rejected: 'rejected',
  declined: 'rejected',
  denied: 'rejected',
  cancelled: 'rejected',
  canceled: 'rejected',
  error: 'error',
  failed: 'error',
  failure: 'error',
  reverted: 'error',
}

/** Codes for a rejection by the person in EIP-1193 and WalletConnect, and the error names in ethers and viem. */
export const rejectionCodes: readonly unknown[] = [4001, '4001', 5000, 'ACTION_REJECTED', 'UserRejectedRequestError']

/** Recognizes the wording of EIP-1193 for error 4001, as wallets and their libraries write it. */
export const saysRejected = (text: string): boolean =>
  /\b(user|person)\b.{0,20}\b(reject|den(y|ied)|declin|cancel|refus|disapprov)|\b(reject|deni|declin|cancel|refus)\w* by (the )?(user|person)\b/i.test(
    text.slice(0, 300),
  )

const looseResult = z.looseObject({
  status: z.string().nullish(),
  code: z.unknown().optional(),
  success: z.unknown().optional(),
})
const errorObject = z.looseObject({ message: z.string().optional(), code: z.unknown().optional() })

/**
 * Reads a result as other clients write it (docs/protocol.md, "Results"). An `error` that is null, false or empty
 * counts as none; `error` without `status` is a failure; `txHash` without `status` is a success. A failure that says
 * the person rejected is a rejection, unless it names a transaction: then something was sent before. A display
 * (`displays`) moves nothing, so it succeeded unless it says otherwise. Returns null if the outcome is unclear.
 */
export function readToolResult(raw: unknown, { displays = false } = {}): ToolResult | null {
  const strict = toolResultSchema.safeParse(raw)
  if (strict.success && isPlain(strict.data)) return strict.data
  const parsed = looseResult.safeParse(raw)
  if (!parsed.success) return null
  const { status: statusWord, error, code: ownCode, success, ...rest } = parsed.data
  const fields = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null))
  const failure = errorObject.safeParse(error).data
  const code = failure?.code ?? ownCode
  const words = (typeof error === 'string' ? error : failure?.message)?.trim() ?? ''
  const fails = Boolean(error) || success === false
  const failed = () =>
    !('txHash' in fields) && (rejectionCodes.includes(code) || saysRejected(words)) ? 'rejected' : 'error'

  const statusOf = (): ToolResult['status'] | null => {
    if (statusWord) {
      const status = statusWords[statusWord.toLowerCase()] ?? (displays && !fails ? 'success' : null)
      if (status === 'error') return failed()
      return status === 'success' && fails ? null : status
    }
    if (fails) return failed()
    return success === true || 'txHash' in fields || displays || fields.displayed === true ? 'success' : null
  }
  const status = statusOf()
  if (status === null) return null
  const noReason = status === 'rejected' ? rejectedByUser.error : 'The client gave no reason'
  const tolerant = toolResultSchema.safeParse({
    ...fields,
    status,
    ...(typeof code === 'string' && { code }),
    ...(status !== 'success' && { error: words || noReason }),
  })
  if (tolerant.success) return tolerant.data
  return displays && status === 'success' ? { status } : null
}

/** True if the result is unambiguous: no success with an error, no failure that may be the person's rejection. */
function isPlain(result: ToolResult): boolean {
  if (result.status === 'success') return !result.error
  return result.status === 'rejected' || (result.code !== undefined && !rejectionCodes.includes(result.code))
}
