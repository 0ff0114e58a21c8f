import type { Chains } from '@/lib/chain/chains/chain'
import type { Names } from '@/lib/language/entity'
import type { Context } from '@/lib/language/reader/features'
import type { Reader } from '@/lib/language/reader/reader'
import { namesOf } from '@/lib/language/wallet-names'
import { isRequested } from '../meaning/step'
import type { Dialogue, Understanding } from '../meaning/understanding'
import { understandReading } from './by-reader'
import { oddityOf } from './oddity'

/** A person's words, and what was said before them. */
export type Said = { text: string; before: Context }

/** What a message is read by: the reader, and the chains whose names it knows. `here`: where the person signed in. */
export type World = { reader: Reader; chains: Chains; here: number }

const read = ({ reader, chains }: World, { text, before }: Said) => reader.read(text, names(chains), before)
const names = (chains: Chains): Names => namesOf(chains)

/** Returns what a message comes to, in the light of what was said before. An odd one is not read at all. */
export function understand(said: Said, world: World, dialogue: Dialogue): Understanding {
  const oddity = oddityOf(said.text)
  if (oddity) return { kind: 'odd', oddity }
  const { is, certainty } = understandReading(said.text, read(world, said), dialogue, world.chains)
  return isRequested(is) && certainty === 'weak' ? { kind: 'talk', topic: 'unclear' } : is
}

/** True if words that were not understood may have been against what stands. */
export const mayObject = (said: Said, world: World): boolean =>
  oddityOf(said.text) !== null || read(world, said).clauses.some(({ kind }) => kind !== 'question')
