import { createHash } from 'node:crypto'
import type { Chains } from '@/lib/chain/chains/chain'
import { withoutQuotes } from '@/lib/wire/quotes'
import type { Message } from '@/lib/wire/task'
import { asNumber } from '../abilities/options'
import { textOf } from '../intake/context'
import { type Said, understand, type World } from '../intake/intake'
import { longestMessage } from '../intake/oddity'
import type { Dialogue, Understanding } from '../meaning/understanding'
import { Readings } from './readings'

/** The readings of messages, and the state of the conversation after each. */
type Kept = { understood: Readings<Understanding>; dialogues: Readings<Dialogue> }

const keptBy = new WeakMap<Chains, Kept>()

/** Returns the readings by the names of these chains. */
export function keptOf({ chains }: Pick<World, 'chains'>): Kept {
  const kept = keptBy.get(chains) ?? { understood: new Readings<Understanding>(), dialogues: new Readings<Dialogue>() }
  keptBy.set(chains, kept)
  return kept
}

/** Returns what words come to. `key` stands for everything that their reading depends on. */
export const understandOnce = ({ text, before }: Said, key: string, dialogue: Dialogue, world: World): Understanding =>
  keptOf(world).understood.of(key, text.length, () => {
    const said = dialogue.asked === 'which' ? asNumber(text, dialogue.offered) : text
    return understand({ text: said, before }, world, dialogue)
  })

/** Identifies a history that continues with this message, by its whole content and everything before. */
export const keyAfter = (before: string, { role, parts }: Message): string =>
  createHash('sha256')
    .update(before)
    .update(JSON.stringify([role, parts]))
    .digest('base64url')

export const sizeOf = ({ parts }: Message): number => JSON.stringify(parts).length

/**
 * Returns as much of a text as shows that it is too long, since the cost of reading depends on the length. Quotations
 * are left out: somebody else said them, and they ask for nothing.
 */
export const heard = (text: string): string => (withoutQuotes(text) || text).slice(0, longestMessage + 1)
export const heardOf = (message: Message): string => heard(textOf(message))
