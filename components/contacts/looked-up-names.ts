import type { Address } from 'viem'
import { loadNormalizeName, nameChain, OffchainNameError, readName } from '@/lib/chain/accounts/names'
import type { ChainHandle, Chains } from '@/lib/chain/chains/chain'
import { createStore, type Store } from '@/lib/store'

/** What this page knows of a name. `chainId`: the network that the address is for, or on which it was looked for. */
export type LookedUp =
  | { is: 'reading' }
  | { is: 'known'; address: Address; chainId: number; at: number }
  | { is: 'nobody' }
  | { is: 'failed'; why: string }

/** Names that were looked up since the page was opened. A card looks its own names up again at each review. */
const names = new Map<string, Store<LookedUp | null>>()

/** Returns what is known of a name. Asks nobody. */
export function lookedUp(name: string): Store<LookedUp | null> {
  const key = name.toLowerCase()
  const kept = names.get(key) ?? createStore<LookedUp | null>(null)
  names.set(key, kept)
  return kept
}

/** Returns the network that keeps the names, before that of a test network. Null if none is served. */
export function nameKeeper(chains: Chains): ChainHandle | null {
  const all = [...chains.values()].toSorted((a, b) => Number(a.viemChain.testnet) - Number(b.viemChain.testnet))
  return all.map((chain) => nameChain(chain, chains)).find((keeper) => keeper !== null) ?? null
}

/** Looks a name up on the network that keeps names, over the person's own node. Never rejects. */
export async function lookUp(name: string, keeper: ChainHandle): Promise<void> {
  const { set, getSnapshot } = lookedUp(name)
  if (getSnapshot()?.is === 'reading') return
  set({ is: 'reading' })
  try {
    const normal = (await loadNormalizeName())(name)
    const read = normal === null ? null : await readName(keeper, normal, keeper.id)
    set(read ? { is: 'known', address: read.address, chainId: keeper.id, at: Date.now() } : { is: 'nobody' })
  } catch (error) {
    set({
      is: 'failed',
      why: error instanceof OffchainNameError ? 'its record is kept off the chain' : 'the network did not answer',
    })
  }
}

/** Keeps the names that a review has looked up for a network. */
export function keepNames(found: ReadonlyMap<Address, string>, chainId: number): void {
  for (const [address, name] of found) lookedUp(name).set({ is: 'known', address, chainId, at: Date.now() })
}
