import { type Address, isAddressEqual, type Transaction } from 'viem'
import type { ChainClient } from '@/lib/chain/chains/chain-client'

/** Blocks read one by one if the node keeps no state of old blocks: some 50 minutes of mainnet. */
const longestScan = 256n

/**
 * Finds the transaction that used up an account's nonce, among the blocks after `fromBlock`. The account's transaction
 * count only rises, so bisection finds the block in log2(n) reads. `unfound`: the node cannot tell. `none`: the nonce
 * was used up without a transaction of the account (as by an EIP-7702 authorization).
 */
export async function transactionAtNonce(
  client: ChainClient,
  { account, nonce, fromBlock }: { account: Address; nonce: number; fromBlock: bigint },
): Promise<Transaction | 'none' | 'unfound'> {
  const known = await inNonceSlot(client, account, nonce)
  if (known) return known
  const latest = await client.getBlockNumber({ cacheTime: 0 })
  const usedBy = async (blockNumber: bigint) =>
    (await client.getTransactionCount({ address: account, blockNumber })) > nonce
  let before = fromBlock
  let at = latest
  try {
    if (!(await usedBy(at))) return 'unfound'
    if (await usedBy(before)) return 'unfound'
    while (at - before > 1n) {
      const middle = (before + at) / 2n
      if (await usedBy(middle)) at = middle
      else before = middle
    }
  } catch {
    // Nodes without an archive refuse the state of old blocks, but have the blocks themselves.
    return scan(client, { account, nonce, from: fromBlock + 1n, to: latest })
  }
  return (await inBlock(client, at, account, nonce)) ?? 'none'
}

/** True if an account's nonce is used up this many blocks deep, counting the block that used it. */
export async function isUsedUp(
  client: ChainClient,
  { account, nonce, confirmations }: { account: Address; nonce: number; confirmations: number },
): Promise<boolean> {
  if (confirmations <= 1) return (await client.getTransactionCount({ address: account, blockTag: 'latest' })) > nonce
  const blockNumber = (await client.getBlockNumber({ cacheTime: 0 })) - BigInt(confirmations - 1)
  return blockNumber >= 0n && (await client.getTransactionCount({ address: account, blockNumber })) > nonce
}

/** True if a transaction has been on the chain for this many seconds, by the chain's own clock. */
export async function hasStoodFor(
  client: ChainClient,
  { blockNumber }: Transaction,
  seconds: number,
): Promise<boolean> {
  if (seconds === 0) return true
  if (blockNumber === null) return false
  const [block, latest] = await Promise.all([client.getBlock({ blockNumber }), client.getBlock()])
  return latest.timestamp - block.timestamp >= BigInt(seconds)
}

/**
 * Returns the account's transaction with this nonce, mined or in the node's pool. Null also if the node lacks the
 * method: `eth_getTransactionBySenderAndNonce` is not in the standard, and its absence has no standard error.
 */
export async function inNonceSlot(client: ChainClient, account: Address, nonce: number): Promise<Transaction | null> {
  const found = await client.getTransaction({ sender: account, nonce }).catch(() => null)
  return found && found.nonce === nonce && isAddressEqual(found.from, account) ? found : null
}

async function scan(
  client: ChainClient,
  { account, nonce, from, to }: { account: Address; nonce: number; from: bigint; to: bigint },
): Promise<Transaction | 'unfound'> {
  const end = to - from < longestScan ? to : from + longestScan
  for (let block = from; block <= end; block += 1n) {
    const found = await inBlock(client, block, account, nonce)
    if (found) return found
  }
  return 'unfound'
}

async function inBlock(client: ChainClient, blockNumber: bigint, account: Address, nonce: number) {
  const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true })
  return transactions.find((transaction) => transaction.nonce === nonce && isAddressEqual(transaction.from, account))
}
