import type { LedgerEntry, LedgerState } from '@/lib/execution/ledger/entry'
import { allSucceeded, isServiceReported } from '@/lib/execution/ledger/steps'
import { findTool } from '@/lib/tools/registry'
import { replacedResult, takenBackResult } from '@/lib/wire/result'

type StatusLabel = { word: string; tone: 'neutral' | 'accent' | 'danger' }

/** Returns the label for a call's state, with its tone. Only calls confirmed by a chain are called confirmed. */
export function statusLabelOf(entry: LedgerEntry): StatusLabel {
  const { toolName, state, transfer, steps, interrupted, refusal, outcome, worst } = entry
  if (interrupted) return { word: 'Not known', tone: 'neutral' }
  // The wallet has refused, and the chain is being asked if that is true.
  if (refusal !== undefined) return labels.reviewing
  // Nothing is left to confirm on the chain that it left.
  if (state === 'confirming' && transfer && allSucceeded(steps)) return { word: 'On its way', tone: 'accent' }
  const kind = findTool(toolName)?.kind
  const isDisplay = kind === 'display'
  if (!isDisplay && isServiceReported(entry))
    return { word: reportedLabels[state] ?? labels[state].word, tone: 'neutral' }
  if (state === 'superseded')
    return (
      closingLabel(outcome) ??
      // Closed is the outcome; blocked was the state before.
      (worst?.level === 'BLOCK' && worst.asks === undefined
        ? { word: labels.blocked.word, tone: 'neutral' }
        : labels.superseded)
    )
  if (state === 'blocked' && worst?.asks !== undefined) return { word: worst.asks, tone: 'accent' }
  if (state !== 'confirmed') return labels[state]
  if (kind === 'permission') return { word: 'Granted', tone: 'accent' }
  return isDisplay ? { word: 'Shown', tone: 'neutral' } : labels.confirmed
}

/** Outcomes known only from the agent service. */
const reportedLabels: Partial<Record<LedgerState, string>> = {
  confirmed: 'Reported done',
  rejected: 'Reported declined',
  failed: 'Reported failed',
}

/**
 * Returns the label for why a call no longer needs an answer, by the code on record. Null if there is no such reason.
 */
export const closingWord = (outcome: LedgerEntry['outcome']): string | null =>
  closings.get(outcome && 'code' in outcome ? outcome.code : undefined) ?? null

const closings: ReadonlyMap<unknown, string> = new Map([
  [replacedResult.code, 'Replaced'],
  [takenBackResult.code, 'Taken back'],
])

function closingLabel(outcome: LedgerEntry['outcome']): StatusLabel | null {
  const word = closingWord(outcome)
  return word === null ? null : { word, tone: 'neutral' }
}

const labels: Record<LedgerState, StatusLabel> = {
  reviewing: { word: 'Checking', tone: 'neutral' },
  ready: { word: 'To countersign', tone: 'accent' },
  blocked: { word: 'Blocked', tone: 'danger' },
  signing: { word: 'In your wallet', tone: 'accent' },
  broadcast: { word: 'Sent', tone: 'accent' },
  confirming: { word: 'Confirming', tone: 'accent' },
  confirmed: { word: 'Confirmed', tone: 'accent' },
  reverted: { word: 'Reverted', tone: 'danger' },
  rejected: { word: 'Declined', tone: 'neutral' },
  failed: { word: 'Failed', tone: 'danger' },
  superseded: { word: 'Closed', tone: 'neutral' },
}
