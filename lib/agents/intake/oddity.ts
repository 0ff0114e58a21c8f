import { type OpenFigure, openFigureIn } from '@/lib/language/entities/figures'

/** An oddity of a text that a human reader could not see. Nothing is proposed from such a text. */
export type Oddity =
  | { kind: 'hidden' }
  /** Longer than any request: pasted, most likely. */
  | { kind: 'long' }
  /** More words and signs than any request. */
  | { kind: 'crowded' }
  /** Words with letters or digits that may pass for others: of other scripts, or imitations of Latin ones. */
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
/** A letter, a mark or a digit outside ASCII. */
const beyondAscii = /(?!\p{Extended_Pictographic}|\ufe0f)(?:\p{L}|\p{M}|\p{Nd})(?<![\0-\u007f])/u
/**
 * A letter with which a language writes Latin ("é", "ß", "ł", "ệ"): its cased letters up to Latin Extended-B, and those
 * of Latin Extended Additional. Phonetic, small-capital and full-width forms lie elsewhere: they imitate the usual ones.
 */
const latin = /(?=\p{Script=Latin})(?:\p{Lu}|\p{Ll})(?<=[\u00c0-\u024f\u1e00-\u1eff])/gu
/** The name of an account: an accent in it is easily missed, and makes it another's. */
const accountName = /\.eth(?![\p{L}\p{N}])/iu

/** True if a word has letters or digits that may pass for others. */
function isForeign(word: string): boolean {
  // A letter and its accent may be written as two characters.
  const whole = word.normalize('NFC')
  return beyondAscii.test(accountName.test(whole) ? whole : whole.replace(latin, ''))
}

/** Returns what is odd about a text; null if nothing is. Letters and digits are never folded to their look-alikes. */
export function oddityOf(raw: string): Oddity | null {
  if (raw.length > longestMessage) return { kind: 'long' }
  if ((raw.match(piece)?.length ?? 0) > mostPieces) return { kind: 'crowded' }
  const text = raw.replace(joinedEmoji, '')
  if (hidden.test(text.replace(/[\r\n\t]/g, ' '))) return { kind: 'hidden' }
  const words = text.split(/\s+/).filter(isForeign)
  if (words.length > 0) return { kind: 'foreign', words }
  const figure = openFigureIn(text)
  return figure && { kind: 'unclear', ...figure }
}
