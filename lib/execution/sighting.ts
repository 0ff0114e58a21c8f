import {
  type Address,
  type Hash,
  isAddressEqual,
  type PublicClient,
  type Transaction,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { bytesHash } from '@/lib/review/hash'
import type { StepRecord } from './entry'
import { transactionAtNonce } from './nonce-search'

/** What the chain says of a transaction just now. */
export type Sighting =
  /** The node does not know it, and its nonce is free: not there yet, or dropped and still valid. */
  | { kind: 'unknown' }
  /** Known and not final. `nonce` is its own. `asReviewed` is false if the wallet sent something else. */
  | { kind: 'pending'; nonce: number; asReviewed: boolean }
  /** `hash` is another than the one asked for where the wallet sped the transaction up. */
  | { kind: 'mined'; hash: Hash; outcome: 'success' | 'reverted'; asReviewed: boolean }
  /** Another transaction of the account, with other bytes, used the nonce: this one can never be mined. */
  | { kind: 'displaced'; by: Hash | null }

/** True if a transaction on the chain is exactly the reviewed step, from the account that reviewed it. */
export function isReviewed(transaction: Transaction, step: StepRecord, account: Address): boolean {
  const { from, to, input, value } = transaction
  if (!to || !isAddressEqual(from, account)) return false
  return bytesHash({ chainId: step.chainId, to, data: input, value }) === step.bytesHash
}

/**
 * Looks for the transaction of a step: by its hash, then by its nonce. `confirmations` counts the block that holds it
 * as one. Throws whatever the node's failure is: nothing may be concluded from it.
 */
export async function sight(
  client: PublicClient,
  step: StepRecord & { hash: Hash },
  account: Address,
  confirmations: number,
): Promise<Sighting> {
  const [mined, transaction] = await Promise.all([
    minedAt(client, step.hash, confirmations),
    transactionOf(client, step.hash),
  ])
  const waiting: Sighting = transaction
    ? { kind: 'pending', nonce: transaction.nonce, asReviewed: isReviewed(transaction, step, account) }
    : { kind: 'unknown' }
  // A receipt without its transaction comes from nodes that are not at the same block: look again.
  if (mined === 'too-new' || (mined && !transaction)) return waiting
  if (mined && transaction)
    return { kind: 'mined', hash: step.hash, outcome: mined, asReviewed: isReviewed(transaction, step, account) }

  const sender = transaction?.from ?? account
  const nonce = transaction?.nonce ?? step.nonce
  if (nonce === undefined || step.fromBlock === undefined) return waiting
  if ((await client.getTransactionCount({ address: sender, blockTag: 'latest' })) <= nonce) return waiting

  const found = await transactionAtNonce(client, { account: sender, nonce, fromBlock: BigInt(step.fromBlock) })
  if (found === 'unfound') return waiting
  if (found === 'none') return { kind: 'displaced', by: null }
  // Mined between the two reads, or by a node that is ahead: the next look will have the receipt.
  if (found.hash === step.hash) return waiting
  if (!isReviewed(found, step, account)) return { kind: 'displaced', by: found.hash }
  const replacement = await minedAt(client, found.hash, confirmations)
  if (replacement === null || replacement === 'too-new') return waiting
  return { kind: 'mined', hash: found.hash, outcome: replacement, asReviewed: true }
}

async function minedAt(client: PublicClient, hash: Hash, confirmations: number) {
  const receipt = await client.getTransactionReceipt({ hash }).catch(absent(TransactionReceiptNotFoundError))
  if (!receipt) return null
  if (confirmations > 1) {
    const latest = await client.getBlockNumber({ cacheTime: 0 })
    if (latest - receipt.blockNumber + 1n < BigInt(confirmations)) return 'too-new'
  }
  return receipt.status
}

/** The transaction, or null if the node knows none of this hash. */
export const transactionOf = (client: PublicClient, hash: Hash): Promise<Transaction | null> =>
  client.getTransaction({ hash }).catch(absent(TransactionNotFoundError))

/** Turns "there is no such thing" into null and leaves every other failure a failure. */
const absent =
  (kind: new (...args: never[]) => Error) =>
  (error: unknown): null => {
    if (error instanceof kind) return null
    throw error
  }
