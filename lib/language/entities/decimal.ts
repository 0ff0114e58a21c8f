/** Drops meaningless zeros from a decimal: "007.50" is "7.5". */
export function tidy(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  let from = 0
  while (from < whole.length - 1 && whole[from] === '0') from++
  let to = fraction.length
  while (to > 0 && fraction[to - 1] === '0') to--
  return `${whole.slice(from) || '0'}${to > 0 ? `.${fraction.slice(0, to)}` : ''}`
}

/** Returns a fraction as a decimal; null if that is longer than seven characters. */
export const decimalOf = ([above, below]: readonly [number, number]): string | null => {
  const value = String(above / below)
  return value.length <= 7 ? value : null
}

/** Multiplies a decimal by a power of ten, negative ones included. */
export function shifted(decimal: string, places: number): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  if (places >= 0) {
    const digits = fraction.padEnd(places, '0')
    return tidy(`${whole}${digits.slice(0, places)}.${digits.slice(places)}`)
  }
  const digits = whole.padStart(1 - places, '0')
  return tidy(`${digits.slice(0, places)}.${digits.slice(places)}${fraction}`)
}

/** Returns the readings of digits with marks between their groups: one, two, or none. */
export function readings(groups: readonly string[], marks: readonly string[], habit: Habit): readonly string[] {
  const gaps = marks.findIndex((mark) => mark === '.' || mark === ',')
  const apart = gaps < 0 ? marks.length : gaps
  // "1 234,50" and "1'234.50": the part before the first point or comma is the whole part.
  if (apart > 0) {
    if (!areThousands(groups.slice(0, apart + 1)) || marks.length > apart + 1) return []
    const whole = groups.slice(0, apart + 1).join('')
    return [tidy(marks.length > apart ? `${whole}.${groups[apart + 1]}` : whole)]
  }
  const last = marks.at(-1)
  const fraction = groups.at(-1) ?? ''
  const before = groups.slice(0, -1)
  if (last === undefined) return [tidy(fraction)]
  const decimal = tidy(`${before.join('')}.${fraction}`)
  if (marks.length > 1) {
    if (marks.every((mark) => mark === last)) return areThousands(groups) ? [tidy(groups.join(''))] : []
    return marks.slice(0, -1).every((mark) => mark !== last && mark === marks[0]) && areThousands(before)
      ? [decimal]
      : []
  }
  if (!areThousands(groups)) return [decimal]
  const thousands = tidy(groups.join(''))
  if (habit === 'comma') return last === ',' ? [decimal, thousands] : [thousands, decimal]
  if (habit === 'point') return [last === ',' ? thousands : decimal]
  if (last === ',') return fraction === '000' ? [thousands] : [thousands, decimal]
  // A fraction seldom ends in a meaningless zero, so "1.050" may be in thousands too.
  return fraction.endsWith('0') ? [decimal, thousands] : [decimal]
}

/** The decimal mark that a writer uses. */
export type Habit = 'point' | 'comma' | null

/** Returns the decimal mark that these groups show, if they have only one reading. */
export function habitOf(groups: readonly string[], marks: readonly string[]): Habit {
  const last = marks.at(-1)
  if ((last !== '.' && last !== ',') || readings(groups, marks, null).length === 0) return null
  const own = last === ',' ? 'comma' : 'point'
  if (!areThousands(groups)) return own
  // "1,234,567": the other mark is the decimal one.
  return marks.length > 1 ? (last === ',' ? 'point' : 'comma') : null
}

function areThousands([first = '', ...rest]: readonly string[]): boolean {
  return first.length <= 3 && first !== '' && first[0] !== '0' && rest.every((group) => group.length === 3)
}
