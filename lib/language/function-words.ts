/**
 * Small words that mean the same wherever they stand: closed classes of English, which its grammars list in full. What
 * else words mean is the reader's to say.
 */
const words = (list: string): ReadonlySet<string> => new Set(list.split(', '))

const above = words(
  'over, above, beyond, exceed, exceeds, exceeding, more than, longer than, greater than, at least, >, ≥',
)
const below = words('under, below, less than, shorter than, fewer than, <')
const negatives = words('no, not, cannot, never, nothing, nowhere, none, neither, nor, without')
export const exceptives = words('except, except for, excepting, excluding, other than, apart from, aside from')
/** Words for all there is, of which a "but" takes something out. */
const universals = words('all, any, anything, anyone, anybody, every, everything, everyone, everybody')

/** Words that say how many of what there is: each of it. */
const wholes = words('all, both, everything')
/** Conjunctions and adverbs before one more thing. */
const additives = words('and, also, plus, additionally')
/** Words that add to what was said before. */
const repeating = words('another, more, again')

/** Words for something said before. */
const backward = words('it, that, this, them')
/** Prepositions before what something is given for. */
const towards = words('for, to, into, in')
const comparatives = words('less, more')
const articles = words('a, an')
/** Words that open a condition. */
const conditionals = words('if, when, once, should, unless')

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

/** True if a word of a text denies: "never", "don't". */
export const isDenied = (text: string): boolean =>
  piecesOf(text).some((piece) => negatives.has(piece) || piece.endsWith("n't"))

/** True if the words right before a thing except it: "anything but", "all of it except for". */
export function isExcepted(before: string): boolean {
  const pieces = piecesOf(before)
  const sentence = pieces.slice(pieces.lastIndexOf('.') + 1)
  return endsIn(pieces, exceptives) || (pieces.at(-1) === 'but' && sentence.some((piece) => universals.has(piece)))
}

/** True for words that name all there is: "all of them", "both". */
export const namesAll = (text: string): boolean => piecesOf(text).some((piece) => wholes.has(piece))

/** True for words that ask for more of what was said before: "another 100", "once more". */
export const adds = (text: string): boolean => piecesOf(text).some((piece) => repeating.has(piece))

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
