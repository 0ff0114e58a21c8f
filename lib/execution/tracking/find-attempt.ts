import type { Address, Hash, Transaction } from 'viem'
import type { ChainClient } from '@/lib/chain/chains/chain-client'
import type { ExecutionContext } from '../context'
import type { LedgerEntry, LeftRequest } from '../ledger/entry'
import { type SentStep, unsentSteps } from '../ledger/steps'
import { hasStoodFor, inNonceSlot, isUsedUp, transactionAtNonce } from './nonce-search'
import { executedAs, executedSince, type Searched } from './relayed'
import { claim, isContested, isKnown } from './taken'
import { claimOf, isLater, isReviewed, transactionOf } from './transaction-lookup'

/**
 * Result of a search for a request to the wallet. `free`: its nonce is not used, so it may still be open in the wallet,
 * or come later. `displaced`: its nonce went to another transaction. `contested`: a transaction has its bytes, but may
 * be another call's.
 */
export type Recovered = { kind: 'found'; hash: Hash } | { kind: 'free' | 'displaced' | 'contested' | 'unclear' }

type Request = Pick<LeftRequest, 'steps' | 'batch'>

/** Number of nonces to look at: wallets may take a higher one than requested. */
const widestGap = 16

/** Looks for the transaction of a request, by nonce and bytes. Throws any failure of the node. */
export async function findAttempt(
  request: Request,
  entry: LedgerEntry,
  context: ExecutionContext,
  searched: Searched = { upTo: null },
): Promise<Recovered> {
  const [step] = request.steps
  const chain = step && context.chains.get(step.chainId)
  if (!chain || step.fromBlock === undefined) return { kind: 'unclear' }
  const { client } = chain
  const account = entry.owner
  const fromBlock = BigInt(step.fromBlock)
  const isOurs = (found: Transaction) =>
    request.steps.every((each, index) => (index > 0 && !request.batch) || isReviewed(found, each, account)) &&
    isLater(found, step, account) &&
    !isKnown(found.hash, context)
  const take = (found: Transaction): Recovered =>
    isContested(entry, step, found, context) || !claim(found.hash, entry.key, context)
      ? { kind: 'contested' }
      : { kind: 'found', hash: found.hash }

  if (
    step.hash &&
    !isKnown(step.hash, context) &&
    (await isThereAfterAll({ ...step, hash: step.hash }, account, client))
  )
    return { kind: 'found', hash: step.hash }

  let usedBy: Transaction | 'none' | null = null
  let count = 0
  if (step.nonce !== undefined && step.via !== 'contract') {
    count = await client.getTransactionCount({ address: account, blockTag: 'latest' })
    for (let nonce = step.nonce; nonce < Math.min(count, step.nonce + widestGap); nonce += 1) {
      const found = await transactionAtNonce(client, { account, nonce, fromBlock })
      if (found !== 'none' && found !== 'unfound' && isOurs(found)) return take(found)
      if (nonce === step.nonce && found !== 'unfound') usedBy = found
    }
    for (let nonce = Math.max(count, step.nonce); nonce < step.nonce + widestGap; nonce += 1) {
      const waiting = await inNonceSlot(client, account, nonce)
      if (!waiting) break
      if (isOurs(waiting)) return take(waiting)
    }
  }
  if (step.via) {
    // Somebody else may have carried it. A node that returns no logs is no reason to stop.
    const executed = await executedSince(client, { account, fromBlock }, searched).catch(() => [])
    for (const hash of executed) {
      const found = await transactionOf(client, hash)
      if (found && isOurs(found)) return take(found)
    }
  }
  // The nonces of a contract account, and of a batch's carrier, tell nothing.
  if (step.via === 'contract' || step.nonce === undefined) return { kind: 'unclear' }
  if (step.via === 'batch' || count <= step.nonce) return { kind: 'free' }
  if (usedBy === null) return { kind: 'unclear' }
  const confirmations = context.confirmations(chain)
  const isDisplaced =
    (await isUsedUp(client, { account, nonce: step.nonce, confirmations })) &&
    // A privately sent transaction may wait under a higher nonce.
    (usedBy === 'none' || (await hasStoodFor(client, usedBy, context.privateFor(chain))))
  return { kind: isDisplaced ? 'displaced' : 'free' }
}

/** True if a node by now knows what was given up because none did. */
async function isThereAfterAll(step: SentStep, account: Address, client: ChainClient): Promise<boolean> {
  const named = await transactionOf(client, step.hash)
  if (named) return (await claimOf(client, named, step, account)) !== 'foreign'
  if (!step.via || step.fromBlock === undefined) return false
  const operation = { account, number: step.hash, fromBlock: BigInt(step.fromBlock) }
  return (await executedAs(client, operation, { upTo: null }).catch(() => null)) !== null
}

/** Returns the request that is open in the wallet. */
export const openRequest = ({ steps, batch }: LedgerEntry): Request => ({
  steps: unsentSteps(steps),
  ...(batch ? { batch } : {}),
})
