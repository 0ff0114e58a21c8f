import type { Amount, Item } from './item'
import type { Lexeme } from './lexemes'
import type { Lexicon } from './lexicon'

/** What a matcher found at a place: the items, and how many lexemes they stand for. */
export type Match = { items: readonly Item[]; length: number }

const zeros: Readonly<Record<string, number>> = { k: 3, thousand: 3, m: 6, mm: 6, mn: 6, million: 6 }

const counting: Readonly<Record<string, string>> = {
  zero: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  twelve: '12',
  twenty: '20',
  fifty: '50',
}

const shares: Readonly<Record<string, readonly [bigint, bigint]>> = {
  half: [1n, 2n],
  third: [1n, 3n],
  quarter: [1n, 4n],
  tenth: [1n, 10n],
}

const everything: ReadonlySet<string> = new Set(['all', 'max', 'maximum', 'everything', 'entire', 'whole'])
const dollars: ReadonlySet<string> = new Set(['dollar', 'dollars', 'usd'])

/** Takes the longest amount that starts at `at`. */
export function matchAmount(lexemes: readonly Lexeme[], at: number, lexicon: Lexicon): Match | null {
  const lexeme = lexemes[at]
  const next = lexemes[at + 1]
  if (!lexeme) return null
  switch (lexeme.kind) {
    case 'number':
      return number(
        lexeme,
        next,
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
      return one(size.rest ? bad(lexeme.raw, 'I cannot read it') : { kind: 'usd', value: size.value }, lexeme.raw)
    }
    case 'percent':
      return one(percentAmount(lexeme.text.replace('%', ''), lexeme.raw), lexeme.raw)
    case 'ratio': {
      const [part = '0', whole = '0'] = lexeme.text.split('/')
      return one(share(BigInt(part), BigInt(whole), lexeme.raw), lexeme.raw)
    }
    case 'word':
      return worded(lexemes, at)
    default:
      return null
  }
}

function number(lexeme: Lexeme, next: Lexeme | undefined, lexicon: Lexicon, nameFollows: boolean): Match {
  const size = readNumber(lexeme.text)
  if ('why' in size) return one(bad(lexeme.raw, size.why), lexeme.raw)
  if (size.rest !== '') {
    const symbol = lexicon.tokens.get(size.rest)
    if (!symbol) return one(bad(lexeme.raw, 'I cannot read it'), lexeme.raw)
    return {
      items: [
        { is: 'amount', amount: { kind: 'exact', value: size.value }, text: lexeme.raw },
        { is: 'token', token: { text: size.rest, symbol } },
      ],
      length: 1,
    }
  }
  if (next?.text === 'percent') return one(percentAmount(size.value, lexeme.raw), `${lexeme.raw} percent`, 2)
  // "1 USD Coin" is no dollar.
  if (next && dollars.has(next.text) && !nameFollows) return one({ kind: 'usd', value: size.value }, lexeme.raw, 2)
  const shift = next?.kind === 'word' && next.text.length > 2 ? zeros[next.text] : undefined
  const value = shift === undefined ? size.value : shifted(size.value, shift)
  return one({ kind: 'exact', value }, lexeme.raw, shift === undefined ? 1 : 2)
}

function worded(lexemes: readonly Lexeme[], at: number): Match | null {
  const words = lexemes.slice(at, at + 3).map((lexeme) => lexeme.text)
  const [first = '', second = '', third = ''] = words
  const counted = counting[first]
  if (counted) {
    const shift = second === 'hundred' ? 2 : zeros[second]
    if (shift !== undefined && second.length > 2)
      return one({ kind: 'exact', value: shifted(counted, shift) }, first, 2)
    return one({ kind: 'exact', value: counted }, first)
  }
  if (first === 'a' && (second === 'hundred' || second === 'thousand'))
    return one({ kind: 'exact', value: second === 'hundred' ? '100' : '1000' }, second, 2)
  const lead = first === 'a' || first === 'one' ? 1 : 0
  const named = shares[lead ? second : first]
  if (named) return one(share(named[0], named[1], first), first, lead + 1)
  if (!everything.has(first)) return null
  if (second !== 'but' && second !== 'except') return one({ kind: 'all' }, first)
  const kept = readNumber(third)
  if ('why' in kept) return null
  // A symbol glued to the number ("0.1eth") is left for the frame to see as missing.
  return kept.rest === '' ? one({ kind: 'all-but', value: kept.value }, words.join(' '), 3) : null
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

/** A number with an optional size (`k`, `m`) and whatever letters are glued to it. */
export function readNumber(text: string): { value: string; rest: string } | { why: string } {
  if (text.startsWith('-')) return { why: 'it is negative' }
  const parts = /^([\d.,]+)([a-z0-9]*)$/.exec(text)
  if (!parts) return { why: 'I cannot read it' }
  const [, digits = '', letters = ''] = parts
  const plain = plainDecimal(digits)
  if (plain === null) return { why: 'I cannot tell which mark is the decimal point' }
  const sized = /^(k|m|mm|mn)$/.exec(letters)
  if (sized) return { value: shifted(plain, zeros[letters] ?? 0), rest: '' }
  return { value: plain, rest: letters }
}

/** `1,000.50` -> `1000.50`; null where points and commas leave more than one reading. */
function plainDecimal(digits: string): string | null {
  if (/^\d+(\.\d+)?$/.test(digits)) return digits
  if (/^\.\d+$/.test(digits)) return `0${digits}`
  if (/^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(digits)) return digits.replaceAll(',', '')
  return null
}

function shifted(value: string, places: number): string {
  const [whole = '0', fraction = ''] = value.split('.')
  const kept = fraction.slice(places)
  const moved = (whole + fraction.slice(0, places).padEnd(places, '0')).replace(/^0+(?=\d)/, '')
  return kept ? `${moved}.${kept}` : moved
}
