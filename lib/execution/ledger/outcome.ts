import type { Hash } from 'viem'
import { isVoid, replacedResult, type ToolResult, takenBackResult } from '@/lib/wire/result'
import type { LedgerEntry, LedgerState, StepRecord } from './entry'

/** The hash under which a step's transaction stands on the chain: its own, or that of its faster copy. */
export const minedHash = (step: StepRecord): Hash | undefined => step.replacedBy ?? step.hash

/** The hash to show at a step. Of steps that one transaction carried, the last has it. */
export function shownHash(steps: readonly StepRecord[], index: number): Hash | undefined {
  const [step, next] = [steps[index], steps[index + 1]]
  const hash = step && minedHash(step)
  return next && minedHash(next) === hash ? undefined : hash
}

/** The result of a call whose every transaction succeeded (wire.md, "Results"). */
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

/** The result of a call that failed. `txHash` only where there is such a transaction on the chain. */
export const failureOf = (error: string, code: string, txHash?: Hash): ToolResult => ({
  status: 'error',
  error,
  code,
  ...(txHash ? { txHash } : {}),
})

/** The state in which a call rests with an outcome that came about without a transaction of ours. */
export const stateOf = (outcome: ToolResult): LedgerState =>
  isVoid(outcome)
    ? 'superseded'
    : ({ success: 'confirmed', rejected: 'rejected', error: 'failed' } as const)[outcome.status]

/**
 * True of what a service has on record for a call that it just no longer waits for: the talk went on, the task ended. One
 * that it took back or replaced is over.
 */
export const isLetGoOf = (outcome: ToolResult): boolean =>
  isVoid(outcome) && outcome.code !== takenBackResult.code && outcome.code !== replacedResult.code
