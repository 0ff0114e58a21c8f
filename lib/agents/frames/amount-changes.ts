import type { Amount } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { fillers } from '../tagger/vocabulary'

/** Decimals of the finest token. */
const finest = 18

const parts =
  '(half|(?:a |one )?(?:third|quarter|fourth|fifth|tenth)|double|twice|two times|2x|triple|three times|3x|ten times|10x)'
const factors: Readonly<Record<string, readonly [bigint, bigint]>> = {
  half: [1n, 2n],
  halve: [1n, 2n],
  third: [1n, 3n],
  quarter: [1n, 4n],
  fourth: [1n, 4n],
  fifth: [1n, 5n],
  tenth: [1n, 10n],
  double: [2n, 1n],
  twice: [2n, 1n],
  'two times': [2n, 1n],
  '2x': [2n, 1n],
  triple: [3n, 1n],
  'three times': [3n, 1n],
  '3x': [3n, 1n],
  'ten times': [10n, 1n],
  '10x': [10n, 1n],
}
const ofThat = new RegExp(
  String.raw`^(.*?)\b${parts}(?: of)? (?:that|it|(?:the|that|this) (?:amount|sum)|as (?:much|many))\b(.*)$`,
)
const madeSo =
  /^(.*?)\b(double|triple|halve)(?: (?:it|this|the (?:amount|sum)|as (?:much|many)))?(?=\W|$)(.*)$|^(.*?)\bmake (?:it|that) (double|triple|twice as (?:much|many)|half as (?:much|many))\b(.*)$/

/** Nothing but words that say nothing. */
const isEmpty = (text: string | undefined): boolean =>
  (text ?? '')
    .split(/[^a-z']+/)
    .every((word) => word === '' || fillers.has(word) || /^(?:then|and|no|is|enough|again|once|more|time)$/.test(word))

/** "Double it", "half of that is enough": a multiple or a part of the sum that stands. Null where it is something else. */
function multiplied(amount: Amount, text: string): Amount | null {
  if (
    /^(?:(?:no|oops|sorry|oh|please)[\s,]+)*(?:add|put|i forgot|forgot|missing)?\s*(?:a|another|one more|1 more) (?:zero|0)(?: (?:to (?:it|that)|there|please))*$/.test(
      text,
    )
  )
    return timesInto(amount, 10n, 1n)
  const found = ofThat.exec(text)
  const made = found ? null : madeSo.exec(text)
  const [, before, name, after] = found ?? made ?? []
  const named = found ? name : (made?.[2] ?? made?.[5]?.replace(/ as .*/, ''))
  if (!isEmpty(made?.[4] ?? before) || !isEmpty(made ? (made[6] ?? made[3]) : after)) return null
  const factor = factors[named?.replace(/^(?:a|one) /, '') ?? '']
  return factor ? timesInto(amount, ...factor) : null
}

/** "0.5 more", "add another 5 to that", "10 less": the sum that stands, and so much. Null where it is something else. */
function added(amount: Amount, text: string, lexicon: Lexicon): Amount | null {
  const isMore = /\b(?:more|plus|on top|extra|add(?: another)?|increase (?:it |that |the amount )?by|another)\b/.test(
    text,
  )
  const isLess =
    /\b(?:less|fewer|minus|(?:reduce|decrease|lower) (?:it |that |the amount )?by|take off|subtract)\b/.test(text)
  if (isMore === isLess) return null
  const items = tag(text.replace(/\b(?:to|from) (?:it|that)\b/, ''), lexicon)
  const [only, ...others] = items.flatMap((item) => (item.is === 'amount' ? [item.amount] : []))
  const isPlain = items.every(
    (item) =>
      item.is === 'amount' ||
      (item.is === 'word' &&
        (fillers.has(item.text) ||
          /^(?:more|plus|minus|extra|top|add|another|less|fewer|increase|reduce|decrease|lower|by|take|off|subtract|and|no)$/.test(
            item.text,
          ))) ||
      (item.is === 'link' && item.text === 'on'),
  )
  if (!isPlain || !only || others.length > 0) return null
  // "20% less" is of the sum that stands.
  if (only.kind === 'share' && only.part < only.whole)
    return timesInto(amount, isLess ? only.whole - only.part : only.whole + only.part, only.whole)
  const by = inPlaceOf(amount, only)
  if (by.kind !== amount.kind) return null
  const [sum, change] = [scaled(amount), scaled(by)]
  if (sum === null || change === null || change === 0n || (isLess && change >= sum)) return null
  return withSum(amount, isLess ? sum - change : sum + change)
}

const keeps =
  /^(?:(?:but|and|please|just|only|also|no|wait|ok(?:ay)?|actually|oh|sorry)[\s,]+)*(?:keep|leave|hold(?: back)?|save|spare|retain|except(?: for)?|minus|less|all but|everything but)\s+(?:me\s+)?(.+?)(?:\s+(?:in (?:there|it|the vault|the market)|staked|supplied|there|back|aside|behind|over|though|tho|please|for me|for later|in (?:my|the) (?:wallet|account)|of (?:it|them|that)|out|untouched|here))*$/

/** "Keep 500 though", of all there is: all but that. Null where it is something else. */
function allBut(amount: Amount, symbol: string | undefined, text: string, lexicon: Lexicon): Amount | null {
  const kept = keeps.exec(text)?.[1]
  if (amount.kind !== 'all' || kept === undefined) return null
  const [only, ...others] = tag(kept, lexicon).filter((item) => !(item.is === 'word' && fillers.has(item.text)))
  const [token, ...more] = others
  const isPlain = more.length === 0 && (token === undefined || (token.is === 'token' && token.token.symbol === symbol))
  return only?.is === 'amount' && only.amount.kind === 'exact' && isPlain
    ? { kind: 'all-but', value: only.amount.value }
    : null
}

const vague =
  /^(?:(?:\$?\d[\d.,]*k?(?: [a-z]+)? (?:is|are|was|seems|looks)|no|hmm+|ok(?:ay)?|and|but|please|actually|maybe|just|can you (?:do|make it)|could you (?:do|make it)|make (?:it|that)|do|let's do|i want|it should be|that's|thats|it's|that is|it is|a (?:bit|little|lot)|much|some|slightly|way|even|far|not)[\s,]+)*(?:more|less|fewer|higher|lower|bigger|smaller|(?:too|so) (?:much|many|little|few|high|low)|enough|increase (?:it|that|the amount)|(?:reduce|decrease|lower|raise) (?:it|that|the amount))(?: (?:than that|please|though|then|for me|of (?:it|that)))*$/

/** "A bit more", "too much": another sum is wanted, and which is not said. */
export const isVagueChange = (text: string): boolean =>
  vague.test(text.toLowerCase().replace(/[\s.!?]+$/, '')) && !/^(?:enough|that's enough)/i.test(text)

/** The sum that stands, of the token with the symbol, with a change said of it. Null where the text says none, or no sum stands. */
export const changedAmount = (
  amount: Amount | undefined,
  symbol: string | undefined,
  text: string,
  lexicon: Lexicon,
): Amount | null => {
  const said = text
    .toLowerCase()
    .replace(/[\s.!]+$/, '')
    .replace(/^[\s,]+/, '')
    // "+50"
    .replace(/^(?:(?:and|please|ok|okay|no|make it)[\s,]+)*\+\s?(?=\$?\.?\d)/, 'plus ')
    .replace(/^(?:(?:and|please|ok|okay|no|make it)[\s,]+)*[-\u2212]\s?(?=\$?\.?\d)/, 'minus ')
    .replace(/^except (?=\$?\.?\d)/, amount?.kind === 'all' ? 'except ' : 'minus ')
  return amount
    ? (multiplied(amount, said) ?? added(amount, said, lexicon) ?? allBut(amount, symbol, said, lexicon))
    : null
}

/** A sum that was said without a unit in place of another: of dollars it is dollars. */
export const inPlaceOf = (before: Amount | undefined, said: Amount): Amount =>
  before?.kind === 'usd' && said.kind === 'exact' ? { ...said, kind: 'usd' } : said

/** A decimal number, so many times. */
export function timesAsMuch(value: string, factor: bigint): string {
  const units = unitsOf(value)
  return units === null ? value : decimal(units * factor)
}

/** So many parts of a sum, where they have an end in decimals. */
export function timesInto(sum: Amount, part: bigint, whole: bigint): Amount | null {
  const units = scaled(sum)
  return units === null || (units * part) % whole !== 0n ? null : withSum(sum, (units * part) / whole)
}

/** In units of 10^-18; null for what is no plain sum. */
const scaled = (amount: Amount): bigint | null =>
  amount.kind === 'exact' || amount.kind === 'usd' ? unitsOf(amount.value) : null

const withSum = (amount: Amount, units: bigint): Amount | null =>
  amount.kind === 'exact' || amount.kind === 'usd' ? { ...amount, value: decimal(units) } : null

function unitsOf(value: string): bigint | null {
  const [whole = '0', fraction = ''] = value.split('.')
  return fraction.length > finest ? null : BigInt(whole + fraction.padEnd(finest, '0'))
}

function decimal(units: bigint): string {
  const digits = units.toString().padStart(finest + 1, '0')
  const fraction = digits.slice(-finest).replace(/0+$/, '')
  return `${digits.slice(0, -finest)}${fraction ? `.${fraction}` : ''}`
}
