import type { Item } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { fillers } from '../tagger/vocabulary'

/** A request that was said of two, once for each. `names` are the two, as they were typed. */
export type Either = { texts: readonly [string, string]; names: readonly [string, string] }

const named: ReadonlySet<Item['is']> = new Set(['token', 'chain', 'recipient', 'amount'])

const kindOf = (text: string, lexicon: Lexicon): Item['is'] | null => {
  const [only, ...others] = tag(text, lexicon)
  return only && others.length === 0 && named.has(only.is) ? only.is : null
}

/** Whoever then says which has the answer. */
const shouldI = /^\s*(?:should|shall|can|could)\s+(?:i|we)\s+(?:rather\s+|better\s+)?/i

/** "Swap 100 USDC to ETH or WBTC": the same for each of the two. Null where not two of one kind are named so. */
export function eitherIn(text: string, lexicon: Lexicon): Either | null {
  const [found, ...others] = [
    ...text.matchAll(/(?:\b(?:either)\s+)?([\w.$]+),?\s+or\s+(?:(?:to|into|for|on)\s+)?([\w.$]+)/gi),
  ]
  if (!found || others.length > 0 || (text.match(/\bor\b/gi) ?? []).length > 1) return null
  const [whole, one = '', other = ''] = found
  const asked = text.replace(shouldI, '').replace(/\?\s*$/, '')
  const trimmed = other.replace(/\.$/, '')
  const kind = kindOf(one, lexicon)
  if (kind === null || kind !== kindOf(trimmed, lexicon)) return null
  return { texts: [asked.replace(whole, one), asked.replace(whole, trimmed)], names: [one, trimmed] }
}

const bothOf = /\b(?:both|each)\b/i
const firstOf = /\b(?:first|former|1st)\b/i
const secondOf = /\b(?:second|latter|last|2nd)\b/i
const plain: ReadonlySet<string> = new Set(
  'one option first former second latter last go with take choose then id say do both each of them'.split(' '),
)

/** The request with the one of the two that was chosen: "the latter", "WBTC please". Null where neither was. */
export function chosenOf({ texts, names }: Either, text: string): string | null {
  const bare = text.toLowerCase().replace(/[\s.,!]+$/, '')
  const words = bare.split(/[\s,.!]+/)
  const isPlain = (word: string) => fillers.has(word) || plain.has(word) || /^(?:to|with|1st|2nd)$/.test(word)
  const at = names.findIndex(
    (name) => words.includes(name.toLowerCase()) && words.every((word) => isPlain(word) || word === name.toLowerCase()),
  )
  if (at >= 0) return texts[at] ?? null
  if (words.every(isPlain) && bothOf.test(bare)) return `${texts[0]} and ${texts[1]}`
  if (!words.every(isPlain) || firstOf.test(bare) === secondOf.test(bare)) return null
  return firstOf.test(bare) ? texts[0] : texts[1]
}
