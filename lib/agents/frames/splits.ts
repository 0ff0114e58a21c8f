import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import type { Clause } from './clauses'
import type { Draft } from './draft'
import { withoutReasons } from './gist'

const sum = String.raw`(\$?(?:\d+(?:\.\d{1,6})?|\.\d{1,6}))\s+(?:of\s+)?(?:my\s+)?([a-z]+)`
const evenly = String.raw`(?:[\s,]+(?:equally|evenly|fairly|half[ -](?:and[ -])?half|fifty[- ]fifty|50[-/ ]?50))*`
const names = String.raw`([a-z]+(?:(?:\s*,\s*|\s+and\s+|\s*,\s*and\s+|\s*&\s*)[a-z]+)+)`
const place = String.raw`(\s+on\s+[a-z]+)?`
const end = String.raw`(?:[\s,]+(?:please|pls|now|thanks|for\s+me))*[\s.!?]*$`
const share = String.raw`(?:(?:one|the\s+other|another)\s+)?half`

/** "Split 100 USDC between ETH and DAI" */
const between = new RegExp(
  String.raw`^(.*?)\b(?:split|divide|spread|distribute|share)\s+${sum}${evenly}\s+(?:up\s+)?(?:between|among|amongst|into|in|across|over|to)\s+${names}${place}${evenly}${end}`,
  'i',
)
/** "Swap 100 USDC, half into ETH and half into DAI" */
const halves = new RegExp(
  String.raw`^(.*?)\b(?:swap|convert|exchange|trade|turn|put|change|split)\s+${sum}[\s,:-]+${share}\s+(?:in\s*to|to|for|in)\s+([a-z]+)(?:\s+and|\s*,(?:\s*and)?)\s+${share}\s+(?:in\s*to|to|for|in)\s+([a-z]+)${place}${end}`,
  'i',
)
/** "Split it, half ETH half DAI" */
const ofIt = new RegExp(
  String.raw`^(?:(?:no|wait|actually|ok(?:ay)?|please|hmm+|can\s+you|could\s+you|let'?s)[\s,]+)*(?:(?:split|divide|spread)(?:\s+(?:it|that|them))?|(?:swap|convert|make|put|do)\s+(?:it|that))?[\s,:-]*${evenly}\s*(?:(?:between|among|into|in|across|to)\s+${names}|${share}\s+(?:(?:in\s*to|to|for|in)\s+)?([a-z]+)(?:\s+and|\s*,(?:\s*and)?)?\s+${share}\s+(?:(?:in\s*to|to|for|in)\s+)?([a-z]+))(?:\s+instead)?${evenly}${end}`,
  'i',
)

/** "Half of that, and the other half into WBTC", of a swap. */
const halfOfIt = new RegExp(
  String.raw`^(?:(?:only|just|do|make\s+it|swap|rather|maybe)\s+)*half(?:\s+of\s+(?:it|that))?[\s,]+(?:and\s+)?(?:the\s+)?(?:other\s+half|rest)\s+(?:goes\s+)?(?:in\s*to|to|for|in)\s+([a-z]+)${end}`,
  'i',
)

const listed = (text: string): readonly string[] => text.split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*/i)

/** True of different tokens, none of them the one that is given for them. */
function areWanted(wanted: readonly string[], given: string, lexicon: Lexicon): boolean {
  const symbols = [given, ...wanted].map((name) => {
    const [item, ...others] = tag(name, lexicon)
    const symbol = item?.is === 'token' ? item.token.symbol : item?.is === 'chain' ? item.symbol : undefined
    return others.length === 0 ? symbol : undefined
  })
  return symbols.every((symbol) => symbol !== undefined) && new Set(symbols).size === symbols.length
}

/** A swap into each of several tokens of an equal part of a sum, where the parts have an end in six decimals. */
export function splitIn(text: string, lexicon: Lexicon): readonly Clause[] | null {
  const found = between.exec(text)
  const [, before = '', size = '', given = '', ...rest] = found ?? halves.exec(text) ?? []
  const wanted = found ? listed(rest[0] ?? '') : rest.slice(0, 2)
  const part = partOf(size, wanted.length)
  if (part === null || !areWanted(wanted, given, lexicon)) return null
  const on = rest[found ? 1 : 2] ?? ''
  return wanted.map((token, index) => ({
    text: `${index === 0 ? before : ''}swap ${part} ${given} to ${token}${on}`,
    elided: false,
  }))
}

/** "Split it between ETH and DAI", of a swap: that in words of its own. Null where it is something else. */
export function splitOf({ action, amount, from, to }: Draft, said: string, lexicon: Lexicon): string | null {
  const text = withoutReasons(said)
  const isSum = amount?.kind === 'exact' || amount?.kind === 'usd'
  // "To DAI and WBTC" does not say how much of each.
  const isSplit = /\b(?:split|divide|spread|half|equally|evenly|fifty)\b|\b50\b|\bbetween\b|\bamong\b/i.test(text)
  if (action !== 'swap' || !isSum || !from?.symbol || !isSplit) return null
  const [, all, first = '', second = ''] = ofIt.exec(text) ?? []
  const another = halfOfIt.exec(text)?.[1]
  const wanted = another !== undefined ? [to?.text ?? '', another] : all === undefined ? [first, second] : listed(all)
  if (!areWanted(wanted, from.symbol, lexicon)) return null
  const size = amount.kind === 'usd' ? `$${amount.value} of` : amount.value
  return `split ${size} ${from.symbol} between ${wanted.join(' and ')}`
}

/** One of so many equal parts of "100" or "$100". Null where it has no end in six decimals. */
export function partOf(said: string, count: number): string | null {
  const [whole = '0', fraction = ''] = said.replace('$', '').split('.')
  if (said === '' || count < 2 || fraction.length > 6) return null
  const units = BigInt(`${whole || '0'}${fraction.padEnd(6, '0')}`)
  if (units % BigInt(count) !== 0n) return null
  const part = (units / BigInt(count)).toString().padStart(7, '0')
  return `${said.startsWith('$') ? '$' : ''}${part.slice(0, -6)}.${part.slice(-6)}`
}
