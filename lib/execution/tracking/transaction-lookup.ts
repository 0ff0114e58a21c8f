import {
  type Address,
  type Hash,
  isAddressEqual,
  type Transaction,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { ChainClient } from '@/lib/chain/chains/chain-client'
import type { StepRecord } from '../ledger/entry'
import { hasStoodFor, isUsedUp, transactionAtNonce } from './nonce-search'
import { carries, executedAs, innerFailed, type Likeness, likeness, type Searched } from './relayed'

/** Current state of a transaction according to the chain. */
export type TransactionLookup =
  /** The node does not know it, and its nonce is free: not there yet, or dropped and still valid. */
  | { kind: 'unknown' }
  /** Known but not final. `nonce` is its own, if it is a transaction of the account. */
  | { kind: 'pending'; nonce?: number; likeness: Likeness }
  /**
   * `hash` differs from the requested one if the wallet sped the transaction up, or named it by another hash. `status`:
   * the wallet's current status of its batch.
   */
  | { kind: 'mined'; hash: Hash; outcome: 'success' | 'reverted'; likeness: Likeness; status?: number }
  /**
   * It can never be mined: another transaction of the account, with other bytes, used the nonce. Or the wallet has
   * given up its batch.
   */
  | { kind: 'displaced'; by: Hash | null }
  /** It is not the transaction that the wallet was asked for: a stranger's, or an older one of the account. */
  | { kind: 'foreign' }

/** True if a transaction on the chain is the reviewed step, from the account that reviewed it. */
export function isReviewed(transaction: Transaction, step: StepRecord, account: Address): boolean {
  const like = likeness(transaction, step, account)
  return like === 'same' || like === 'wrapped'
}

/** The fields of a transaction on the chain that tell whose it is. */
type Found = Pick<Transaction, 'hash' | 'from' | 'to' | 'input' | 'value' | 'nonce' | 'blockNumber'>

/** True if a transaction came after the wallet was asked for the step. One mined before cannot be its answer. */
export function isLater({ from, nonce, blockNumber }: Found, step: StepRecord, account: Address): boolean {
  // The nonce proves it for a transaction of the account, whatever a reorganisation does to its block.
  if (step.nonce !== undefined && !isRelayed(step) && isAddressEqual(from, account)) return nonce >= step.nonce
  return blockNumber === null || step.fromBlock === undefined || blockNumber > BigInt(step.fromBlock)
}

/** Classifies a transaction that was named for a step: the step itself, what the wallet made of it, or neither. */
export async function claimOf(
  client: ChainClient,
  transaction: Found,
  step: StepRecord,
  account: Address,
): Promise<Likeness | 'foreign'> {
  const like = likeness(transaction, step, account)
  if (!isLater(transaction, step, account)) return 'foreign'
  if (like === 'same' || like === 'wrapped') return like
  if (like === 'other' && isAddressEqual(transaction.from, account)) return like
  if (!(await isAbout(client, transaction, account))) return 'foreign'
  // An account without code, whose wallet has somebody else carry the request.
  if (like === 'other') return carries(transaction.input, step) ? like : 'foreign'
  return like
}

/** True if a transaction, or anything that it triggered, names the account. */
async function isAbout(client: ChainClient, { hash, from, to, input }: Found, account: Address): Promise<boolean> {
  const name = account.slice(2).toLowerCase()
  if (isAddressEqual(from, account) || (to && isAddressEqual(to, account)) || input.toLowerCase().includes(name))
    return true
  const receipt = await client.getTransactionReceipt({ hash }).catch(absent(TransactionReceiptNotFoundError))
  // A pending one may still turn out to.
  if (!receipt) return true
  return receipt.logs.some(
    ({ address, topics }) =>
      isAddressEqual(address, account) || topics.some((topic) => topic.slice(26).toLowerCase() === name),
  )
}

/** Settings of a transaction lookup. */
type Look = {
  /** Blocks required, including its own. */
  confirmations: number
  /**
   * Seconds that another transaction must have held its nonce; 0 once a node has shown it, because until then the nonce
   * is only the one requested of the wallet.
   */
  privateFor: number
  searched: Searched
  /** Returns whether a transaction is another call's, or may be. */
  isTaken: (transaction: Found) => boolean | 'perhaps'
  /** Asks the wallet again for the transaction of a step of its batch. */
  askWallet: () => Promise<NamedAgain | null>
}

/** A transaction with the batch's status (EIP-5792), or the news that there will be none. */
export type NamedAgain = { hash: Hash; status: number } | 'given-up'

/**
 * Looks up the transaction of a step: by its hash, then by its nonce. Throws any failure of the node: nothing may be
 * concluded from it.
 */
export async function lookUpTransaction(
  client: ChainClient,
  step: StepRecord & { hash: Hash },
  account: Address,
  look: Look,
): Promise<TransactionLookup> {
  const { confirmations, privateFor, isTaken } = look
  const [mined, transaction] = await Promise.all([
    minedAt(client, step.hash, account, step, confirmations),
    transactionOf(client, step.hash),
  ])
  const like = transaction && (await claimOf(client, transaction, step, account))
  if (like === 'foreign') return { kind: 'foreign' }
  const isOwn = transaction ? isAddressEqual(transaction.from, account) : !isRelayed(step)
  const waiting: TransactionLookup =
    transaction && like
      ? {
          kind: 'pending',
          likeness: like,
          ...(isOwn || !step.via ? { nonce: transaction.nonce } : {}),
        }
      : { kind: 'unknown' }
  // A receipt without its transaction comes from nodes at different blocks: look again.
  if (mined === 'too-new' || (mined && !transaction)) return waiting
  if (mined && like) return { kind: 'mined', hash: step.hash, outcome: mined, likeness: like }

  // The nonce of a contract account, or of the carrier of its operations, says nothing about this step.
  const relayed = step.via && !transaction ? await lookUpRelayed(client, step, account, look) : null
  if (relayed) return relayed
  if (isRelayed(step) || (step.via && !isOwn)) return waiting
  const sender = transaction?.from ?? account
  const nonce = transaction?.nonce ?? step.nonce
  if (nonce === undefined || step.fromBlock === undefined) return waiting
  if ((await client.getTransactionCount({ address: sender, blockTag: 'latest' })) <= nonce) return waiting

  const found = await transactionAtNonce(client, { account: sender, nonce, fromBlock: BigInt(step.fromBlock) })
  if (found === 'unfound') return waiting
  // Mined between the two reads, or by a node that is ahead: the next lookup will have the receipt.
  if (found !== 'none' && found.hash === step.hash) return waiting
  const isReview = found !== 'none' && isReviewed(found, step, account)
  const taken = isReview && isTaken(found)
  if (taken === 'perhaps') return waiting
  if (isReview && !taken) return minedInstead(client, found.hash, step, account, confirmations, waiting)
  // Until then a reorganisation may still bring back what it displaced.
  if (!(await isUsedUp(client, { account: sender, nonce, confirmations }))) return waiting
  if (!transaction && found !== 'none' && !(await hasStoodFor(client, found, privateFor))) return waiting
  return { kind: 'displaced', by: found === 'none' ? null : found.hash }
}

/** True if the step's transaction is somebody else's, or only partly the account's: its nonce is no guide. */
const isRelayed = ({ via }: StepRecord): boolean => via === 'contract' || via === 'batch'

/**
 * Looks up a transaction that no node knows by its hash. The answer of a wallet for an account with code may be the
 * hash of its operation: events name the transaction. Null if there is none yet.
 */
async function lookUpRelayed(
  client: ChainClient,
  step: StepRecord & { hash: Hash },
  account: Address,
  { confirmations, searched, askWallet, isTaken }: Look,
): Promise<TransactionLookup | null> {
  if (step.via === 'batch') {
    // A reorganisation took it off the chain: the carrier may have sent the batch again, under another hash.
    const named = await askWallet()
    if (named === 'given-up') return { kind: 'displaced', by: null }
    if (!named) return null
    const seen = await minedInstead(client, named.hash, step, account, confirmations, { kind: 'unknown' })
    return seen.kind === 'mined' ? { ...seen, status: named.status } : seen
  }
  if (step.fromBlock === undefined) return null
  const operation = { account, number: step.hash, fromBlock: BigInt(step.fromBlock) }
  const asked = executedAs(client, operation, searched)
  // An account with delegated code also sends plain transactions, which are found without events.
  const hash = await (step.via === 'delegated' ? asked.catch(() => null) : asked)
  const transaction = hash && (await transactionOf(client, hash))
  if (!transaction || isTaken(transaction)) return null
  return minedInstead(client, transaction.hash, step, account, confirmations, { kind: 'unknown' })
}

async function minedInstead(
  client: ChainClient,
  hash: Hash,
  step: StepRecord,
  account: Address,
  confirmations: number,
  waiting: TransactionLookup,
): Promise<TransactionLookup> {
  const [outcome, transaction] = await Promise.all([
    minedAt(client, hash, account, step, confirmations),
    transactionOf(client, hash),
  ])
  if (outcome === null || outcome === 'too-new' || !transaction) return waiting
  return { kind: 'mined', hash, outcome, likeness: likeness(transaction, step, account) }
}

async function minedAt(
  client: ChainClient,
  hash: Hash,
  account: Address,
  step: StepRecord,
  confirmations: number,
): Promise<'success' | 'reverted' | 'too-new' | null> {
  const receipt = await client.getTransactionReceipt({ hash }).catch(absent(TransactionReceiptNotFoundError))
  if (!receipt) return null
  if (confirmations > 1) {
    const latest = await client.getBlockNumber({ cacheTime: 0 })
    if (latest - receipt.blockNumber + 1n < BigInt(confirmations)) return 'too-new'
  }
  // The carrier's transaction succeeds even if the operation fails.
  return step.via && innerFailed(receipt.logs, account) ? 'reverted' : receipt.status
}

/** Returns the transaction, or null if the node knows none with this hash. */
export const transactionOf = (client: ChainClient, hash: Hash): Promise<Transaction | null> =>
  client.getTransaction({ hash }).catch(absent(TransactionNotFoundError))

/** Turns a "not found" error into null and rethrows any other. */
const absent =
  (kind: new (...args: never[]) => Error) =>
  (error: unknown): null => {
    if (error instanceof kind) return null
    throw error
  }
