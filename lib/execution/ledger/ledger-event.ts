import type { Address, Hash, Hex } from 'viem'
import type { Transfer } from '@/lib/tools/tool'
import type { ToolResult } from '@/lib/wire/result'
import type { BatchRecord, ConsentRecord, LeftRequest, StepRecord, WorstFinding } from './entry'
import type { StoredPrediction, StoredReceipt } from './stored-effects'

/** Words that go with an event: absent keeps the note on the entry, null clears it. */
type Note = { note?: string | null }

/** What can happen to a call. Each is written to the ledger before anything is built on it. */
export type LedgerEvent =
  | ({ type: 'review-started' } & Note)
  | ({ type: 'reviewed'; verdict: 'ready' | 'blocked'; planHash?: Hex; worst?: WorstFinding } & Note)
  /** The wallet is about to be asked for `steps[0]` of what is left. `rest` are all steps still to sign, in order. */
  | {
      type: 'signing'
      account: Address
      planHash: Hex
      rest: readonly [StepRecord, ...StepRecord[]]
      /** Absent where a nonce of the account says nothing: a contract account, a batch. */
      nonce?: number
      fromBlock: string
      transfer?: Transfer
      /** Absent after the first step of a plan: what was predicted covers them all. */
      predicted?: Omit<StoredPrediction, 'firstStep'>
      /** All of `rest` is asked for at once. */
      bundle?: BatchRecord
    }
  /** The wallet has refused. That proves nothing: it is looked for first. `stepwise`: not as a batch any more. */
  | { type: 'refused'; why: string; note: string; stepwise?: true }
  /**
   * As far as can be told the wallet sent nothing, and the person may try again. What it was asked for stays in `left`.
   * `stepwise`: not as a batch any more.
   */
  | { type: 'not-sent'; note: string; stepwise?: true }
  /**
   * What was let go of has been sent after all: the chain has it, or, of a batch, the wallet. Taken in any state; an end
   * without a transaction that did the job is taken back.
   */
  | { type: 'found'; request: Pick<LeftRequest, 'steps' | 'bundle'>; hash?: Hash }
  /** What was let go of cannot come any more, or is not looked for any longer. */
  | { type: 'left-ended'; request: LeftRequest }
  /** No node has known this hash for a while. */
  | { type: 'missing'; hash: Hash; note: string }
  /** The person no longer waits for what no node knows. */
  | { type: 'given-up'; note: string }
  /** What the wallet answered with is another transaction. */
  | { type: 'disowned'; hash: Hash; note: string }
  /** The wallet has taken the batch under this id. Taken in any state, as a hash is. */
  | ({ type: 'batch-sent'; bundle: BatchRecord; steps: readonly StepRecord[] } & Note)
  /** The wallet says where the batch stands: a status of EIP-5792, and the transaction of each step. */
  | { type: 'batch-mined'; status: number; hashes: readonly Hash[] }
  /** The wallet says that the batch came to nothing, and there is no transaction. */
  | { type: 'bundle-failed'; status: number }
  | { type: 'interrupted'; note: string }
  /** The wallet, the chain or the person named the transaction of an attempt; `rest` came after it. Taken in any state. */
  | ({ type: 'hash'; attempt: StepRecord; rest: readonly StepRecord[]; hash: Hash } & Note)
  /** Our own node knows the transaction. `nonce` is the transaction's own, where it is one of the account. */
  | { type: 'seen'; hash: Hash; nonce?: number; altered: boolean }
  | {
      type: 'mined'
      hash: Hash
      outcome: 'success' | 'reverted' | 'cancelled'
      replacedBy?: Hash
      altered?: boolean
      carried?: 'proven' | 'unproven'
    }
  /** Every step is mined and, for a bridge, the transfer has arrived. */
  | { type: 'completed'; destinationHash?: Hash }
  | { type: 'transfer-ended'; as: 'partial' | 'refunded' | 'failed'; message: string; destinationHash?: Hash }
  /** Every step has succeeded, but what the wallet sent in place of one did not do what was planned. */
  | { type: 'ended-altered' }
  /** The terms were rejected in the wallet. */
  | { type: 'wallet-rejected' }
  /** The wallet is about to be asked to sign terms, in place of transactions. */
  | { type: 'consent-asked'; account: Address; consent: ConsentRecord }
  /** The signature was checked. With `execution` the wallet is about to be asked for a permission on chain as well. */
  | { type: 'consent-signed'; digest: Hex; signature: Hex; execution?: Address }
  /** The terms are signed, and nothing is left to ask. */
  | ({ type: 'granted'; outcome: ToolResult } & Note)
  /** Nothing was sent and nothing can be any more. */
  | { type: 'failed'; error: string; code: string }
  /** Settled without a transaction: declined, refused, displayed, granted, or answered elsewhere (then `reported`). */
  | { type: 'answered'; outcome: ToolResult; reported?: true }
  /** A newer proposal of the same task stands in its place. Taken as well by a call that the service has closed for that. */
  | { type: 'replaced'; by: string }
  /** Whether the service still waits for it, as it says now. */
  | { type: 'awaited'; is: boolean }
  | { type: 'conflicting' }
  | { type: 'noted'; note: string | null }
  /** What the chain says came of it, read after the end. */
  | { type: 'receipt'; receipt: StoredReceipt }
  /** The service has acknowledged the outcome; with `untold` it has said that it will not have it. */
  | { type: 'reported'; untold?: true }
