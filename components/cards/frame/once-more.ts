import { readCall } from '@/lib/execution/call/readable-call'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { isOpen } from '@/lib/execution/ledger/machine'
import { isServiceReported } from '@/lib/execution/ledger/steps'
import { findTool } from '@/lib/tools/registry'

/** Failures of which it is known that nothing was carried out: of others something may have moved. */
const harmless: ReadonlySet<unknown> = new Set(['cancelled', 'bundle-failed', 'reverted'])

/**
 * The sentence that asks for a call to be proposed again. Null where it is not to be: it can still be signed, something of it
 * was or may have been carried out, or only the service knows what became of it.
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
  // What was altered did something else than it was to do.
  if (!(isLetGo || isUndone) || isUncertain || steps.some(({ altered }) => altered)) return null
  return `Propose this again: ${call.tool.headline(call.parameters)}`
}

const isHarmless = (outcome: LedgerEntry['outcome']): boolean =>
  outcome?.status === 'error' && harmless.has(outcome.code)
