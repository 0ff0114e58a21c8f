import type { Match } from './amounts'
import type { Lexeme } from './lexemes'
import { readNumber } from './numbers'

/**
 * "1% slippage", "slippage of 0.5 percent", "with a max slippage tolerance of 2%". The figure must be a percentage:
 * a bare number could as well be a fraction.
 */
export function matchSlippage(lexemes: readonly Lexeme[], at: number): Match | null {
  let here = skip(lexemes, at, leading)
  const before = percentAt(lexemes, here)
  if (before) {
    here = skip(lexemes, here + before.length, between)
    if (!isSlippage(lexemes[here])) return null
    here += 1
    if (lexemes[here]?.text === 'tolerance') here += 1
    return found(before.fraction, lexemes, at, here)
  }
  if (!isSlippage(lexemes[here])) return null
  here = skip(lexemes, here + 1, between)
  const after = percentAt(lexemes, here)
  // "Slippage 1% max"
  return after ? found(after.fraction, lexemes, at, skip(lexemes, here + after.length, bounds)) : null
}

const isSlippage = (lexeme: Lexeme | undefined): boolean => /^(?:slippage|slip|tolerance)$/.test(lexeme?.text ?? '')

const leading: ReadonlySet<string> = new Set(
  'with use using at a max maximum most no not more than under within below set and allow allowing accept up to'.split(
    ' ',
  ),
)
const between: ReadonlySet<string> = new Set(
  'tolerance of at to max maximum most no not more than under below set : is ='.split(' '),
)

const bounds: ReadonlySet<string> = new Set('max maximum most tops'.split(' '))

function skip(lexemes: readonly Lexeme[], at: number, words: ReadonlySet<string>): number {
  let here = at
  while (words.has(lexemes[here]?.text ?? '')) here += 1
  return here
}

function percentAt(lexemes: readonly Lexeme[], at: number): { fraction: number; length: number } | null {
  const spelled = spelledPercent(lexemes, at)
  if (spelled) return spelled
  const lexeme = lexemes[at]
  const unit = lexemes[at + 1]?.text ?? ''
  const isPoints = lexeme?.kind === 'number' && /^(?:bps?|bips?)$/.test(unit)
  const worded = lexeme?.kind === 'number' && (unit === 'percent' || isPoints)
  if (!lexeme || !(worded || lexeme.kind === 'percent')) return null
  const size = readNumber(lexeme.text.replace('%', '').trim())
  if ('why' in size || size.rest !== '') return null
  return { fraction: Number(`${size.value}e-${isPoints ? 4 : 2}`), length: worded ? 2 : 1 }
}

/** "Half a percent", "one percent". */
function spelledPercent(lexemes: readonly Lexeme[], at: number): { fraction: number; length: number } | null {
  const word = (index: number) => lexemes[at + index]?.text ?? ''
  if (word(0) === 'half' && /^(?:a|of)$/.test(word(1)) && word(2) === 'percent') return { fraction: 0.005, length: 3 }
  const count = ['one', 'two', 'three', 'four', 'five'].indexOf(word(0)) + 1
  return count > 0 && word(1) === 'percent' ? { fraction: count / 100, length: 2 } : null
}

const found = (fraction: number, lexemes: readonly Lexeme[], from: number, to: number): Match => ({
  items: [
    {
      is: 'slippage',
      fraction,
      text: lexemes
        .slice(from, to)
        .map((lexeme) => lexeme.raw)
        .join(' '),
    },
  ],
  length: to - from,
})
