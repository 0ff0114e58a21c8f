import type { Hash } from 'viem'
import type { Review } from '@/lib/review/review'
import type { Prepared, Tool } from '@/lib/tools/tool'
import type { CardRecord } from '../ledger/card-record'
import type { LedgerEntry } from '../ledger/entry'
import type { Atomicity } from '../signing/wallet'

/** What a card shows of one call: the ledger's entry and, beside it, what is only in memory. */
export type CallView = {
  entry: LedgerEntry
  /** Null for a tool that nobody here knows, or parameters that its schema refuses: then `problem` says why. */
  tool: Tool | null
  /** What is being worked out just now, if anything. Figures of the last review stay on screen meanwhile. */
  busy: 'preparing' | 'reviewing' | 'rechecking' | null
  prepared: Prepared<unknown> | null
  review: Review | null
  /** What the card showed when it was signed, or last checked, once it is no longer open. Null where that was not kept. */
  record: CardRecord | null
  /** Set where all steps would go to the wallet as one: one signature, all or nothing. */
  atomicity: Atomicity | null
  /** The person has acknowledged the DANGER and UNVERIFIED findings of exactly this plan and these findings. */
  acknowledged: boolean
  /** Why there is no plan, in words for a person: a bad parameter, no route, an RPC that does not answer. */
  problem: string | null
  /**
   * Who did not answer, in words: the call can neither be looked at nor signed until somebody does. It is looked at again
   * by itself. Null where nobody is waited for.
   */
  waiting: string | null
  /** Another tab works on this call: this one only shows it. */
  elsewhere: boolean
  /** What the service says of a call that is in the wallet here, and that the person has to know; else null. */
  otherBrowser: string | null
  /** A bridge's progress after the source transaction, in words; null outside that. */
  transfer: string | null
}

/**
 * One call, from proposal to outcome, for one card. Framework-free: `subscribe` and `getSnapshot` fit
 * React's useSyncExternalStore. Snapshots are immutable and stable between changes.
 */
export type CallController = {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => CallView
  /** Re-checks, then asks the wallet for each step in turn. Resolves when the call rests again; never rejects. */
  approve: () => Promise<void>
  decline: () => Promise<void>
  acknowledge: (on: boolean) => void
  /** The person's own changes (slippage); prepares and reviews anew. */
  adjust: (adjustments: Record<string, unknown>) => void
  /** Prepares and reviews anew: a new quote, a retry after an error. */
  refresh: () => void
  /** Reports that a display tool's card was shown. Does nothing for other tools or a second time. */
  displayed: () => Promise<void>
  /** After a crash while the wallet was open: the person names the transaction, or says that none was sent. */
  resolveInterrupted: (answer: { hash: Hash } | 'not-sent') => Promise<void>
  /** Stops waiting for a transaction that no node has known for a while. It is looked for all the same. */
  giveUp: () => Promise<void>
}
