import type { Address } from 'viem'
import type { ChainInfo, Chains } from '@/lib/chain/chains/chain'
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

/**
 * Looks a name up on the network that keeps names, over the person's own node: a real one before a test network. What
 * reads names is loaded for it. Never rejects.
 */
export async function lookUp(name: string, chains: Chains): Promise<void> {
  const { set, getSnapshot } = lookedUp(name)
  if (getSnapshot()?.is === 'reading') return
  set({ is: 'reading' })
  set(await read(name, chains).catch((): LookedUp => ({ is: 'failed', why: 'the network did not answer' })))
}

async function read(name: string, chains: Chains): Promise<LookedUp> {
  const { loadNormalizeName, nameChain, OffchainNameError, readName } = await import('@/lib/chain/accounts/names')
  const isTest = ({ viemChain }: ChainInfo) => Number(viemChain.testnet === true)
  const realFirst = [...chains.values()].toSorted((a, b) => isTest(a) - isTest(b))
  const keeper = realFirst.map((chain) => nameChain(chain, chains)).find((each) => each !== null)
  if (!keeper) return { is: 'failed', why: 'this app has no network that keeps names' }
  const normal = (await loadNormalizeName())(name)
  try {
    const found = normal === null ? null : await readName(keeper, normal, keeper.id)
    return found ? { is: 'known', address: found.address, chainId: keeper.id, at: Date.now() } : { is: 'nobody' }
  } catch (error) {
    if (error instanceof OffchainNameError) return { is: 'failed', why: error.message }
    throw error
  }
}

/** Keeps the names that a review has looked up for a network. */
export function keepNames(found: ReadonlyMap<Address, string>, chainId: number): void {
  for (const [address, name] of found) lookedUp(name).set({ is: 'known', address, chainId, at: Date.now() })
}
