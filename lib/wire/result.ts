import { z } from 'zod'

const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/)

/**
 * What became of a tool call, as `functionReturn.result` carries it (docs/protocol.md, "Results").
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

export const rejectedByUser = { status: 'rejected', error: 'User rejected the action' } satisfies ToolResult
/** What services that end their open calls at new words have on record for them. Ours did in a former version. */
export const supersededResult = { status: 'rejected', error: 'superseded by a new message' } satisfies ToolResult

/** On record for a call of a proposal of the service's own, which it has withdrawn. */
export const takenBackResult = {
  status: 'rejected',
  error: 'taken back by the agent',
  code: 'taken-back',
} satisfies ToolResult

/** On record for a call in whose place the agent has put a newer one. */
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

/** True of what is on record for a call that can no longer be answered, though nobody has answered it. */
export const isVoid = ({ status, error, code }: { status?: unknown; error?: unknown; code?: unknown }): boolean =>
  status === 'rejected' &&
  (error === supersededResult.error ||
    [takenBackResult, replacedResult, taskEndedResult, notAwaitedResult].some((each) => each.code === code))

/** The call was refused by a check of ours, not by the person. `code` is the rule's or error's id. */
export const refusedResult = (error: string, code: string): ToolResult => ({ status: 'rejected', error, code })

/** What other clients write as the status, by what it means. */
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

/** The codes of EIP-1193 and WalletConnect for what the person rejected, and the names that ethers and viem have for it. */
export const rejectionCodes: readonly unknown[] = [4001, '4001', 5000, 'ACTION_REJECTED', 'UserRejectedRequestError']

/** The words of EIP-1193 for error 4001, as wallets and their libraries write them. */
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
 * Reads a result as other clients write it, by what it means (docs/protocol.md, "Results"): `error` that is null, false
 * or empty is none, `error` without `status` is a failure, `txHash` without `status` a success. A failure that says
 * that the person rejected is a rejection, unless it names a transaction: then something was sent before. A display
 * (`displays`) moves nothing, so it has succeeded unless it says otherwise. Null where neither can be told.
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

/** Says one thing, and the status is that: no success with an error, no failure that may be the person's rejection. */
function isPlain(result: ToolResult): boolean {
  if (result.status === 'success') return !result.error
  return result.status === 'rejected' || (result.code !== undefined && !rejectionCodes.includes(result.code))
}
