import type { Figure } from '../entity'
import { decimalOf, type Habit, habitOf, readings, shifted, tidy } from './decimal'
import { scales, wordNumber } from './number-words'
import { type Found, isDigits, type Pieces, piecesOf, textAt } from './piece'

/** Most groups of a number. Longer runs of figures and marks are none. Bounds the work of rereading. */
const mostGroups = 7

type Run = { groups: string[]; marks: string[]; count: number }

/** Finds the figures at a piece that may be one number: "1.234,50", "1 234", ".5". */
function runAt(pieces: Pieces, at: number): Run | null {
  const first = pieces[at]
  const isBare = (first?.text === '.' || first?.text === ',') && isDigits(pieces[at + 1]) && pieces[at + 1]?.glued
  if (isBare && !(first?.glued && pieces[at - 1]?.kind !== 'mark'))
    return { groups: ['0', textAt(pieces, at + 1)], marks: ['.'], count: 2 }
  if (!isDigits(first)) return null
  const run: Run = { groups: [first.text], marks: [], count: 1 }
  while (run.groups.length < mostGroups) {
    const [mark, next] = [pieces[at + run.count], pieces[at + run.count + 1]]
    if (
      isDigits(mark) &&
      !mark.glued &&
      mark.text.length === 3 &&
      first.text.length < 4 &&
      run.marks.every((each) => each === ' ') &&
      !isDigits(next?.glued ? next : undefined)
    ) {
      run.groups.push(mark.text)
      run.marks.push(' ')
      run.count += 1
    } else if (mark?.glued && isDigits(next) && next.glued && ['.', ',', "'", '_'].includes(mark.text)) {
      run.groups.push(next.text)
      run.marks.push(mark.text)
      run.count += 2
    } else break
  }
  return run
}

/** Returns the decimal mark that a text shows; null if it shows both. */
export function habitIn(pieces: Pieces): Habit {
  const shown = new Set<Habit>()
  for (let at = 0; at < pieces.length; ) {
    const run = isDigits(pieces[at]) ? runAt(pieces, at) : null
    if (run && textAt(pieces, at - 1) !== '#') shown.add(habitOf(run.groups, run.marks))
    at += run?.count ?? 1
  }
  if (shown.has('comma') && !shown.has('point')) return 'comma'
  return shown.has('point') && !shown.has('comma') ? 'point' : null
}

/** A number that may be two, as written, with both readings. */
export type OpenFigure = { written: string; readings: readonly [string, string] }

/** Returns the first number that a text with decimal commas leaves open: "0,5 ETH and 1,234 USDC". */
export function openFigureIn(text: string): OpenFigure | null {
  const pieces = piecesOf(text)
  const habit = habitIn(pieces)
  if (habit !== 'comma') return null
  for (let at = 0; at < pieces.length; ) {
    const run = runAt(pieces, at)
    const [one, other] = run ? readings(run.groups, run.marks, habit) : []
    const [first, last] = [pieces[at], pieces[at + (run?.count ?? 1) - 1]]
    if (first && last && one !== undefined && other !== undefined)
      return { written: text.slice(first.start, last.end), readings: [one, other] }
    at += run?.count ?? 1
  }
  return null
}

export const fractions: Readonly<Record<string, readonly [number, number]>> = {
  '½': [1, 2],
  '⅓': [1, 3],
  '⅔': [2, 3],
  '¼': [1, 4],
  '¾': [3, 4],
  '⅕': [1, 5],
  '⅛': [1, 8],
}

export const figure = ([value = '', other]: readonly string[]): Figure =>
  other === undefined ? { value } : { value, either: [value, other] }

export const scaled = (all: readonly string[], places: number): readonly string[] =>
  all.map((each) => shifted(each, places))

/** Reads the fraction behind a whole number: "2½", "1 1/2". */
function fractionBehind(pieces: Pieces, at: number): Found<readonly [number, number]> | null {
  const sign = fractions[textAt(pieces, at)]
  if (sign) return { meaning: sign, count: 1 }
  const [above, line, below] = [pieces[at], pieces[at + 1], pieces[at + 2]]
  if (!isDigits(above) || above.glued || !line?.glued || !isFractionLine(line.text) || !isDigits(below)) return null
  const part = [Number(above.text), Number(below.text)] as const
  const isDate = isFractionLine(textAt(pieces, at + 3))
  return below.glued && !isDate && part[0] > 0 && part[0] < part[1] && part[1] <= 100
    ? { meaning: part, count: 3 }
    : null
}

/** A slash, or the fraction slash (U+2044). */
export const isFractionLine = (text: string): boolean => text === '/' || text === '\u2044'

/** Reads a bare figure, in digits or in words, with its multiplier ("1.5k", "2 million", "1e3", "2½"). */
export function figureAt(pieces: Pieces, at: number, habit: Habit): Found<readonly string[]> | null {
  const run = runAt(pieces, at)
  if (!run) return wordNumber(pieces, at)
  let values = readings(run.groups, run.marks, habit)
  let { count } = run
  if (values.length === 0) return { meaning: [], count }
  const next = pieces[at + count]
  const fraction = fractionBehind(pieces, at + count)
  if (fraction) {
    const part = decimalOf(fraction.meaning)
    if (!part || !values[0]) return { meaning: [], count: count + fraction.count }
    values = [tidy(`${values[0].split('.')[0]}.${part.slice(2)}`)]
    count += fraction.count
  } else if (next?.glued && next.text === 'e' && textAt(pieces, at + count + 1) === '-') {
    const power = Number(textAt(pieces, at + count + 2))
    if (Number.isInteger(power) && power > 0) return { meaning: scaled(values, -power), count: count + 3 }
  } else if (
    next?.glued &&
    next.kind === 'word' &&
    next.text.startsWith('e') &&
    next.text.length > 1 &&
    next.text.length < 4
  ) {
    const power = Number(next.text.slice(1))
    if (Number.isInteger(power)) return { meaning: scaled(values, power), count: count + 1 }
  }
  if (
    textAt(pieces, at + count) === 'and' &&
    textAt(pieces, at + count + 1) === 'a' &&
    textAt(pieces, at + count + 2) === 'half'
  ) {
    values = values.map((value) => (value.includes('.') ? value : `${value}.5`))
    count += 3
  }
  const scale = pieces[at + count]
  const power =
    scale?.kind === 'word' && (scale.text.length > 1 || scale.glued || scale.text === 'k')
      ? scales.get(scale.text)
      : undefined
  if (power === undefined) return { meaning: values, count }
  const again = scales.get(textAt(pieces, at + count + 1))
  const isPair = scale?.text === 'hundred' && again !== undefined && again > 2
  return { meaning: scaled(values, power + (isPair ? again : 0)), count: count + (isPair ? 2 : 1) }
}
