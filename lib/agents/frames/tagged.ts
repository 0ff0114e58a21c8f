import type { Item, Verb } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { sentences } from '../tagger/sentences'
import { tag } from '../tagger/tag'
import { type Mood, moodOf } from './abstain'

/** A sentence with the meaning of its pieces, and how it is meant. */
export type Tagged = { mood: Mood; question: boolean; items: readonly Item[] }

/** The sentences of a text. */
export const taggedIn = (text: string, lexicon: Lexicon): readonly Tagged[] =>
  sentences(text).map((sentence) => ({
    question: sentence.question,
    mood: moodOf(sentence.text.toLowerCase(), sentence.question),
    items: tag(sentence.text, lexicon),
  }))

/** The verbs that ask for something. */
export const commandsIn = (items: readonly Item[]): readonly { verb: Verb; text: string }[] =>
  items.flatMap((item) => (item.is === 'verb' && item.form === 'base' ? [item] : []))

/** The slippage that is named, as a fraction. */
export function slippageIn(items: readonly Item[]): number | undefined {
  const found = items.find((item) => item.is === 'slippage')
  return found?.is === 'slippage' ? found.fraction : undefined
}
