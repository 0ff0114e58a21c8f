import type { Lexicon } from '../tagger/lexicon'

/** Words of requests and questions of which none is another word where two letters change places, or one is doubled. */
const everyday =
  'have much many what which where please everything everyone half quarter hundred thousand every week month together balance wallet about should would could'.split(
    ' ',
  )
const known: ReadonlySet<string> = new Set(everyday)
/** Words of their own, and those that stand for other words already. */
const own: ReadonlySet<string> = new Set(['whit', 'tow', 'thou', 'teh', 'hte'])

/** One letter twice. */
const isDoubled = (typed: string, meant: string): boolean =>
  typed.length === meant.length + 1 &&
  [...typed].some((letter, at) => letter === typed[at + 1] && typed.slice(0, at) + typed.slice(at + 1) === meant)

/** Two neighbours that changed places. */
function isSwapped(typed: string, meant: string): boolean {
  if (typed.length !== meant.length) return false
  const at = [...typed].findIndex((letter, index) => letter !== meant[index])
  return (
    at >= 0 && typed[at] === meant[at + 1] && typed[at + 1] === meant[at] && typed.slice(at + 2) === meant.slice(at + 2)
  )
}

/** The text with such slips in everyday words put right. */
export const withoutSlips = (text: string): string =>
  text.replace(/(?<![\w.-])[a-z]{4,10}(?![\w.-])/gi, (typed) => {
    const word = typed.toLowerCase()
    if (known.has(word) || own.has(word)) return typed
    return everyday.find((each) => isSwapped(word, each) || isDoubled(word, each)) ?? typed
  })

/** "For", and not "from", which is the other way round. */
const links: ReadonlyMap<string, string> = new Map([['fro', 'for']])
const symbols = ['eth', 'ether', 'weth', 'usdc', 'usdt', 'dai', 'wbtc']

/** The text with symbols, and the "for" between them, in which two letters changed places, as they may be meant: to be confirmed, where any `isChanged`. */
export function withMeantSymbols(said: string, { tokens }: Lexicon): { text: string; isChanged: boolean } {
  const text = said.replace(/(?<![\w.@-])[a-z]{3,5}(?![\w.-])/gi, (typed) => {
    const word = typed.toLowerCase()
    if (tokens.has(word) || own.has(word)) return typed
    return links.get(word) ?? symbols.find((symbol) => tokens.has(symbol) && isSwapped(word, symbol)) ?? typed
  })
  return { text, isChanged: text !== said }
}
