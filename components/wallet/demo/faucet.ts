import type { Address } from 'viem'
import type { Chains } from '@/lib/chain/chains/chain'

/** Thrown if the faucet gives no play money. Nothing of value is involved. */
class FaucetError extends Error {
  override readonly name = 'FaucetError'
  readonly code = 'faucet'
}

/** Asks the local faucet for play money on every local chain. Throws FaucetError. */
export async function requestPlayMoney(address: Address): Promise<void> {
  const response = await fetch('/api/faucet', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ address }),
  }).catch((cause: unknown) => {
    throw new FaucetError('The faucet is not responding. Is the page still online?', { cause })
  })
  await response.body?.cancel()
  if (!response.ok)
    throw new FaucetError(`The faucet gave no play money (HTTP ${response.status}). Try again in a moment.`)
}

/** True if the account has no native coins on any local chain, and so could not pay a fee. */
export async function needsPlayMoney(chains: Chains, address: Address): Promise<boolean> {
  const local = [...chains.values()].filter(({ isLocal }) => isLocal)
  const balances = await Promise.all(local.map(({ client }) => client.getBalance({ address })))
  return local.length > 0 && balances.every((balance) => balance === 0n)
}
