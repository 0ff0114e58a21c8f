import { readCall } from '@/lib/execution/call/readable-call'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { isOpen } from '@/lib/execution/ledger/machine'
import { isServiceReported } from '@/lib/execution/ledger/steps'
import { findTool } from '@/lib/tools/registry'

/** Code of `batch-failed` in outcomes that earlier versions stored and reported. */
const formerBatchFailed = 'bundle-failed'
/** Failures that certainly moved nothing. Others may have. */
const harmless: ReadonlySet<unknown> = new Set(['cancelled', 'batch-failed', formerBatchFailed, 'reverted'])

/**
 * Returns the sentence that asks to propose a call again. Null if the call can still be signed, if any of it was or may
 * have been carried out, or if only the service knows its outcome.
 */
export function onceMore(entry: LedgerEntry): string | null {
  const { state, outcome, left, unawaited, conflicting, steps } = entry
  const call = readCall(entry, findTool)
  if (!call.readable || call.tool.kind === 'display' || conflicting) return null
  const isLetGo = isOpen(state) && unawaited === true
  const isUndone =
    state === 'rejected' ||
    state === 'superseded' ||
    state === 'reverted' ||
    (state === 'failed' && isHarmless(outcome))
  const isUncertain = (left?.length ?? 0) > 0 || (isServiceReported(entry) && state !== 'rejected')
  // A step changed by the wallet did something else.
  if (!(isLetGo || isUndone) || isUncertain || steps.some(({ altered }) => altered)) return null
  return `Propose this again: ${call.tool.headline(call.parameters)}`
}

const isHarmless = (outcome: LedgerEntry['outcome']): boolean =>
  outcome?.status === 'error' && harmless.has(outcome.code)
