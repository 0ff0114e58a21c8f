import type { Chains } from '../chains/chain'
import { buildChains, chainEntries } from '../chains/chains'

/** The local chains of a devnet at this port. */
export const devnetChains = (port: number): Chains => {
  const entries = chainEntries({ CHAINS: 'devnet', rpcUrls: new Map(), DEVNET_PORT: port })
  return buildChains(entries)
}

/** Chains whose nodes nobody reaches. */
export const unreachableChains = (...ids: number[]): Chains =>
  buildChains(ids.map((id) => ({ id, rpcUrl: 'http://127.0.0.1:1' })))
