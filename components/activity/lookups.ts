import { type Hash, isAddressEqual, TransactionReceiptNotFoundError } from 'viem'
import type { Chains } from '@/lib/chain/chains/chain'
import type { Row } from './rows'

/**
 * The chain's answer about a transaction that only the service names: the account sent it and it succeeded or reverted,
 * another account sent it, or it does not exist. None of them proves that the transaction is the one proposed.
 */
export type Lookup = 'sent' | 'reverted' | 'by-another' | 'not-found'

/** Looks up a row's last transaction. Null if the chain cannot be asked. */
export async function lookUp({ entry, hashes }: Row, chains: Chains): Promise<Lookup | null> {
  const named = hashes.at(-1)
  const chain = named && chains.get(named.chainId)
  if (!chain) return null
  try {
    const { from, status } = await chain.client.getTransactionReceipt({ hash: named.hash })
    if (!isAddressEqual(from, entry.owner)) return 'by-another'
    return status === 'success' ? 'sent' : 'reverted'
  } catch (error) {
    return error instanceof TransactionReceiptNotFoundError ? 'not-found' : null
  }
}

export const lookupKey = ({ hashes }: Row): Hash | null => hashes.at(-1)?.hash ?? null

export const lookupWords: Readonly<Record<Lookup, string>> = {
  sent: 'The chain shows the transaction: your account sent it, and it succeeded. Only the service says what it was for.',
  reverted: 'The chain shows the transaction: your account sent it, and it was reverted.',
  'by-another': 'Another account sent the transaction that the service names.',
  'not-found': 'There is no such transaction on the chain.',
}
