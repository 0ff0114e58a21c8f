import { createPublicClient, http } from 'viem'
import { listedTokens } from '../tokens/tokens'
import type { ChainHandle, ChainInfo, Chains } from './chain'
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

/**
 * No contract may name a URL to query for its answer (ERC-3668): its author could make the service fetch any address of
 * its own network, and would learn who looks at a card.
 */
export const noLookups = false

function buildChain(info: ChainInfo): ChainHandle {
  const client = createPublicClient({
    chain: info.viemChain,
    // One HTTP request for all reads of a tick; one quick retry, because a person waits for the card.
    transport: http(info.rpcUrl, { batch: true, retryCount: 1, retryDelay: 300, timeout: 12_000 }),
    // Sized for a whole token list in one eth_call (a balanceOf is 36 bytes), far below common gas caps.
    batch: { multicall: { batchSize: 32_768 } },
    ccipRead: noLookups,
    pollingInterval: info.isLocal ? 250 : 4_000,
  })
  return { ...info, client }
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
