import type { Address, Hash, Hex } from 'viem'
import type { Transfer } from '@/lib/tools/tool'
import type { ToolResult } from '@/lib/wire/result'
import type { BatchRecord, ConsentRecord, LeftRequest, StepRecord, WorstFinding } from './entry'
import type { StoredPrediction, StoredReceipt } from './stored-effects'

/** Note that comes with an event: absent keeps the entry's note, null clears it. */
type Note = { note?: string | null }

/** Everything that can happen to a call. Each event is written to the ledger before anything builds on it. */
export type LedgerEvent =
  | ({ type: 'review-started' } & Note)
  | ({ type: 'reviewed'; verdict: 'ready' | 'blocked'; planHash?: Hex; worst?: WorstFinding } & Note)
  /** The wallet is about to be asked for the first step of `rest`: all steps still to sign, in order. */
  | {
      type: 'signing'
      account: Address
      planHash: Hex
      rest: readonly [StepRecord, ...StepRecord[]]
      /** Absent if a nonce of the account tells nothing: for a contract account or a batch. */
      nonce?: number
      fromBlock: string
      transfer?: Transfer
      /** Absent after the first step of a plan: the prediction covers all steps. */
      predicted?: Omit<StoredPrediction, 'firstStep'>
      /** Set if all of `rest` is requested at once. */
      batch?: BatchRecord
    }
  /**
   * The wallet has refused. That proves nothing, so the transaction is looked for first. `stepwise`: no longer as a
   * batch.
   */
  | { type: 'refused'; why: string; note: string; stepwise?: true }
  /**
   * As far as is known, the wallet sent nothing, and the person may try again. The request stays in `left`. `stepwise`:
   * no longer as a batch.
   */
  | { type: 'not-sent'; note: string; stepwise?: true }
  /**
   * A request that was let go has been sent after all: the chain has it or, for a batch, the wallet. Valid in any
   * state; revokes an end without a transaction that did the job.
   */
  | { type: 'found'; request: Pick<LeftRequest, 'steps' | 'batch'>; hash?: Hash }
  /** A request that was let go can no longer come, or is no longer looked for. */
  | { type: 'left-ended'; request: LeftRequest }
  /** No node has known this hash for a while. */
  | { type: 'missing'; hash: Hash; note: string }
  /** The person no longer waits for a transaction that no node knows. */
  | { type: 'given-up'; note: string }
  /** The wallet answered with a different transaction. */
  | { type: 'disowned'; hash: Hash; note: string }
  /** The wallet has accepted the batch under this id. Valid in any state, like a hash. */
  | ({ type: 'batch-sent'; batch: BatchRecord; steps: readonly StepRecord[] } & Note)
  /** The wallet has reported on the batch: a status of EIP-5792, and the transaction of each step. */
  | { type: 'batch-mined'; status: number; hashes: readonly Hash[] }
  /** The wallet has reported that the batch failed, without a transaction. */
  | { type: 'batch-failed'; status: number }
  | { type: 'interrupted'; note: string }
  /**
   * The wallet, the chain or the person named the transaction of an attempt; `rest` followed it. Valid in any state.
   */
  | ({ type: 'hash'; attempt: StepRecord; rest: readonly StepRecord[]; hash: Hash } & Note)
  /** Our own node knows the transaction. `nonce` is the transaction's own, if it is one of the account. */
  | { type: 'seen'; hash: Hash; nonce?: number; altered: boolean }
  | {
      type: 'mined'
      hash: Hash
      outcome: 'success' | 'reverted' | 'cancelled'
      replacedBy?: Hash
      altered?: boolean
      inclusion?: 'proven' | 'unproven'
    }
  /** Every step is mined and, for a bridge, the transfer has arrived. */
  | { type: 'completed'; destinationHash?: Hash }
  | { type: 'transfer-ended'; as: 'partial' | 'refunded' | 'failed'; message: string; destinationHash?: Hash }
  /** Every step has succeeded, but what the wallet sent in place of one did not do what was planned. */
  | { type: 'ended-altered' }
  /** The terms were rejected in the wallet. */
  | { type: 'wallet-rejected' }
  /** The wallet is about to be asked to sign terms instead of transactions. */
  | { type: 'consent-asked'; account: Address; consent: ConsentRecord }
  /** The signature was checked. With `execution`, the wallet is about to be asked for a permission on chain as well. */
  | { type: 'consent-signed'; digest: Hex; signature: Hex; execution?: Address }
  /** The terms are signed, and nothing is left to ask. */
  | ({ type: 'granted'; outcome: ToolResult } & Note)
  /** Nothing was sent, and nothing can be any more. */
  | { type: 'failed'; error: string; code: string }
  /** Settled without a transaction: declined, refused, displayed, granted, or answered elsewhere (then `reported`). */
  | { type: 'answered'; outcome: ToolResult; reported?: true }
  /**
   * A newer proposal of the same task replaces the call. Also valid for a call that the service closed for that reason.
   */
  | { type: 'replaced'; by: string }
  /** The service says whether it still waits for the call. */
  | { type: 'awaited'; is: boolean }
  | { type: 'conflicting' }
  | { type: 'noted'; note: string | null }
  /** The result according to the chain, read after the end. */
  | { type: 'receipt'; receipt: StoredReceipt }
  /** The service has the outcome or, with `unwanted`, no longer wants it. */
  | { type: 'reported'; unwanted?: true }
