import type { LedgerEntry, LedgerState } from '@/lib/execution/entry'
import { allSucceeded } from '@/lib/execution/steps'
import { findTool } from '@/lib/tools/registry'
import { canonicalToolName } from '@/lib/wire/tool-names'

type Stamp = { word: string; tone: 'neutral' | 'accent' | 'danger' }

/** The word for where a call of a tool stands, and how it is stamped. Only what a chain has confirmed is called that. */
export function stampOf({
  toolName,
  state,
  transfer,
  steps,
  interrupted,
}: Pick<LedgerEntry, 'toolName' | 'state' | 'transfer' | 'steps' | 'interrupted'>): Stamp {
  if (interrupted) return { word: 'Not known', tone: 'neutral' }
  // Nothing is to be confirmed any more on the chain that it left.
  if (state === 'confirming' && transfer && allSucceeded(steps)) return { word: 'On its way', tone: 'accent' }
  if (state !== 'confirmed') return stamps[state]
  const tool = canonicalToolName(toolName)
  if (tool === 'request_auto_rebalance_permission') return { word: 'Granted', tone: 'accent' }
  return findTool(toolName)?.kind === 'display' ? { word: 'Shown', tone: 'neutral' } : stamps.confirmed
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
