import type { Hash } from 'viem'
import type { Review } from '@/lib/review/review'
import type { Prepared, Tool } from '@/lib/tools/tool'
import type { CardRecord } from '../ledger/cards/card-record'
import type { LedgerEntry } from '../ledger/entry'
import { isOpen } from '../ledger/machine'
import type { Atomicity } from '../signing/wallet'

/** The state of one call as its card shows it: the ledger entry, and what is only in memory. */
export type CallView = {
  entry: LedgerEntry
  /** Null for an unknown tool or parameters that its schema rejects; `problem` then says why. */
  tool: Tool | null
  /** Current work, if any. The figures of the last review stay on screen meanwhile. */
  busy: 'preparing' | 'reviewing' | 'rechecking' | null
  prepared: Prepared<unknown> | null
  review: Review | null
  /** The content of a closed call's card when it was signed or last checked. Null if not stored. */
  record: CardRecord | null
  /** Set if all steps would go to the wallet as one: one signature, all or nothing. */
  atomicity: Atomicity | null
  /** True if the person has acknowledged the DANGER and UNVERIFIED findings of exactly this plan and these findings. */
  acknowledged: boolean
  /** Reason why there is no plan, in words for a person: a bad parameter, no route, a silent RPC. */
  problem: string | null
  /**
   * Name of the party that did not answer. The call can be neither reviewed nor signed until it does; it is reviewed
   * again automatically. Null if nobody is waited for.
   */
  waiting: string | null
  /** True if another tab works on this call, and this one only shows it. */
  elsewhere: boolean
  /** Report of the service on a call in this wallet, if the person has to know it; otherwise null. */
  otherBrowser: string | null
  /** Progress of a bridge after the source transaction, in words; null otherwise. */
  transfer: string | null
}

/**
 * One call, from proposal to outcome, for one card. Framework-free: `subscribe` and `getSnapshot` fit React's
 * useSyncExternalStore. Snapshots are immutable and stable between changes.
 */
export type CallController = {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => CallView
  /** Re-checks, then asks the wallet for each step in turn. Resolves when the call rests again; never rejects. */
  approve: () => Promise<void>
  decline: () => Promise<void>
  acknowledge: (on: boolean) => void
  /** Applies the person's own changes (slippage); prepares and reviews again. */
  adjust: (adjustments: Record<string, unknown>) => void
  /** Prepares and reviews again: for a new quote, or a retry after an error. */
  refresh: () => void
  /** Reports that a display tool's card was shown. Does nothing for other tools or the second time. */
  displayed: () => Promise<void>
  /** Resolves a crash while the wallet was open: the person names the transaction, or says that none was sent. */
  resolveInterrupted: (answer: { hash: Hash } | 'not-sent') => Promise<void>
  /** Stops waiting for a transaction that no node has known for a while. The search for it continues. */
  giveUp: () => Promise<void>
}

/** Shows a closed call as its card stood, the same before and after a reload, if that was stored. */
export function decidedView(view: CallView): CallView {
  const { record, entry, problem } = view
  if (!record || isOpen(entry.state)) return view
  return { ...view, prepared: record.prepared, review: record.review, problem: problem ?? record.problem }
}
