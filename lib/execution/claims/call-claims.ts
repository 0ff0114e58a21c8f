import type { Finding } from '@/lib/tools/finding'
import type { LedgerEntry } from '../ledger/entry'

type Call = Pick<LedgerEntry, 'taskId' | 'callId'> & Partial<Pick<LedgerEntry, 'began' | 'words' | 'unawaited'>>

/**
 * The agent service's report on a call that this browser is signing. `held`: held by this browser. `other`: taken over
 * by another browser. `settled`: nobody waits for it any more. `unheard-of`: the service keeps no such record.
 * `unknown`: the service did not answer.
 */
export type Renewal = 'own' | 'other' | 'settled' | 'unheard-of' | 'unknown'

/** Exchanges claims on calls with the agent service, so that two browsers of one person do not both sign a call. */
export type CallClaims = {
  /**
   * Returns the objection to carrying a call out now, or null. After a `click` without one, the wallet is asked next.
   * At a `takeover` the person has seen that another browser may be signing it, and continues anyway.
   */
  check: (call: Call, at: 'review' | 'click' | 'takeover', signal: AbortSignal) => Promise<Finding | null>
  /** Repeats that this browser works on the call. Rejects only when the signal aborts. */
  renew: (call: Call, signal: AbortSignal) => Promise<Renewal>
  /**
   * Reports that the wallet was not asked after all, or refused. Never rejects: if the report is lost, others are
   * merely warned needlessly.
   */
  release: (call: Call) => Promise<void>
}

/**
 * Finding on a call that is open here but no longer awaited by the service: set aside, or answered in another browser.
 */
export const notWaitedFor: Finding = {
  rule: 'unawaited',
  level: 'UNVERIFIED',
  title: 'The agent service no longer waits for this.',
  why: 'The service may have dropped it when you wrote another message, or you answered it in another browser. You can still countersign it, and it does what this card shows, but the agent may not take note. If you are not sure that you still want it, decline it or have it proposed again.',
}
