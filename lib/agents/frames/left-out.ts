import type { Lexicon } from '../tagger/lexicon'
import { plainExcepting } from './exceptions'
import type { BalancesQuery } from './reads'

const before = String.raw`\b(?:${plainExcepting}|not|ignor(?:e|ing)|exclud(?:e|ing)|skip(?:ping)?|leav(?:e|ing)(?:\s+out)?|nothing\s+(?:from|on|of))\s+(?:(?:the|my|any|what(?:'s|\s+is)|on|those|of)\s+)*`
const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The names, of those given, that a text leaves out. */
const leftOut = <T>(names: ReadonlyMap<string, T>, text: string): readonly T[] =>
  [...names].flatMap(([name, known]) =>
    new RegExp(String.raw`${before}${escaped(name)}\b`, 'i').test(text) ? [known] : [],
  )

/**
 * "My balance without Ethereum": the networks that are left are looked at. Null where the token that would be shown is left
 * out, or every network.
 */
export function withoutLeftOut(query: BalancesQuery, text: string, { chains, tokens }: Lexicon): BalancesQuery | null {
  const served = [...new Set(chains.values())].filter((id) => id !== null)
  const gone = new Set(leftOut(chains, text).filter((id) => id !== null))
  const names = [...chains].flatMap(([name, id]) => (id !== null && gone.has(id) ? [name] : []))
  const ofOthers = new Map([...tokens].filter(([name]) => !names.includes(name)))
  const goneTokens = leftOut(ofOthers, text)
  if (query.symbols.some((symbol) => goneTokens.includes(symbol))) return null
  if (gone.size === 0) return query
  const chainIds = (query.chainIds.some((id) => !gone.has(id)) ? query.chainIds : served).filter((id) => !gone.has(id))
  const coins = new Set(names.flatMap((name) => tokens.get(name) ?? []))
  return chainIds.length === 0 ? null : { symbols: query.symbols.filter((symbol) => !coins.has(symbol)), chainIds }
}

const sum = String.raw`((?:about\s+)?\.?\d[\d.,]*k?)\s+(?:of\s+)?([a-z]+)`
const wish = new RegExp(
  String.raw`^\W*what\s+i(?:'ve)?\s+(?:have\s+)?(?:got|have|hold)(?:\s+is)?\s*:?\s*${sum}[\s.,;]+(?:and\s+)?what\s+i(?:'d)?\s+(?:want|need|like)(?:\s+is)?\s*:?\s*${sum}(?=\W|$)`,
  'i',
)

/** "What I got: 10k USDC. What I want: 2 ETH. …" as the swap that it comes to. */
export const wishPlainly = (text: string): string => {
  const [, , held, sum, wanted] = wish.exec(text) ?? []
  return held && sum && wanted ? `buy ${sum} ${wanted} with ${held}` : text
}
