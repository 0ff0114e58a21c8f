import { flexible } from '../place'
import {
  above,
  adding,
  additives,
  articles,
  backward,
  below,
  comparatives,
  conditionals,
  exceptives,
  lower,
  negatives,
  towards,
  universals,
  upper,
  wholes,
} from './sets'

/** Returns the words, figures and marks of a text, in lower case. */
const piecesOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{N}_']+|\S/gu) ?? []

const endsIn = (pieces: readonly string[], some: ReadonlySet<string>): boolean =>
  some.has(pieces.at(-1) ?? '') || some.has(pieces.slice(-2).join(' '))

/** Returns how the words right before a figure compare with it: "over", "less than". */
export function comparisonIn(before: string): 'above' | 'below' | null {
  const pieces = piecesOf(before)
  return endsIn(pieces, above) ? 'above' : endsIn(pieces, below) ? 'below' : null
}

const denies = (piece: string): boolean => negatives.has(piece) || piece.endsWith("n't")

/** True if a word of a text denies: "never", "don't". */
export const isDenied = (text: string): boolean => piecesOf(text).some(denies)

/** True if the words right before a thing except it: "anything but", "all of it except for". */
export function isExcepted(before: string): boolean {
  const pieces = piecesOf(before)
  const sentence = pieces.slice(pieces.lastIndexOf('.') + 1)
  return endsIn(pieces, exceptives) || (pieces.at(-1) === 'but' && sentence.some((piece) => universals.has(piece)))
}

/** True for words that name all there is: "all of them", "both". */
export const namesAll = (text: string): boolean => piecesOf(text).some((piece) => wholes.has(piece))

/** True for words that ask for more of what was said before: "another 100", "once more". */
export const adds = (text: string): boolean => piecesOf(text).some((piece) => adding.has(piece))

/** True if no word before a thing tells what it is for: "no, DAI instead", "make it DAI". */
export function isUntold(text: string, thing: { start: number }): boolean {
  const piece = pieceBefore(text, thing)
  return !/[\p{L}\p{N}]/u.test(piece) || backward.has(piece) || negatives.has(piece)
}

/** True for words that begin as one more thing does: "and …", "also …". */
export const isAdded = (text: string): boolean => additives.has(piecesOf(text)[0] ?? '')

/** Returns the words of a text, in lower case. */
export const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}+/gu) ?? []

/** Returns the word, figure or mark right before a place in a text. */
export const pieceBefore = (text: string, { start }: { start: number }): string =>
  piecesOf(text.slice(0, start)).at(-1) ?? ''

/** True for words that end in one for something said before: "half of it". */
export const isOfThat = (text: string): boolean => backward.has(piecesOf(text).at(-1) ?? '')

/** True for words between what is given and what it is given for: "for", "into my". */
export function isTowards(between: string): boolean {
  const [first = '', ...others] = piecesOf(between)
  return towards.has(first) && others.length < 2
}

/** True for the words after a figure that compare it with another: "20 less". */
export const isCompared = (after: string): boolean => comparatives.has(piecesOf(after)[0] ?? '')

/** True for the words after a figure by which something is less than before: “20 less”. */
export const isLess = (after: string): boolean => piecesOf(after)[0] === 'less'

/** True for a thing with an article: one of its kind. */
export const isOne = (text: string, thing: { start: number }): boolean => articles.has(pieceBefore(text, thing))

export const opensCondition = (word: string): boolean => conditionals.has(word)

/** Tells which way words bound a figure: "no more than", "max", "at least". Null if they only name it. */
export function directionOf(text: string): 'most' | 'least' | null {
  const words = piecesOf(text)
  if (words.includes('most')) return 'most'
  if (words.includes('least')) return 'least'
  const word = words.find((each) => upper.has(each) || lower.has(each))
  return word ? (upper.has(word) === words.some(denies) ? 'least' : 'most') : null
}

/** True for words of a lock-up that want none: "no waiting period", "flexible", "unlocked". */
export const wantsNone = (text: string): boolean =>
  directionOf(text) === null && piecesOf(text).some((word) => denies(word) || word === 'zero' || flexible.has(word))
