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
/** A settled call never becomes executable again. */
export const isSettled = (state: LedgerState): boolean => settled.has(state)

/** What is on record of one transaction of the plan. Written before the wallet is asked, and again with each fact learned. */
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
  /** Block number when the wallet was asked, as a decimal string: where the search after a crash starts. */
  fromBlock?: string
  /**
   * Which of the call's requests to the wallet this answers, counted from 1, and how many of the call's transactions
   * had succeeded when it was made.
   */
  request?: { nth: number; after: number }
  hash?: Hash
  /** The hash that took this one's place in the account's nonce, where the wallet sped it up. */
  replacedBy?: Hash
  outcome?: 'success' | 'reverted' | 'cancelled'
  /** The transaction on the chain is not what was reviewed: the wallet changed it. Shown loudly. */
  altered?: true
  /** No node has known the hash for a while: the transaction is kept back, or there is none. Its nonce is not kept free. */
  missing?: true
  /**
   * How the bytes come onto the chain where it is not as a plain transaction of the account: the account is a
   * contract, it has lent itself a contract's code (EIP-7702), or the step is part of a batch (EIP-5792).
   */
  via?: 'contract' | 'delegated' | 'bundle'
  /** For such a step: whether the transaction was seen to carry the reviewed bytes. `unproven` is not `altered`. */
  carried?: 'proven' | 'unproven'
}

/** All steps of a plan as one request to the wallet (EIP-5792, `wallet_sendCalls`). */
export type BatchRecord = {
  /** Chosen here and on record before the wallet is asked; the wallet's own where it answered with another. */
  id: string
  /** Version of the interface that the wallet was asked in. */
  version: '2.0.0' | '1.0'
  /** The wallet has taken it. */
  sent?: true
  /** The wallet's last word: a status code of EIP-5792. */
  status?: number
}

/**
 * A request that the wallet refused, or that the person gave up. Neither proves that nothing was sent, so it is looked for
 * until another transaction has its nonce.
 */
export type LeftRequest = {
  /** The step that the wallet was asked for, and those that would have followed. All of them were asked for in a batch. */
  steps: StepRecord[]
  bundle?: BatchRecord
  /** When it was let go. Milliseconds since the epoch. */
  at: number
}

/** What is on record of terms that the wallet was asked to sign. Written before it is asked. */
export type ConsentRecord = {
  permission: RebalancePermission
  /** EIP-712. */
  digest: Hex
  /** Checked to be the owner's, over this digest. */
  signature?: Hex
  /** The wallet was asked for a permission on chain as well (ERC-7715), for this account to spend. Asked once at most. */
  execution?: Address
}

export type WorstFinding = Pick<Finding, 'level' | 'rule' | 'title'>

/**
 * What the person had written before a call was proposed. `own`: they wrote it themselves, in this browser, as it stands.
 * `agent`: the last words of the agent's before it, which it may answer. `agreed`: it confirms a draft, and this much of it is
 * the agent's.
 */
export type SeenWords = { text: string; own?: true; agent?: string; agreed?: readonly AgreedField[] }

/** What was there when a call was seen for the first time. Kept with it: nothing that is written later changes it. */
export type FirstSeen = {
  /** The person's words before the call's own message, oldest first. Entries of older versions have none. */
  words?: readonly SeenWords[]
  /** The service began it by itself, by a plan or a permission. Without it the person asked. */
  began?: 'service'
  /** The plan or permission that the service says it began it by. */
  origin?: Origin
  /** The call of the same task that this one was put in place of. */
  replaces?: string
  /** The call of the same task that this one proposes once more. */
  again?: string
}

/** An end that was reached without a transaction that does the job. */
export type FormerEnd = Pick<LedgerEntry, 'outcome' | 'state' | 'reported' | 'untold' | 'recorded'>

/** A call and all that has been done about it. One per account, task and call id, kept in IndexedDB. */
export type LedgerEntry = FirstSeen & {
  /** `entryKey` of owner, task and call id. */
  key: string
  /** Set for a row of version 1 of the ledger: the key that it had there. */
  formerKey?: string
  taskId: string
  callId: string
  /** The name that the call came with; a functionReturn must carry the same. */
  toolName: string
  parameters: Record<string, unknown>
  /** keccak256 of the canonical JSON of name and parameters: the same id with others is refused. */
  callHash: Hex
  /** Set when the same id came again with other parameters. The first ones stay. */
  conflicting?: boolean
  owner: Address
  state: LedgerState
  /** True once the service has acknowledged the outcome, or will not have it. */
  reported: boolean
  /** The service would not have the outcome: it no longer waited for it. */
  untold?: true
  /** Settled by what the service has on record of it, and not from here: nothing of that has been checked. */
  recorded?: true
  /** The service did not wait for it any more, as was heard last. Somebody may have answered it elsewhere. */
  unawaited?: true
  /** The newer call of the same task that was put in its place. */
  replacedBy?: string
  planHash?: Hex
  /** What spoke most against it when it was last checked. The whole of what its card showed is kept beside the ledger. */
  worst?: WorstFinding
  steps: StepRecord[]
  /**
   * Only in `signing`: nobody can tell whether the wallet has sent the transaction (a crash, a wallet that does not
   * answer). The card asks the person; nothing is sent again without an answer.
   */
  interrupted?: true
  /** Only in `signing`: the wallet has refused, in these words, and the chain is asked whether it sent all the same. */
  refusal?: string
  /** What the wallet was asked for before and may still have sent. */
  left?: LeftRequest[]
  /** Hashes that the wallet answered with and that are other transactions. */
  disowned?: Hash[]
  /** How it had ended before a transaction of it was found after all. Where that comes to nothing, it ends so again. */
  was?: FormerEnd
  /** Set while, or since, the steps went to the wallet as one. */
  bundle?: BatchRecord
  /** The wallet has refused to take the steps as one: they are signed in order from then on. */
  stepwise?: true
  /** What was predicted when the wallet was asked. Entries of older versions have none. */
  predicted?: StoredPrediction
  /** What the chain says came of it, read once after the end. */
  receipt?: StoredReceipt
  /** Set while, or since, the wallet was asked to sign terms in place of transactions. */
  consent?: ConsentRecord
  /** Set for a bridge: its last transaction succeeding is not the end. */
  transfer?: Transfer
  /** The hash of the transaction on the destination chain, once a bridge has delivered. */
  destinationHash?: Hash
  /** Why the call stands where it stands, for a person: an error, a refusal, what could not be found out. */
  note?: string
  outcome?: ToolResult
  /** Milliseconds since the epoch. */
  createdAt: number
  updatedAt: number
}
