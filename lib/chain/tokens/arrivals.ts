import { type Address, erc20Abi, type Hash, isAddressEqual, parseEventLogs } from 'viem'
import type { ChainHandle, Token } from '../chains/chain'
import { findToken, nativeToken } from './tokens'

export type TokenArrival = { token: Token; amount: bigint }

/**
 * Returns what a mined transaction brought to an account, in base units: listed tokens from their logs, and coin sent
 * to it directly. Coin paid out by a contract leaves no trace in a receipt and is missing. Empty for a reverted
 * transaction. Throws the node's failures, and throws if the node does not know the transaction.
 */
export async function readArrivals(chain: ChainHandle, hash: Hash, account: Address): Promise<TokenArrival[]> {
  const [{ status, logs }, { to, value }] = await Promise.all([
    chain.client.getTransactionReceipt({ hash }),
    chain.client.getTransaction({ hash }),
  ])
  if (status !== 'success') return []
  const changes = new Map<Token, bigint>()
  const add = (token: Token, amount: bigint) => changes.set(token, (changes.get(token) ?? 0n) + amount)
  if (to && isAddressEqual(to, account)) add(nativeToken(chain), value)
  for (const { address, args } of parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })) {
    const token = findToken(chain, address)
    if (!token) continue
    if (isAddressEqual(args.to, account)) add(token, args.value)
    if (isAddressEqual(args.from, account)) add(token, -args.value)
  }
  return [...changes].flatMap(([token, amount]) => (amount > 0n ? [{ token, amount }] : []))
}
