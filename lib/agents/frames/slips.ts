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

/** "Trade 150 USDC 4 DAI": a word as a digit, between what is given and what it becomes. */
const digitLink =
  /(\b(?:swap|sell|convert|exchange|trade|change|turn|flip)\s+(?:all|half|my|\$?\.?\d\S*)\s+(?:(?:of|my)\s+)*([a-z]+))\s+([24])\s+(?=([a-z]+)\b)/gi
/** "Send 20 sorry 25 USDC to …", "sell 2 no 3 ETH for …", "swap 500 DAI I mean USDC to …": in the middle of what is said. */
const takenBack =
  /(?<![\w.,$])\$?\.?\d[\d.,]*k?\s+(?:(?:no|sorry|wait|oops|i\s+mean(?:t)?|make\s+(?:that|it)|or\s+rather|er+m?|uh+)\s+)+(?=\$?\.?\d[\d.,]*k?\s+(?:of\s+)?(?:my\s+)?([a-z]+)\s+(?:to|for|into|from|on|with)\b)/gi
const namedBack =
  /(?<=\d\S*\s+(?:of\s+)?(?:my\s+)?)([a-z]+)\s+(?:(?:no|sorry|oops)\s+)*(?:i\s+mean(?:t)?|make\s+that|or\s+rather|no\s+wait|wait\s+no|sorry|oops)\s+(?=([a-z]+)\s+(?:to|for|into|from|on|with)\b)/gi

/**
 * The text with symbols and the words between them as they may be meant, where two letters changed places, a digit stands for a
 * word, or another sum is said in the same breath: to be confirmed, where any `isChanged`.
 */
export function withMeantSymbols(said: string, { tokens }: Lexicon): { text: string; isChanged: boolean } {
  const isToken = (name: string) => tokens.has(name.toLowerCase())
  const whole = said
    .replace(digitLink, (typed, given: string, paid: string, digit: string, token: string) =>
      isToken(paid) && isToken(token) ? `${given} ${digit === '2' ? 'to' : 'for'} ` : typed,
    )
    .replace(takenBack, (typed, token: string) => (isToken(token) ? '' : typed))
    .replace(namedBack, (typed, one: string, other: string) => (isToken(one) && isToken(other) ? '' : typed))
    .replace(/(?<=\d\S*\s+[a-z]{3,5}\s+)ot(?=\s+(?:[a-z]{3,5}\b|0x))/gi, 'to')
  const text = whole.replace(/(?<![\w.@-])[a-z]{3,5}(?![\w.-])/gi, (typed) => {
    const word = typed.toLowerCase()
    if (tokens.has(word) || own.has(word)) return typed
    return links.get(word) ?? symbols.find((symbol) => tokens.has(symbol) && isSwapped(word, symbol)) ?? typed
  })
  return { text, isChanged: text !== said }
}
