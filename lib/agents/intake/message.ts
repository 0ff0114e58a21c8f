import type { Entity } from '@/lib/language/entity'
import type { Clause, Reading } from '@/lib/language/reader/reader'
import { isOfThat } from '@/lib/language/words/comparing'
import type { Step, Understanding } from '../meaning/understanding'

/** A message as it was read. */
export type Message = {
  text: string
  reading: Reading
  /** Maps each known collection's short name to its name in our list. */
  collections: ReadonlyMap<string, string>
  /** Reads other words in the place of these, or by themselves. */
  readAs: (text: string, isAlone?: boolean) => Reading
}

/** An understanding, and how far it may be acted on: at once, after a yes, or not at all. */
export type Understood = { is: Understanding; certainty: 'certain' | 'likely' | 'weak' }

export const certain = (is: Understanding): Understood => ({ is, certainty: 'certain' })
export const weak = (is: Understanding): Understood => ({ is, certainty: 'weak' })
/** Most words of an answer or a change beside what it names. */
export const mostWords = 6

export const missed = weak({ kind: 'talk', topic: 'unclear' })

/** True for words of a theft, a leak or a fraud. Nobody who is named in them is to be paid. */
export const warns = ({ action }: Clause): boolean => action === 'alarm' || action === 'scam'

/** Returns the action of a step in the reader's terms. */
export function actionOf(step: Step | null): Clause['action'] {
  if (step?.kind === 'request') return step.draft.action
  if (step?.kind === 'job') return step.job.act
  return step?.kind === 'nft' ? 'sendNft' : step ? 'autoRebalance' : null
}

/** "+50" and "-1 eth": a figure with a sign is no sum. "INV-2217" has none. */
export const hasSign = (text: string, { is, start }: Entity): boolean =>
  (is === 'number' || is === 'dollars') &&
  (text[start - 1] === '+' || text[start - 1] === '-') &&
  !isOfWord(text[start - 2] ?? ' ')

/** True for a share of something said before. */
export const isShareOfThat = (text: string, { is, start, end }: Entity): boolean =>
  is === 'share' && isOfThat(text.slice(start, end))

const isOfWord = (letter: string): boolean => /[\p{L}\p{N}]/u.test(letter)
