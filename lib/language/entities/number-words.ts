import { decimalOf, shifted, tidy } from './decimal'
import type { Found, Piece } from './piece'

const ones = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ')
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const small: ReadonlyMap<string, number> = new Map([
  ...ones.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, index): [string, number] => [word, 20 + 10 * index]),
  ['fourty', 40],
])

/** Powers of ten after a figure. "m" is a million, as with money. */
export const scales: ReadonlyMap<string, number> = new Map([
  ['hundred', 2],
  ...['thousand', 'grand', 'k'].map((word): [string, number] => [word, 3]),
  ...['lakh', 'lakhs', 'lac', 'lacs'].map((word): [string, number] => [word, 5]),
  ...['million', 'millions', 'm', 'mil', 'mio', 'mm'].map((word): [string, number] => [word, 6]),
  ...['crore', 'crores'].map((word): [string, number] => [word, 7]),
  ...['billion', 'bn', 'b'].map((word): [string, number] => [word, 9]),
])

const counts: ReadonlyMap<string, number> = new Map([
  ['couple', 2],
  ['dozen', 12],
])

/** Most words of a number. */
const mostWords = 14

export const digitOf = (word: string | undefined): string | null => {
  if (word === 'oh' || word === 'o') return '0'
  const value = word === undefined ? undefined : small.get(word)
  return value !== undefined && value < 10 ? String(value) : null
}

/** Returns the number that a single word names, below a hundred. */
export const smallOf = (word: string): number | undefined => small.get(word)

/**
 * Reads a number in words: "a hundred and fifty", "two and a half", "point oh five", "two fifty" (which may be either).
 */
export function wordNumber(pieces: readonly Piece[], at: number): Found<readonly string[]> | null {
  const words = wordsFrom(pieces, at)
  const found = numberIn((index) => words[index]?.text ?? '')
  const last = found && words[found.count - 1]
  return last ? { meaning: found.meaning, count: last.end - at } : null
}

/** Returns the words from a piece on, each with the piece behind it. A hyphen within "two-hundred" is none. */
function wordsFrom(pieces: readonly Piece[], at: number): readonly { text: string; end: number }[] {
  const words: { text: string; end: number }[] = []
  for (let next = at; words.length <= mostWords; next++) {
    const piece = pieces[next]
    const isHyphen = piece?.text === '-' && piece.glued && pieces[next + 1]?.glued && words.length > 0
    if (isHyphen && isNumeral(pieces[next + 1]?.text ?? '')) continue
    if (piece?.kind !== 'word') break
    words.push({ text: piece.text, end: next + 1 })
  }
  return words
}

const isNumeral = (word: string): boolean =>
  small.has(word) ||
  denominators.has(word) ||
  (scales.has(word) && (word.length > 1 || word === 'k')) ||
  word === 'and' ||
  word === 'a'

/** Words for equal parts, by their number. */
export const denominators: ReadonlyMap<string, number> = new Map([
  ['half', 2],
  ['halves', 2],
  ['halve', 2],
  ['third', 3],
  ['thirds', 3],
  ['quarter', 4],
  ['quarters', 4],
  ['fourth', 4],
  ['fourths', 4],
  ['fifth', 5],
  ['fifths', 5],
  ['eighth', 8],
  ['eighths', 8],
  ['tenth', 10],
  ['tenths', 10],
  ['hundredth', 100],
  ['hundredths', 100],
])

function numberIn(word: (index: number) => string): Found<readonly string[]> | null {
  const spelled = digitByDigit(word)
  if (spelled) return spelled
  const article = word(0) === 'a' || word(0) === 'an'
  const counted = counts.get(word(article ? 1 : 0))
  if (counted !== undefined) {
    const size = article ? 2 : 1
    // "a couple hundred", "a couple of hundred"
    const from = word(size) === 'of' ? size + 1 : size
    const scale = word(from).length > 2 ? scales.get(word(from)) : undefined
    if (scale !== undefined) return { meaning: [shifted(String(counted), scale)], count: from + 1 }
    return { meaning: [String(counted)], count: word(size) === 'of' ? size + 1 : size }
  }
  let index = 0
  let total = 0
  let current = 0
  let parts: number[] = []
  if (article) {
    const scale = word(1).length > 2 ? scales.get(word(1)) : undefined
    if (scale === undefined) return null
    if (scale === 2) current = 100
    else total = 10 ** scale
    index = 2
  } else if (word(0) === 'hundred' && (small.has(word(1)) || (word(1) === 'and' && small.has(word(2))))) {
    // "another hundred and fifty"
    current = 100
    index = 1
  }
  for (; index < mostWords; index++) {
    if (index > 0 && word(index) === 'and' && canFollowAnd(current, total, word(index + 1))) continue
    const text = word(index)
    const value = small.get(text)
    if (value !== undefined) {
      parts.push(value)
      const [before] = parts.slice(-2)
      const fits =
        parts.length === 1 || (before !== undefined && before >= 20 && before % 10 === 0 && value > 0 && value < 10)
      // "sixty forty" is a split.
      if (!fits && parts.length === 2 && current < 100 && current > 0 && value >= 10 && current + value !== 100) {
        // "two fifty", "fourteen fifty", and "seven twenty five" with its last word.
        const unit = small.get(word(index + 1))
        const rest = value % 10 === 0 && value >= 20 && unit !== undefined && unit > 0 && unit < 10 ? unit : 0
        const low = value + rest
        return {
          meaning: [String(current * 100 + low), tidy(`${current}.${low}`)],
          count: index + 1 + (rest ? 1 : 0),
        }
      }
      if (!fits) break
      current += value
      continue
    }
    const scale = index > 0 ? scales.get(text) : undefined
    if (scale === undefined || (text.length === 1 && text !== 'k')) break
    if (scale === 2) current *= 100
    else {
      total += (current || 1) * 10 ** scale
      current = 0
    }
    parts = []
  }
  const decimals = pointed(word, index)
  if (index === 0 && !decimals) return null
  let value = String(total + current)
  if (decimals) {
    value = `${value}.${decimals}`
    index += 1 + decimals.length
  } else if (word(index) === 'and') {
    const above = word(index + 1) === 'a' ? 1 : small.get(word(index + 1))
    const below = denominators.get(word(index + 2))
    const part = above && below && above < below ? decimalOf([above, below]) : null
    if (part) {
      value = `${value}.${part.slice(2)}`
      index += 3
    }
  }
  const scale = value.includes('.') && word(index).length > 1 ? scales.get(word(index)) : undefined
  if (scale !== undefined) {
    value = shifted(value, scale)
    index++
  }
  return { meaning: [tidy(value)], count: index }
}

const canFollowAnd = (current: number, total: number, next: string): boolean =>
  (current >= 100 || (total > 0 && current === 0)) && small.has(next)

/** Reads the digits after "point", word by word. */
function pointed(word: (index: number) => string, from: number): string {
  if (word(from) !== 'point') return ''
  let digits = ''
  for (let digit = digitOf(word(from + 1)); digit !== null && digits.length < mostWords; ) {
    digits += digit
    digit = digitOf(word(from + 1 + digits.length))
  }
  return digits
}

/** Reads "one one four seven": at least three digits, each a word. */
function digitByDigit(word: (index: number) => string): Found<readonly string[]> | null {
  let digits = ''
  while (digits.length < mostWords) {
    const digit = digitOf(word(digits.length))
    if (digit === null) break
    digits += digit
  }
  const next = word(digits.length)
  const goesOn = digits.length < mostWords && (small.has(next) || scales.has(next) || next === 'point')
  return digits.length < 3 || goesOn ? null : { meaning: [tidy(digits)], count: digits.length }
}
