import type { LedgerEntry, LedgerState } from '@/lib/execution/ledger/entry'
import { allSucceeded, isHearsay } from '@/lib/execution/ledger/steps'
import { findTool } from '@/lib/tools/registry'
import { replacedResult, takenBackResult } from '@/lib/wire/result'

type Stamp = { word: string; tone: 'neutral' | 'accent' | 'danger' }

/** The word for where a call of a tool stands, and how it is stamped. Only what a chain has confirmed is called that. */
export function stampOf(entry: LedgerEntry): Stamp {
  const { toolName, state, transfer, steps, interrupted, refusal, outcome } = entry
  if (interrupted) return { word: 'Not known', tone: 'neutral' }
  // The wallet has said no, and the chain is asked whether that is so.
  if (refusal !== undefined) return stamps.reviewing
  // Nothing is to be confirmed any more on the chain that it left.
  if (state === 'confirming' && transfer && allSucceeded(steps)) return { word: 'On its way', tone: 'accent' }
  const kind = findTool(toolName)?.kind
  const isDisplay = kind === 'display'
  if (!isDisplay && isHearsay(entry)) return { word: hearsay[state] ?? stamps[state].word, tone: 'neutral' }
  if (state === 'superseded')
    return (
      closingStamp(outcome) ??
      // Closed is what became of it; that it was blocked is what it was.
      (entry.worst?.level === 'BLOCK' ? { word: stamps.blocked.word, tone: 'neutral' } : stamps.superseded)
    )
  if (state !== 'confirmed') return stamps[state]
  if (kind === 'permission') return { word: 'Granted', tone: 'accent' }
  return isDisplay ? { word: 'Shown', tone: 'neutral' } : stamps.confirmed
}

/** Ends that only the agent service tells of. */
const hearsay: Partial<Record<LedgerState, string>> = {
  confirmed: 'Said to be done',
  rejected: 'Said to be declined',
  failed: 'Said to have failed',
}

/** The word for why nobody has to answer a call any more, by the code on record; null where it says nothing of that. */
export const closingWord = (outcome: LedgerEntry['outcome']): string | null =>
  closings.get(outcome && 'code' in outcome ? outcome.code : undefined) ?? null

const closings: ReadonlyMap<unknown, string> = new Map([
  [replacedResult.code, 'Replaced'],
  [takenBackResult.code, 'Taken back'],
])

function closingStamp(outcome: LedgerEntry['outcome']): Stamp | null {
  const word = closingWord(outcome)
  return word === null ? null : { word, tone: 'neutral' }
}

const stamps: Record<LedgerState, Stamp> = {
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
