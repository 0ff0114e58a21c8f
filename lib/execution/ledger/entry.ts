import type { Address, Hash, Hex } from 'viem'
import type { AgreedField } from '@/lib/review/words/agreed'
import type { Finding } from '@/lib/tools/finding'
import type { Transfer } from '@/lib/tools/tool'
import type { RebalancePermission } from '@/lib/wire/consent'
import type { Origin } from '@/lib/wire/plan'
import type { ToolResult } from '@/lib/wire/result'
import type { StoredPrediction, StoredReceipt } from './stored-effects'

/** States of a call in the ledger (docs/architecture.md, "States of a call"); shown as `data-state` on its card. */
export const ledgerStates = [
  'reviewing',
  'ready',
  'blocked',
  'signing',
  'broadcast',
  'confirming',
  'confirmed',
  'reverted',
  'rejected',
  'failed',
  'superseded',
] as const
export type LedgerState = (typeof ledgerStates)[number]

const settled: ReadonlySet<LedgerState> = new Set(['confirmed', 'reverted', 'rejected', 'failed', 'superseded'])
/** True for a call at its end. It never becomes executable again. */
export const isSettled = (state: LedgerState): boolean => settled.has(state)

/** Record of one transaction of the plan. Written before the wallet is asked, and again with each new fact. */
export type StepRecord = {
  id: string
  title: string
  chainId: number
  to: Address
  data: Hex
  /** Wei, as a decimal string (storage keeps no bigint). */
  value: string
  /** keccak256 over chain, to, value and data. */
  bytesHash: Hex
  /** The account's nonce when the wallet was asked. */
  nonce?: number
  /** Block number when the wallet was asked, as a decimal string: the search after a crash starts there. */
  fromBlock?: string
  /**
   * The call's request to the wallet that this answers, counted from 1, and the number of the call's transactions that
   * had succeeded at that time.
   */
  request?: { nth: number; after: number }
  hash?: Hash
  /** Hash of the faster copy that took this one's nonce, if the wallet sped it up. */
  replacedBy?: Hash
  outcome?: 'success' | 'reverted' | 'cancelled'
  /** The transaction on the chain is not the reviewed one: the wallet changed it. Shown prominently. */
  altered?: true
  /**
   * No node has known the hash for a while: the transaction is held back or does not exist. Its nonce is not reserved.
   */
  missing?: true
  /**
   * The way the bytes reach the chain if not as a plain transaction of the account: the account is a contract, has
   * delegated to a contract's code (EIP-7702), or the step is part of a batch (EIP-5792).
   */
  via?: 'contract' | 'delegated' | 'batch'
  /** For such a step: `proven` if the transaction was seen to include the reviewed bytes. `unproven` is not `altered`. */
  inclusion?: 'proven' | 'unproven'
}

/** All steps of a plan as one request to the wallet (EIP-5792, `wallet_sendCalls`). */
export type BatchRecord = {
  /** Chosen here and recorded before the wallet is asked; replaced by the wallet's own if it answered with another. */
  id: string
  /** Version of the interface used for the request. */
  version: '2.0.0' | '1.0'
  /** Set once the wallet has accepted it. */
  sent?: true
  /** Status code of EIP-5792 that the wallet last reported. */
  status?: number
}

/**
 * A request that the wallet refused or the person gave up. Neither proves that nothing was sent, so it is looked for
 * until another transaction has used its nonce.
 */
export type LeftRequest = {
  /** The requested step, and those that would have followed it. In a batch, all of them were requested. */
  steps: StepRecord[]
  batch?: BatchRecord
  /** When the request was let go, in milliseconds since the epoch. */
  at: number
}

/** Record of terms that the wallet was asked to sign. Written before it is asked. */
export type ConsentRecord = {
  permission: RebalancePermission
  /** EIP-712. */
  digest: Hex
  /** Verified to be the owner's, over this digest. */
  signature?: Hex
  /**
   * Account that was to spend under a permission on chain (ERC-7715), which the wallet was also asked for. Asked once
   * at most.
   */
  execution?: Address
}

export type WorstFinding = Pick<Finding, 'level' | 'rule' | 'title' | 'asks'>

/**
 * Something the person had written before a call was proposed. `own`: they wrote exactly this themselves, in this
 * browser. `told`: only the service reports it. `agent`: the agent's last message before it, which it may answer.
 * `agreed`: it confirms a draft, and these fields of it are the agent's.
 */
export type SeenWords = { text: string; own?: true; told?: true; agent?: string; agreed?: readonly AgreedField[] }

/** The context of a call when it was first seen. Stored with it: nothing written later changes it. */
export type FirstSeen = {
  /** The person's words before the call's own message, oldest first. Entries of older versions have none. */
  words?: readonly SeenWords[]
  /** Set if the service began the call by itself, by a plan or a permission. Otherwise the person asked for it. */
  began?: 'service'
  /** Set if the person had written nothing since the service began this: it answers no words of theirs. */
  unprompted?: true
  /** The plan or permission by which the service says it began the call. */
  origin?: Origin
  /** Id of the call of the same task that this one replaces. */
  replaces?: string
  /** Id of the call of the same task that this one proposes again. */
  again?: string
}

/** An end that was reached without a transaction that does the job. */
export type FormerEnd = Pick<LedgerEntry, 'outcome' | 'state' | 'reported' | 'unwanted' | 'recorded'>

/** A call and everything done about it. One per account, task and call id, kept in IndexedDB. */
export type LedgerEntry = FirstSeen & {
  /** `entryKey` of owner, task and call id. */
  key: string
  /** For a row of version 1 of the ledger: its former key. */
  formerKey?: string
  taskId: string
  callId: string
  /** The name that the call came with; a functionReturn must carry the same. */
  toolName: string
  parameters: Record<string, unknown>
  /** keccak256 of the canonical JSON of name and parameters: the same id with a different hash is refused. */
  callHash: Hex
  /** Set if the same id came again with different parameters. The first ones stay. */
  conflicting?: boolean
  owner: Address
  state: LedgerState
  /** True once the service has acknowledged the outcome, or no longer wants it. */
  reported: boolean
  /** Set if the service did not take the outcome, because it no longer waited for the call. */
  unwanted?: true
  /** Settled by the service's record and not from here: nothing about it has been checked. */
  recorded?: true
  /** The service no longer waited for the call when last heard. It may have been answered elsewhere. */
  unawaited?: true
  /** Id of the newer call of the same task that replaced it. */
  replacedBy?: string
  planHash?: Hex
  /** Worst finding of the last check. Everything its card showed is stored separately. */
  worst?: WorstFinding
  steps: StepRecord[]
  /**
   * Only in `signing`: it is unknown whether the wallet has sent the transaction (after a crash, or with a silent
   * wallet). The card asks the person; nothing is sent again without an answer.
   */
  interrupted?: true
  /** Only in `signing`: the wallet's words of refusal, while the chain is asked whether it sent anyway. */
  refusal?: string
  /** Earlier requests that the wallet may still have sent. */
  left?: LeftRequest[]
  /** Hashes the wallet answered with that belong to other transactions. */
  disowned?: Hash[]
  /** Its former end, if a transaction of it was found afterwards. If that comes to nothing, the call ends so again. */
  was?: FormerEnd
  /** Set while the steps are with the wallet as one, and afterwards. */
  batch?: BatchRecord
  /** The wallet has refused to take the steps as one: from then on they are signed in order. */
  stepwise?: true
  /** Prediction made when the wallet was asked. Entries of older versions have none. */
  predicted?: StoredPrediction
  /** The result according to the chain, read once after the end. */
  receipt?: StoredReceipt
  /** Set while the wallet is asked to sign terms instead of transactions, and afterwards. */
  consent?: ConsentRecord
  /** Set for a bridge: the success of its last transaction is not the end. */
  transfer?: Transfer
  /** Hash of the transaction on the destination chain, once a bridge has delivered. */
  destinationHash?: Hash
  /** Why the call is in its state, for a person: an error, a refusal, something that could not be determined. */
  note?: string
  outcome?: ToolResult
  /** Milliseconds since the epoch. */
  createdAt: number
  updatedAt: number
}
