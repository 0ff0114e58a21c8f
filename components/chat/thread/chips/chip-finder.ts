import type { Chains } from '@/lib/chain/chains/chain'
import { walletNames } from '@/lib/language/wallet-names'
import { findChips } from './find-chips'

export type FindChips = (text: string) => ReturnType<typeof findChips>

const finders = new WeakMap<Chains, FindChips>()

/** Returns the finder of names on these chains. Builds the index of names once. */
export function finderOf(chains: Chains): FindChips {
  const known = finders.get(chains)
  if (known) return known
  const names = walletNames([...chains.values()])
  const finder: FindChips = (text) => findChips(text, names)
  finders.set(chains, finder)
  return finder
}
