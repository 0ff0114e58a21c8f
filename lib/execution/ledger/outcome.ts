import type { Hash } from 'viem'
import { isVoid, replacedResult, type ToolResult, takenBackResult } from '@/lib/wire/result'
import type { LedgerEntry, LedgerState, StepRecord } from './entry'

/** Hash of a step's transaction on the chain: its own, or that of its faster copy. */
export const minedHash = (step: StepRecord): Hash | undefined => step.replacedBy ?? step.hash

/** Hash to show at a step. If one transaction carried several steps, the last of them has it. */
export function shownHash(steps: readonly StepRecord[], index: number): Hash | undefined {
  const [step, next] = [steps[index], steps[index + 1]]
  const hash = step && minedHash(step)
  return next && minedHash(next) === hash ? undefined : hash
}

/** Builds the result of a call whose every transaction succeeded (docs/protocol.md, "Results"). */
export function successOf(entry: LedgerEntry, destinationHash?: Hash): ToolResult {
  const hashes = [...new Set(entry.steps.flatMap((step) => minedHash(step) ?? []))]
  const last = entry.steps.at(-1)
  return {
    status: 'success',
    txHash: hashes.at(-1),
    chainId: last?.chainId,
    ...(entry.steps.some(({ altered }) => altered) ? { altered: true } : {}),
    ...(hashes.length > 1 ? { txHashes: hashes } : {}),
    ...(destinationHash ? { destinationTxHash: destinationHash } : {}),
  }
}

/** Builds the result of a call that failed. `txHash` only if there is such a transaction on the chain. */
export const failureOf = (error: string, code: string, txHash?: Hash): ToolResult => ({
  status: 'error',
  error,
  code,
  ...(txHash ? { txHash } : {}),
})

/** Returns the final state of a call whose outcome came without a transaction of ours. */
export const stateOf = (outcome: ToolResult): LedgerState =>
  isVoid(outcome)
    ? 'superseded'
    : ({ success: 'confirmed', rejected: 'rejected', error: 'failed' } as const)[outcome.status]

/**
 * True for the service's record of a call that it merely no longer waits for: the conversation went on, the task ended.
 * A call that it took back or replaced is over.
 */
export const isLetGoOf = (outcome: ToolResult): boolean =>
  isVoid(outcome) && outcome.code !== takenBackResult.code && outcome.code !== replacedResult.code
