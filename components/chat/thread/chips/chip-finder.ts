import type { Chains } from '@/lib/chain/chains/chain'
import { namesOf } from '@/lib/language/wallet-names'
import { findChips } from './find-chips'

export type FindChips = (text: string) => ReturnType<typeof findChips>

/** Returns the finder of names on these chains. */
export const finderOf =
  (chains: Chains): FindChips =>
  (text) =>
    findChips(text, namesOf(chains))
