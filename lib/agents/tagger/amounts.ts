import { formatUnits } from 'viem'
import { stableCoins } from '../frames/alike'
import { countIn, shifted, zeros } from './counts'
import type { Amount, Item } from './item'
import type { Lexeme } from './lexemes'
import type { Lexicon } from './lexicon'
import { loweredBy, readNumber } from './numbers'

/** What a matcher found at a place: the items, and how many lexemes they stand for. */
export type Match = { items: readonly Item[]; length: number }

/** The longest number in words, in words. */
const longestCount = 12

/** Places to shift a number in these units by, to have it in the coin. */
const parts: Readonly<Record<string, number>> = { gwei: 9, wei: 18 }

const shares: Readonly<Record<string, readonly [bigint, bigint]>> = {
  half: [1n, 2n],
  third: [1n, 3n],
  quarter: [1n, 4n],
  tenth: [1n, 10n],
}

/** Shares whose names also count places: "a fifth", but not "the fifth". */
const countedShares: typeof shares = { ...shares, fourth: [1n, 4n], fifth: [1n, 5n], eighth: [1n, 8n] }

/** What a ratio after a whole number adds: "1 1/2". */
const mixed: Readonly<Record<string, string>> = { '1/2': '.5', '1/4': '.25', '3/4': '.75' }

const everything: ReadonlySet<string> = new Set('all max maximum everything entire entirety whole full'.split(' '))
const dollars: ReadonlySet<string> = new Set(['dollar', 'dollars', 'usd', 'buck', 'bucks'])

/** Takes the longest amount that starts at `at`. */
export function matchAmount(lexemes: readonly Lexeme[], at: number, lexicon: Lexicon): Match | null {
  const lexeme = lexemes[at]
  const next = lexemes[at + 1]
  if (!lexeme) return null
  switch (lexeme.kind) {
    case 'number':
      if (isNumberOf(lexemes, at, lexicon)) return null
      return number(
        lexeme,
        lexemes.slice(at + 1, at + 4),
        lexicon,
        lexicon.tokens.has(
          lexemes
            .slice(at + 1, at + 3)
            .map(({ text }) => text)
            .join(' '),
        ),
      )
    case 'usd': {
      const size = readNumber(lexeme.text.replace(/[$\s]/g, ''))
      if ('why' in size) return one(bad(lexeme.raw, size.why), lexeme.raw)
      if (size.rest) return one(bad(lexeme.raw, 'I cannot read it'), lexeme.raw)
      const value = scaled(size.value, next)
      return one({ kind: 'usd', value: value ?? size.value }, lexeme.raw, value === null ? 1 : 2)
    }
    case 'percent':
      return one(percentAmount(lexeme.text.replace('%', ''), lexeme.raw), lexeme.raw)
    case 'ratio': {
      const [part = '0', whole = '0'] = lexeme.text.split('/')
      return one(
        isOfWhich(next, lexicon) ? bad(lexeme.raw, ofWhich) : share(BigInt(part), BigInt(whole), lexeme.raw),
        lexeme.raw,
      )
    }
    case 'word':
      return worded(lexemes, at, lexicon)
    default:
      return null
  }
}

/** "Invoice 2041": which, and no sum. */
const isNumberOf = (lexemes: readonly Lexeme[], at: number, { tokens }: Lexicon): boolean => {
  const [next, after] = lexemes.slice(at + 1)
  const isSum = [next, after].some((each) => each && (tokens.has(each.text) || dollars.has(each.text)))
  return (
    !isSum &&
    /^(?:invoice|bill|receipt|ref|reference|ticket|booking|room|flat|apartment)$/.test(lexemes[at - 1]?.text ?? '')
  )
}

function number(
  lexeme: Lexeme,
  [next, after, third]: readonly Lexeme[],
  lexicon: Lexicon,
  nameFollows: boolean,
): Match {
  const size = readNumber(lexeme.text)
  if ('why' in size) return one(bad(lexeme.raw, size.why), lexeme.raw)
  if (size.rest !== '') {
    const symbol = lexicon.tokens.get(size.rest)
    if (!symbol) return one(bad(lexeme.raw, 'I cannot read it'), lexeme.raw)
    return {
      items: [
        { is: 'amount', amount: { kind: 'exact', value: size.value }, text: size.value },
        { is: 'token', token: { text: size.rest, symbol } },
      ],
      length: 1,
    }
  }
  if (next?.text === 'percent') return one(percentAmount(size.value, lexeme.raw), `${lexeme.raw} percent`, 2)
  // "1 USD Coin" is no dollar.
  if (next && dollars.has(next.text) && !nameFollows) return one({ kind: 'usd', value: size.value }, lexeme.raw, 2)
  const down = next?.kind === 'word' && Object.hasOwn(parts, next.text) ? parts[next.text] : undefined
  if (down !== undefined && lexicon.tokens.has('eth'))
    return {
      items: [
        { is: 'amount', amount: { kind: 'exact', value: loweredBy(size.value, down) }, text: lexeme.raw },
        { is: 'token', token: { text: next?.raw ?? '', symbol: lexicon.tokens.get('eth') ?? '' } },
      ],
      length: 2,
    }
  const isWhole = /^\d+$/.test(size.value)
  const isHalfMore = next?.text === 'and' && after?.text === 'a' && third?.text === 'half'
  if (isWhole && isHalfMore) return one({ kind: 'exact', value: `${size.value}.5` }, lexeme.raw, 4)
  const part = isWhole && next?.kind === 'ratio' ? mixed[next.text] : undefined
  if (part) return one({ kind: 'exact', value: `${size.value}${part}` }, lexeme.raw, 2)
  const value = scaled(size.value, next)
  if (value === null) return one({ kind: 'exact', value: size.value }, lexeme.raw)
  return after && dollars.has(after.text)
    ? one({ kind: 'usd', value }, lexeme.raw, 3)
    : one({ kind: 'exact', value }, lexeme.raw, 2)
}

/** "5 thousand", "2 k". Other letters alone may be anything. Null where no such word follows. */
function scaled(value: string, next: Lexeme | undefined): string | null {
  const isScale = next?.kind === 'word' && (next.text.length > 2 || next.text === 'k')
  const shift = isScale && Object.hasOwn(zeros, next.text) ? zeros[next.text] : undefined
  return shift === undefined ? null : shifted(value, shift)
}

function worded(lexemes: readonly Lexeme[], at: number, lexicon: Lexicon): Match | null {
  const { tokens } = lexicon
  const words = lexemes.slice(at, at + longestCount).map((lexeme) => lexeme.text)
  const [first = '', second = '', third = ''] = words
  // "A couple of hundred" is no number.
  const isVague =
    /^(?:of|few|several|couple|some|many)$/.test(lexemes[at - 1]?.text ?? '') && Object.hasOwn(zeros, first)
  // "At this point two of us"
  const isThing =
    first === 'point' && /^(?:this|that|the|a|my|your|which|some|no|one)$/.test(lexemes[at - 1]?.text ?? '')
  const counted = isVague || isThing ? null : countIn(words)
  if (counted) {
    const { value, length } = counted
    const after = lexemes[at + length]?.text
    if (after === 'percent') return one(percentAmount(value, first), first, length + 1)
    if (after && dollars.has(after)) return one({ kind: 'usd', value }, first, length + 1)
    if (after !== undefined && Object.hasOwn(countedShares, after) && first === 'one' && length === 1)
      return ofOne(lexemes, at, tokens)
    const several = after?.replace(/s$/, '')
    const named =
      several === undefined || several === after || !Object.hasOwn(countedShares, several)
        ? undefined
        : countedShares[several]
    if (named && several && length === 1) {
      const of = lexemes[at + 2]?.text === 'of' ? 1 : 0
      if (articles.has(lexemes[at + 2 + of]?.text ?? '')) return wholeShare(several, 3 + of, BigInt(value))
      return one(share(BigInt(value) * named[0], named[1], `${first} ${after}`), first, 2)
    }
    return one({ kind: 'exact', value }, first, length)
  }
  if (first === 'a' && Object.hasOwn(countedShares, second)) return ofOne(lexemes, at, tokens)
  if (Object.hasOwn(shares, first))
    return isOfWhich(lexemes[at + 1], lexicon) ? one(bad(first, ofWhich), first) : shareAt(lexemes, at, 1)
  if (first === 'the' && /^(?:lot|max|maximum|rest|remainder|remaining)$/.test(second))
    return one({ kind: 'all' }, words.slice(0, 2).join(' '), 2)
  // "We all chip in"
  const isOfPeople = first === 'all' && /^(?:we|you|they)$/.test(lexemes[at - 1]?.text ?? '')
  if (!everything.has(first) || isOfPeople || isSaying(second, third)) return null
  if (second !== 'but' && second !== 'except') return one({ kind: 'all' }, first)
  const spelled = countIn(words.slice(2))
  if (spelled)
    return one(
      { kind: 'all-but', value: spelled.value },
      words.slice(0, 2 + spelled.length).join(' '),
      2 + spelled.length,
    )
  const kept = readNumber(third)
  // "Everything except the WETH"
  if ('why' in kept) return one({ kind: 'all' }, first)
  // A symbol glued to the number ("0.1eth") is left for the frame to see as missing.
  return kept.rest === '' ? one({ kind: 'all-but', value: kept.value }, words.slice(0, 3).join(' '), 3) : null
}

const ofWhich = 'it could be that part of one, or of all you have'

/** "1/2 ETH", "half ETH": of one, or of all there is? Nobody parts a dollar. */
const isOfWhich = (next: Lexeme | undefined, { tokens }: Lexicon): boolean =>
  next?.kind === 'word' && tokens.has(next.text) && !stableCoins.includes(tokens.get(next.text) ?? '')

/** "All right", "everything is fine": no sums. */
const isSaying = (second: string, third: string): boolean =>
  /^(?:right|good|fine|ok|okay|set|clear|done|well|alright|great|perfect|is|are|was|looks|seems|along|day|night|week|weekend|month|year|morning|afternoon|evening|summer|winter)$/.test(
    second,
  ) ||
  (second === 'the' && /^(?:best|same|time|way|more|others?)$/.test(third))

/** "A half of my", and "a half ETH", which is 0.5. */
function ofOne(lexemes: readonly Lexeme[], at: number, tokens: Lexicon['tokens']): Match | null {
  const isOfToken = tokens.has(lexemes[at + 2]?.text ?? '')
  return isOfToken ? wholeShare(lexemes[at + 1]?.text ?? '', 2) : shareAt(lexemes, at + 1, 2)
}

/** "half of my", or, of one whole token, "half an ETH" and "a quarter of an ETH". */
function shareAt(lexemes: readonly Lexeme[], at: number, length: number): Match | null {
  const name = lexemes[at]?.text ?? ''
  const named = countedShares[name]
  if (!named) return null
  const of = lexemes[at + 1]?.text === 'of' ? 1 : 0
  const article = lexemes[at + 1 + of]?.text ?? ''
  return articles.has(article) ? wholeShare(name, length + of + 1) : one(share(named[0], named[1], name), name, length)
}

const articles: ReadonlySet<string> = new Set(['a', 'an', 'one'])

/** Those that have an end in decimals, in thousandths. */
const thousandths: Readonly<Record<string, bigint>> = {
  ...{ half: 500n, quarter: 250n, fourth: 250n, fifth: 200n, eighth: 125n, tenth: 100n },
}

/** So many shares of one token: "three quarters of an ETH" is 0.75. */
function wholeShare(name: string, length: number, times = 1n): Match {
  const size = thousandths[name]
  if (size === undefined) return one(bad(name, 'it has no end in decimals'), name, length)
  return one({ kind: 'exact', value: formatUnits(size * times, 3) }, name, length)
}

const one = (amount: Amount, text: string, length = 1): Match => ({ items: [{ is: 'amount', amount, text }], length })

const bad = (text: string, why: string): Amount => ({ kind: 'bad', text, why })

function share(part: bigint, whole: bigint, text: string): Amount {
  if (part <= 0n || whole <= 0n) return bad(text, 'it comes to nothing')
  if (part > whole) return bad(text, 'it is more than all of it')
  return { kind: 'share', part, whole }
}

function percentAmount(text: string, raw: string): Amount {
  const size = readNumber(text.trim())
  if ('why' in size) return bad(raw, size.why)
  const [whole = '0', fraction = ''] = size.value.split('.')
  return share(BigInt(whole + fraction), 100n * 10n ** BigInt(fraction.length), raw)
}
