const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** "three", "seventeen", "forty", "twenty-five". */
export const smallCounts: ReadonlyMap<string, number> = new Map([
  ...units.map((word, index) => [word, index] as const),
  ...tens.flatMap((ten, index) => [
    [ten, 20 + 10 * index] as const,
    ...units.slice(1, 10).map((unit, more) => [`${ten}-${unit}`, 21 + 10 * index + more] as const),
  ]),
])

/** Words that make a number bigger, each with its zeros. */
export const zeros: Readonly<Record<string, number>> = {
  hundred: 2,
  thousand: 3,
  grand: 3,
  k: 3,
  million: 6,
  m: 6,
  mm: 6,
  mn: 6,
}

const halves: Readonly<Record<string, string>> = { half: '5', quarter: '25' }

type Count = { value: string; length: number }

/**
 * The number that stands in words at the head of these, in lower case, and how many of them it takes: "seventeen", "two
 * hundred and fifty", "a grand", "zero point five", "two and a half thousand". Null where there is none.
 */
export function countIn(words: readonly string[]): Count | null {
  const word = (at: number) => words[at] ?? ''
  if (word(0) === 'half' && word(1) === 'a' && isScale(word(2))) return scaled('0.5', words, 2)
  // "Point four"
  const part = word(0) === 'point' ? digitsIn(words.slice(1)) : ''
  if (part) return scaled(`0.${part}`, words, 1 + part.length)
  const whole = wholeIn(words)
  if (!whole) return null
  const { value, length } = whole
  const digits = word(length) === 'point' ? digitsIn(words.slice(length + 1)) : ''
  if (digits) return scaled(`${value}.${digits}`, words, length + 1 + digits.length)
  const fraction =
    word(length) === 'and' && /^an?$/.test(word(length + 1)) && Object.hasOwn(halves, word(length + 2))
      ? halves[word(length + 2)]
      : undefined
  return fraction ? scaled(`${value}.${fraction}`, words, length + 3) : whole
}

/** A number, this many decimal places bigger. */
export function shifted(value: string, places: number): string {
  const [whole = '0', fraction = ''] = value.split('.')
  const kept = fraction.slice(places)
  const moved = (whole + fraction.slice(0, places).padEnd(places, '0')).replace(/^0+(?=\d)/, '')
  return kept ? `${moved}.${kept}` : moved
}

// One letter may be anything.
const isScale = (word: string): boolean => word.length > 2 && Object.hasOwn(zeros, word)

function scaled(value: string, words: readonly string[], length: number): Count {
  const scale = words[length] ?? ''
  return isScale(scale) ? { value: shifted(value, zeros[scale] ?? 0), length: length + 1 } : { value, length }
}

function digitsIn(words: readonly string[]): string {
  const end = words.findIndex((word) => (smallCounts.get(word) ?? 10) > 9)
  return words
    .slice(0, end < 0 ? words.length : end)
    .map((word) => smallCounts.get(word))
    .join('')
}

/** A whole number: groups below a thousand, each with its scale, the biggest first. */
function wholeIn(words: readonly string[]): Count | null {
  let at = 0
  let sum = 0
  let group: number | null = null
  let last = Number.POSITIVE_INFINITY
  const begins = /^an?$/.test(words[0] ?? '') ? isScale(words[1] ?? '') : /^(?:hundred|thousand)$/.test(words[0] ?? '')
  if (begins) {
    group = 1
    at = /^an?$/.test(words[0] ?? '') ? 1 : 0
  }
  for (;;) {
    const skips = words[at] === 'and' && (group === null ? sum > 0 : group % 100 === 0 && group > 0) ? 1 : 0
    const word: string = words[at + skips] ?? ''
    const number = smallCounts.get(word)
    if (number !== undefined && (sum === 0 && group === null ? true : number > 0) && fits(group, number)) {
      group = (group ?? 0) + number
      at += skips + 1
    } else if (skips === 0 && word === 'hundred' && group !== null && group > 0 && group < 100) {
      group *= 100
      at += 1
    } else if (skips === 0 && isScale(word) && word !== 'hundred' && group !== null && (zeros[word] ?? 0) < last) {
      last = zeros[word] ?? 0
      sum += group * 10 ** last
      group = null
      at += 1
    } else break
  }
  return at === 0 ? null : { value: String(sum + (group ?? 0)), length: at }
}

/** Whether a number can follow in a group: "two hundred", then "fifty", then "one". */
const fits = (group: number | null, number: number): boolean =>
  group === null || (group > 0 && group % 100 === 0) || (group % 100 >= 20 && group % 10 === 0 && number < 10)
