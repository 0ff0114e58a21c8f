import type { LedgerEntry, LedgerState } from '@/lib/execution/ledger/entry'
import { allSucceeded, isServiceReported } from '@/lib/execution/ledger/steps'
import { findTool } from '@/lib/tools/registry'
import { replacedResult, takenBackResult } from '@/lib/wire/result'

type StatusLabel = { word: string; tone: 'neutral' | 'accent' | 'danger' }

/** The word for where a call of a tool stands, and its tone. Only what a chain has confirmed is called that. */
export function statusLabelOf(entry: LedgerEntry): StatusLabel {
  const { toolName, state, transfer, steps, interrupted, refusal, outcome } = entry
  if (interrupted) return { word: 'Not known', tone: 'neutral' }
  // The wallet has said no, and the chain is asked whether that is so.
  if (refusal !== undefined) return labels.reviewing
  // Nothing is to be confirmed any more on the chain that it left.
  if (state === 'confirming' && transfer && allSucceeded(steps)) return { word: 'On its way', tone: 'accent' }
  const kind = findTool(toolName)?.kind
  const isDisplay = kind === 'display'
  if (!isDisplay && isServiceReported(entry))
    return { word: reportedLabels[state] ?? labels[state].word, tone: 'neutral' }
  if (state === 'superseded')
    return (
      closingLabel(outcome) ??
      // Closed is what became of it; that it was blocked is what it was.
      (entry.worst?.level === 'BLOCK' ? { word: labels.blocked.word, tone: 'neutral' } : labels.superseded)
    )
  if (state !== 'confirmed') return labels[state]
  if (kind === 'permission') return { word: 'Granted', tone: 'accent' }
  return isDisplay ? { word: 'Shown', tone: 'neutral' } : labels.confirmed
}

/** Ends that only the agent service tells of. */
const reportedLabels: Partial<Record<LedgerState, string>> = {
  confirmed: 'Reported done',
  rejected: 'Reported declined',
  failed: 'Reported failed',
}

/** The word for why nobody has to answer a call any more, by the code on record; null where it says nothing of that. */
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
