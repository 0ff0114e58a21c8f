import { flexible } from '../place'
import { above, below, exceptives, lower, negatives, universals, upper } from './sets'

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
