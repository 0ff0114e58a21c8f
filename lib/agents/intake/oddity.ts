import { type OpenFigure, openFigureIn } from '@/lib/language/entities/figures'

/** An oddity of a text that a human reader could not see. Nothing is proposed from such a text. */
export type Oddity =
  | { kind: 'hidden' }
  /** Longer than any request: pasted, most likely. */
  | { kind: 'long' }
  /** More words and signs than any request. */
  | { kind: 'crowded' }
  /** Words with letters or digits outside ASCII: look-alikes, or another language. */
  | { kind: 'foreign'; words: readonly string[] }
  /** A number that may be two, by whether its mark sets thousands apart. */
  | ({ kind: 'unclear' } & OpenFigure)

/** In UTF-16 units. It also bounds the work that a message can cause. */
export const longestMessage = 1000

/** A thousand characters of prose have some two hundred. It bounds what is looked at piece by piece. */
export const mostPieces = 250

const piece = /[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu
const joinedEmoji = /(?<=\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})/gu
// Format (bidi, zero-width, tags), control, private and unassigned characters: none of them can be seen.
const hidden = /[\p{Cf}\p{Cc}\p{Co}\p{Cn}\p{Cs}]/u
/** A letter, a mark on one, or a digit outside ASCII. */
const foreign = /(?!\p{Extended_Pictographic}|\ufe0f)(?:\p{L}|\p{M}|\p{Nd})(?<![\0-\u007f])/u

/** Returns what is odd about a text; null if nothing is. Letters and digits are never folded to their look-alikes. */
export function oddityOf(raw: string): Oddity | null {
  if (raw.length > longestMessage) return { kind: 'long' }
  if ((raw.match(piece)?.length ?? 0) > mostPieces) return { kind: 'crowded' }
  const text = raw.replace(joinedEmoji, '')
  if (hidden.test(text.replace(/[\r\n\t]/g, ' '))) return { kind: 'hidden' }
  const words = text.split(/\s+/).filter((word) => foreign.test(word))
  if (words.length > 0) return { kind: 'foreign', words }
  const figure = openFigureIn(text)
  return figure && { kind: 'unclear', ...figure }
}
