import type { Chains } from '@/lib/chain/chains/chain'
import type { Entity, Names } from '@/lib/language/entity'
import type { Context } from '@/lib/language/reader/features'
import type { Reader } from '@/lib/language/reader/reader'
import { isWithin } from '@/lib/language/spans'
import { mentionOf, placeOf, recipientOf } from '@/lib/language/steps/amounts'
import type { ChainMention, Recipient, TokenMention } from '@/lib/language/steps/mention'
import { namesOf } from '@/lib/language/wallet-names'
import { isRequested, written } from '../meaning/step'
import type { Dialogue, Understanding } from '../meaning/understanding'
import { understandReading } from './by-reader'
import { warns } from './message'
import { oddityOf } from './oddity'

/** A person's words, and what was said before them. */
export type Said = { text: string; before: Context }

/**
 * Input for reading a message: the reader, and the chains whose names it knows. `here`: the network that the person
 * signed in on.
 */
export type World = { reader: Reader; chains: Chains; here: number }

const read = ({ reader, chains }: World, { text, before }: Said) => reader.read(text, names(chains), before)
const names = (chains: Chains): Names => namesOf(chains)

/** Returns what a message comes to, in the light of what was said before. An odd one is not read at all. */
export function understand(said: Said, world: World, dialogue: Dialogue): Understanding {
  const oddity = oddityOf(said.text)
  if (oddity) return { kind: 'odd', oddity }
  const readAs = (text: string, isAlone = false) => read(world, { text, before: isAlone ? {} : said.before })
  const { is, certainty } = understandReading(said.text, read(world, said), dialogue, world.chains, readAs)
  return isRequested(is) && certainty === 'weak' ? { kind: 'talk', topic: 'unclear' } : is
}

/** Things named by words that ask for nothing; the next message may leave them out. One of a kind, or null. */
type Named = { token: TokenMention | null; chain: ChainMention | null; person: Recipient | null }

/** Returns what a message names. */
export function namedIn(said: Said, world: World): Named {
  if (oddityOf(said.text)) return { token: null, chain: null, person: null }
  const { entities, clauses } = read(world, said)
  // A person whom the words warn of is not remembered as a receiver.
  const isWarnedOf = (each: Entity) => clauses.some((clause) => warns(clause) && isWithin(each, clause))
  return {
    token: onlyOf(entities.flatMap((each) => (each.is === 'token' && each.known ? [mentionOf(each)] : []))),
    chain: onlyOf(
      entities.flatMap((each) => (each.is === 'chain' && each.chainId !== null ? [placeOf({ chain: each })] : [])),
    ),
    person: onlyOf(
      entities.flatMap((each) =>
        (each.is === 'address' || each.is === 'name' || each.is === 'contact') && !isWarnedOf(each)
          ? [recipientOf({ meaning: each, text: '', p: 1 })]
          : [],
      ),
    ),
  }
}

/** Returns what all of some values are; null if there are none, or two that differ. */
function onlyOf<Value>([first, ...others]: readonly Value[]): Value | null {
  return first !== undefined && others.every((each) => written(each) === written(first)) ? first : null
}

/** True if words that were not understood may have been against what stands. */
export const mayObject = (said: Said, world: World): boolean =>
  oddityOf(said.text) !== null || read(world, said).clauses.some(({ kind }) => kind !== 'question')
