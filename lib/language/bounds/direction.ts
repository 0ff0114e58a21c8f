import { setOf } from './words'

const upper = setOf('max maximum under below within less shorter fewer sooner up')
const lower = setOf('min minimum more longer over above beyond higher greater')
const negations = setOf('no not never nothing without dont')

/** Tells which way words bound a figure: "no more than", "max", "at least". Null if they only name it. */
export function directionOf(text: string): 'most' | 'least' | null {
  const words: readonly string[] = text.toLowerCase().match(/\p{L}+/gu) ?? []
  if (words.includes('most')) return 'most'
  if (words.includes('least')) return 'least'
  const isNegated = words.some((word) => negations.has(word))
  const word = words.find((each) => upper.has(each) || lower.has(each))
  return word ? (upper.has(word) === isNegated ? 'least' : 'most') : null
}

const none = setOf('no not without zero none nothing flexible flex unlocked')

/** True for words of a lock-up that want none: "no waiting period", "flexible", "unlocked". */
export const wantsNone = (text: string): boolean =>
  directionOf(text) === null && (text.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => none.has(word))
