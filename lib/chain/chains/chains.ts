import { listedTokens } from '../tokens/tokens'
import type { ChainHandle, ChainInfo, Chains } from './chain'
import { createChainClient } from './chain-client'
import { type ChainFacts, chainFacts, localChainIds } from './chain-facts'

export type ChainEntry = { id: number; rpcUrl: string }

/** A chain id in the settings that this build does not know. */
export class UnknownChainError extends Error {
  override readonly name = 'UnknownChainError'
  readonly code = 'unknown-chain'
  constructor(readonly chainId: number) {
    const known = [...chainFacts].map(([id, { chain }]) => `${id} (${chain.name})`).join(', ')
    super(`Chain ${chainId} is not known. Choose from: ${known}.`)
  }
}

/**
 * Returns the configured chains with their RPC URLs. Real chains without a configured URL use viem's default public
 * one. Throws UnknownChainError.
 */
export function chainEntries(config: {
  CHAINS: 'devnet' | readonly number[]
  rpcUrls: ReadonlyMap<number, string>
  DEVNET_PORT: number
}): ChainEntry[] {
  if (config.CHAINS === 'devnet')
    return localChainIds.map((id, index) => ({ id, rpcUrl: `http://127.0.0.1:${config.DEVNET_PORT + index}` }))
  return config.CHAINS.map((id) => {
    const rpcUrl = config.rpcUrls.get(id) ?? factsOf(id).chain.rpcUrls.default.http[0]
    // The local chains have no default: their ports are known only under CHAINS=devnet.
    if (!rpcUrl) throw new UnknownChainError(id)
    return { id, rpcUrl }
  })
}

/** Returns what is known about a chain in advance, without a client. Throws UnknownChainError. */
export const chainInfo = ({ id, rpcUrl }: ChainEntry): ChainInfo => infoOf(factsOf(id), rpcUrl)

/** Builds the chains with their clients. Call it once: clients hold batches and caches. Throws UnknownChainError. */
export function buildChains(entries: readonly ChainEntry[]): Chains {
  return new Map(entries.map((entry) => [entry.id, buildChain(chainInfo(entry))]))
}

function buildChain(info: ChainInfo): ChainHandle {
  return { ...info, client: createChainClient(info.viemChain, info.rpcUrl, info.isLocal ? 250 : 4_000) }
}

function infoOf(facts: ChainFacts, rpcUrl: string): ChainInfo {
  const { chain, isLocal, wrappedNative, diamond } = facts
  return {
    id: chain.id,
    name: chain.name,
    viemChain: { ...chain, rpcUrls: { default: { http: [rpcUrl] } } },
    rpcUrl,
    isLocal,
    tokens: listedTokens(facts),
    wrappedNative,
    ...(diamond ? { diamond } : {}),
  }
}

function factsOf(id: number): ChainFacts {
  const facts = chainFacts.get(id)
  if (!facts) throw new UnknownChainError(id)
  return facts
}
