import type { Finding } from '@/lib/tools/finding'
import type { LedgerEntry } from '../ledger/entry'

type Call = Pick<LedgerEntry, 'taskId' | 'callId'> & Partial<Pick<LedgerEntry, 'began' | 'words' | 'unawaited'>>

/**
 * What the agent service says of a call that this browser is signing: `held` here; `other`, another browser has taken it
 * over; `settled`, nobody waits for it any more; `unheard-of`, the service keeps no such record; or `unknown`, it did
 * not answer.
 */
export type Renewal = 'held' | 'other' | 'settled' | 'unheard-of' | 'unknown'

/** What the agent service knows of a call, and is told of it, so that two browsers of one person do not both sign it. */
export type CallClaims = {
  /**
   * What speaks against carrying a call out now, or null. After a `click` the wallet is asked next, if nothing does. At a
   * `takeover` the person has seen that another browser may be signing it, and goes on all the same.
   */
  check: (call: Call, at: 'review' | 'click' | 'takeover', signal: AbortSignal) => Promise<Finding | null>
  /** Says once more that this browser is at it. Rejects only when the signal aborts. */
  renew: (call: Call, signal: AbortSignal) => Promise<Renewal>
  /** The wallet was not asked after all, or refused. Never rejects: where the word is lost, others are warned for nothing. */
  release: (call: Call) => Promise<void>
}

/** Found of a call that is open here while the service no longer waits for it: set aside, or answered in another browser. */
export const notWaitedFor: Finding = {
  rule: 'unawaited',
  level: 'UNVERIFIED',
  title: 'The agent service no longer waits for this.',
  why: 'The service may have dropped it when you wrote another message, or you answered it in another browser. You can still countersign it, and it does what this card shows, but the agent may not take note. If you are not sure that you still want it, decline it or have it proposed again.',
}
