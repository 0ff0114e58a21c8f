import type { LedgerState } from '@/lib/execution/entry'

/** The word for each state of a call, and how it is stamped. */
export const stamps: Record<LedgerState, { word: string; tone: 'neutral' | 'accent' | 'danger' }> = {
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
  superseded: { word: 'Superseded', tone: 'neutral' },
}
