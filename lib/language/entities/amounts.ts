import type { Meaning } from '../entity'
import type { Habit } from './decimal'
import { figure, figureAt, scaled } from './figures'
import { type Found, isDigits, type Pieces, textAt } from './piece'

type Kind = 'dollars' | 'percent' | 'gwei' | 'times'

/** Units after a figure, each with its power of ten. */
const unitsAfter: ReadonlyMap<string, readonly [Kind, number]> = new Map([
  ...['$', 'dollar', 'dollars', 'buck', 'bucks', 'bux', 'usd', 'dollarydoos'].map((word): [string, [Kind, number]] => [
    word,
    ['dollars', 0],
  ]),
  ...['cent', 'cents', '¢'].map((word): [string, [Kind, number]] => [word, ['dollars', -2]]),
  ...['%', 'percent', 'percents', 'pct', 'procent'].map((word): [string, [Kind, number]] => [word, ['percent', 0]]),
  ...['bps', 'bp', 'bips', 'bip', 'bpts'].map((word): [string, [Kind, number]] => [word, ['percent', -2]]),
  ...['gwei', 'gwie', 'guay', 'guai', 'gway'].map((word): [string, [Kind, number]] => [word, ['gwei', 0]]),
  ...['x', '×', 'times'].map((word): [string, [Kind, number]] => [word, ['times', 0]]),
])

/** Words that multiply. */
const factors: ReadonlyMap<string, string> = new Map([
  ...['twice', 'double'].map((word): [string, string] => [word, '2']),
  ...['thrice', 'triple', 'treble'].map((word): [string, string] => [word, '3']),
  ['quadruple', '4'],
])

const currencies: Readonly<Record<string, readonly string[]>> = {
  EUR: ['€', 'eur', 'euro', 'euros'],
  GBP: ['£', 'gbp', 'pound', 'pounds', 'quid'],
  INR: ['₹', 'inr', 'rupee', 'rupees', 'rs'],
  CHF: ['chf', 'franc', 'francs'],
  JPY: ['¥', 'jpy', 'yen'],
  MXN: ['mxn', 'peso', 'pesos'],
  BRL: ['brl', 'reais'],
  CAD: ['cad'],
  AUD: ['aud'],
}
const currencyOf: ReadonlyMap<string, string> = new Map(
  Object.entries(currencies).flatMap(([code, words]) => words.map((word): [string, string] => [word, code])),
)

/** Reads money named without a figure: "in euros", "EUR". Excludes "pound" and "quid", which have other meanings. */
export function currencyAt(pieces: Pieces, at: number): Found<Meaning> | null {
  const word = textAt(pieces, at)
  if (pieces[at]?.kind !== 'word' || word.length < 3 || word === 'cad') return null
  const code = ['usd', 'dollar', 'dollars', 'bucks'].includes(word) ? 'USD' : currencyOf.get(word)
  return code ? { meaning: { is: 'currency', code }, count: 1 } : null
}

const slips = new Set('slippage slip slipage slippages impact'.split(' '))

/** True if the word stands beside a percentage: "0.5 % slippage", "slippage of at most 1 %", "slip max 1%". */
function isSlippage(pieces: Pieces, at: number, end: number): boolean {
  for (let step = 0; step < 3; step++) if (slips.has(textAt(pieces, end + step))) return true
  for (let step = 1; step < 6; step++) {
    if (slips.has(textAt(pieces, at - step))) return true
    if (pieces[at - step]?.kind === 'digits') return false
  }
  return false
}

const rateWords = new Set(['apy', 'apr', 'apys', 'aprs', 'interest', 'yield', 'annually', 'yearly', 'annual'])

/** Reads what a figure counts, by the unit on either side of it. */
export function amountAt(pieces: Pieces, at: number, habit: Habit): Found<Meaning> | null {
  const first = pieces[at]
  if (!first) return null
  // "$5", "USD 5", "€ 5"
  const code = first.text === '$' || first.text === 'usd' ? 'USD' : currencyOf.get(first.text)
  if (code && !pieces[at + 1]?.text.startsWith('coin')) {
    const run = isDigits(pieces[at + 1]) || textAt(pieces, at + 1) === '.' ? figureAt(pieces, at + 1, habit) : null
    const isSign = first.text.length === 1
    if (run && run.meaning.length > 0 && (isSign || !isFigureBefore(pieces, at)))
      return { meaning: inMoney(code, run.meaning), count: run.count + 1 }
  }
  const factor = first.kind === 'word' ? factors.get(first.text) : undefined
  if (factor !== undefined) return { meaning: { is: 'times', value: factor }, count: 1 }
  const found = figureAt(pieces, at, habit)
  if (found?.count === 1 && isSplit(pieces, at))
    return { meaning: { is: 'percent', ...figure(found.meaning) }, count: 1 }
  if (found?.meaning.length === 0) return { meaning: { is: 'badNumber' }, count: found.count }
  return found && withUnit(pieces, at, found)
}

/** True for one side of "60/40". */
function isSplit(pieces: Pieces, at: number): boolean {
  const side = [at + 1, at - 1].find((mark) => textAt(pieces, mark) === '/')
  if (side === undefined) return false
  const other = pieces[2 * side - at]
  return isDigits(pieces[at]) && isDigits(other) && Number(textAt(pieces, at)) + Number(other.text) === 100
}

/** "5 USD 10": the code belongs to the figure before it. */
const isFigureBefore = (pieces: Pieces, at: number): boolean => isDigits(pieces[at - 1])

const inMoney = (currency: string, values: readonly string[]): Meaning =>
  currency === 'USD' ? { is: 'dollars', ...figure(values) } : { is: 'money', currency, ...figure(values) }

function withUnit(
  pieces: Pieces,
  at: number,
  { meaning: values, count: own }: Found<readonly string[]>,
): Found<Meaning> {
  // "1000 US dollars"
  const isAmerican =
    textAt(pieces, at + own) === 'us' && unitsAfter.get(textAt(pieces, at + own + 1))?.[0] === 'dollars'
  const count = isAmerican ? own + 1 : own
  const unit = textAt(pieces, at + count)
  const after = textAt(pieces, at + count + 1)
  if (unit === 'per' && after === 'cent') return rated(pieces, at, values, count + 2)
  if (unit === 'basis' && after.startsWith('point')) return rated(pieces, at, scaled(values, -2), count + 2)
  if (unit === 'percentage' && after.startsWith('point')) return rated(pieces, at, values, count + 2)
  const known = unitsAfter.get(unit)
  const isCoin = unit === 'usd' && after.startsWith('coin')
  // "5 $ARB" has a token's sign; "20 times" needs no other word.
  const isSign = unit === '$' && pieces[at + count + 1]?.glued && pieces[at + count + 1]?.kind === 'word'
  if (known && !isCoin && !isSign) {
    const [is, power] = known
    if (is === 'percent') return rated(pieces, at, scaled(values, power), count + 1)
    return { meaning: { is, ...figure(scaled(values, power)) }, count: count + 1 }
  }
  const currency = currencyOf.get(unit)
  if (currency && !isDigits(pieces[at + count + 1])) return { meaning: inMoney(currency, values), count: count + 1 }
  return { meaning: { is: 'number', ...figure(values) }, count }
}

/** Reads a percentage as a rate if it is called one: "4 % APY", "5 % a year". */
export function rated(pieces: Pieces, at: number, values: readonly string[], count: number): Found<Meaning> {
  const next = textAt(pieces, at + count)
  const size = rateWords.has(next) ? 1 : 0
  if (size > 0) return { meaning: { is: 'rate', ...figure(values) }, count: count + size }
  const isSlip = isSlippage(pieces, at, at + count)
  return { meaning: { is: 'percent', ...figure(values), ...(isSlip && { of: 'slippage' }) }, count }
}
