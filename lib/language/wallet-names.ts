import type { ChainInfo, Chains } from '../chain/chains/chain'
import { pinnedCollections } from '../chain/nft/collections'
import type { Names } from './entity'

type Named = Names['tokens'][number]

/**
 * Builds the names known on these chains: their tokens by symbol, the chains, and the collections that this app vouches
 * for. If two tokens of a chain share a symbol, the first one has it.
 */
export function walletNames(
  chains: readonly ChainInfo[],
  more: Partial<Pick<Names, 'protocols' | 'collections' | 'contacts'>> = {},
): Names {
  const tokens = new Map<string, Named & { addresses: Record<number, Named['addresses'][number]> }>()
  for (const chain of chains)
    for (const { symbol, name, address } of chain.tokens) {
      const known = tokens.get(symbol)
      if (!known) tokens.set(symbol, { symbol, name, addresses: { [chain.id]: address } })
      else known.addresses[chain.id] ??= address
    }
  const collections = new Map(chains.flatMap(({ id }) => pinnedCollections(id)).map((each) => [each.called, each]))
  return {
    protocols: [],
    ...more,
    tokens: [...tokens.values()],
    chains: chains.map(({ id, name }) => ({ id, name })),
    collections: [
      ...[...collections.values()].map(({ called, name }) => ({ id: called, name, aliases: [called] })),
      ...(more.collections ?? []),
    ],
  }
}

const namesByChains = new WeakMap<Chains, Names>()

/** The names that a wallet's chains know, made once: what is found by them is indexed with the object. */
export function namesOf(chains: Chains): Names {
  const known = namesByChains.get(chains) ?? walletNames([...chains.values()])
  namesByChains.set(chains, known)
  return known
}
