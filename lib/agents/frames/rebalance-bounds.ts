import type { QuestionTopic } from '../replies/questions'
import { countIn } from '../tagger/counts'
import { readNumber } from '../tagger/numbers'

/** The least gain in percentage points, as exact as it was typed, and the longest lock-up. */
export type Bounds = { minIncrease?: string; maxLockupDays?: number; unclear?: 'increase' | 'lockup' }

const number = String.raw`\d+(?:[.,]\d+)*|\.\d+|half an?|an?|one|two|three|half`
const share = '%|per ?cent(?:age)?(?: points?)?|points?|pp|bps|basis points?'
const gain = new RegExp(
  String.raw`(-?)\s*\b(${number}|(?<=\s)\.\d+)\s*(?:full\s+|whole\s+)?(${share})(?![a-z])(?:\s*(?:-|of a)?\s*points?)?`,
  'gi',
)
const ofGain =
  /\b(?:more|better|higher|increase|improv\w*|extra|gains?|gained|additional|points?|pp|by|difference|min(?:imum)?|threshold|at least|above (?:what|the current|my))\b|bps\b/i
/** A rate of its own, and not how much more than now. */
const ofRate = /\b(?:earn(?:s|ing)?|pay(?:s|ing)?|yields?|rates?|apys?|returns?)\b[^,;.]*$/i
const span = String.raw`(\d{1,4}|a|one|two|three|seven|thirty)[- ]?(day|week|month|year|d|w)s?`
const lock = 'lock(?:ed|s|ing)?(?:[- ]?(?:up|in)s?)?'
const most = '(?:over|above|beyond|exceeding|(?:more|longer|higher|greater) than|past)'
const least = '(?:under|below|(?:less|shorter) than)'
const denial = String.raw`\b(?:no|not|nothing|never|without|don'?t|won'?t|avoid)\b`
const free = new RegExp(
  String.raw`\b(?:without|no|not|never|zero|nothing|0[- ]day)\s+(?:any\s+|a\s+|being\s+|be\s+)?${lock}\b|\b(?:don'?t|do not|never)\s+(?:want|accept|like|need|take)\s+(?:any\s+|a\s+|it\s+|to\s+be\s+)?${lock}\b|\b(?:don'?t|do not|never)\s+(?:ever\s+)?${lock}(?:\s+(?:it|anything|them))?|\b${lock}\s*(?:of|is|=|:)?\s*(?:0|zero|none)\b(?:\s*days?)?`,
  'i',
)
const anyLock = new RegExp(String.raw`\b${lock}\b`, 'i')

const counts: Readonly<Record<string, string>> = {
  half: '0.5',
  'half a': '0.5',
  'half an': '0.5',
  a: '1',
  an: '1',
  one: '1',
  two: '2',
  three: '3',
  seven: '7',
  thirty: '30',
}
const unitDays: Readonly<Record<string, number>> = { day: 1, d: 1, week: 7, w: 7, month: 30, year: 365 }

const daysOf = (count: string, unit: string): number =>
  Number(counts[count.toLowerCase()] ?? count) * (unitDays[unit.toLowerCase()] ?? 1)

const signs: readonly (readonly [RegExp, string])[] = [
  [/[≥]|>=|=>|>(?=\s*\d)/g, ' at least '],
  [/[≤]|<=|=</g, ' at most '],
  [/<(?=\s*\d)/g, ' under '],
  [/\+\s*(?=\.?\d)/g, ' at least '],
  [/\b(\d+(?:\.\d+)?)\s*%\s*\+/g, ' at least $1% '],
]

/** "Twenty-one days", "one point five percent" in digits; small words stay, which may be articles. */
function inDigits(text: string): string {
  const words = text.split(/(\s+)/)
  let plain = ''
  for (let at = 0; at < words.length; ) {
    const ahead = words.slice(at).filter((_, index) => index % 2 === 0)
    const count = /[a-z]/i.test(words[at] ?? '') ? countIn(ahead.map((word) => word.toLowerCase())) : null
    if (count && (count.length > 1 || Number(count.value) > 3)) {
      plain += count.value
      at += 2 * count.length - 1
    } else {
      plain += words[at] ?? ''
      at += 1
    }
  }
  return plain
}

/** "48 hours" in days, where that is a whole number of them. */
const inDays = (text: string): string =>
  text.replace(/\b(\d{1,5})\s*-?(?:hours?|hrs?|h)\b/gi, (whole, hours: string) =>
    Number(hours) % 24 === 0 ? `${Number(hours) / 24} days` : whole,
  )

/** Takes the bounds out of the text, so that no number of theirs is taken for an amount. */
export function readBounds(raw: string, asked: QuestionTopic | null = null): { text: string; found: Bounds } {
  const found: Bounds = {}
  const written = inDays(inDigits(signs.reduce((text, [sign, words]) => text.replace(sign, words), raw)))
  // How long it lasts is chosen on the card.
  let text = written.replace(
    new RegExp(String.raw`\bfor\s+(?:the next\s+|up to\s+)?${span}\b(?!\s*(?:of\s+)?lock)`, 'i'),
    ' ',
  )
  text = readLockup(text, found, asked)
  text = readGain(text, found, asked)
  return { text, found }
}

function readLockup(raw: string, found: Bounds, asked: QuestionTopic | null): string {
  const isBound = new RegExp(
    String.raw`\b(?:max(?:imum)?|up to|at most|no (?:more|longer) than|within)\s+(?:of\s+)?${span}\b`,
    'i',
  )
  // "2 %, 30 days": beside a gain, and no rhythm or place in time.
  const isBeside =
    new RegExp(gain).test(raw) && new RegExp(String.raw`(?:^|[,;&+]|\band|${share})\s*${span}\b`, 'i').test(raw)
  const isAbout = anyLock.test(raw) || asked === 'lockup' || asked === 'increase' || isBound.test(raw) || isBeside
  const spans = isAbout
    ? [...raw.matchAll(new RegExp(String.raw`(${most}|${least}|at least)?\s*\b${span}\b`, 'gi'))]
    : []
  const [only, ...others] = spans
  if (only && others.length === 0) {
    const [whole, bound = '', count = '', unit = ''] = only
    const before = raw.slice(0, only.index)
    const isDenied = new RegExp(denial, 'i').test(before)
    const days = daysOf(count, unit)
    if (new RegExp(most, 'i').test(bound) && !isDenied) found.unclear = 'lockup'
    else if (/at least/i.test(bound)) found.unclear = 'lockup'
    else found.maxLockupDays = new RegExp(least, 'i').test(bound) ? Math.max(0, days - 1) : days
    // "Locks no more than 7 days": the "no" belongs to the bound.
    const said = bound ? before.replace(/\b(?:no|not)(?:\s+for)?\s*$/i, ' ') : before
    return `${said} ${raw.slice(only.index + whole.length)}`.replace(free, ' ').replace(anyLock, ' ')
  }
  if (only) {
    found.unclear = 'lockup'
    return raw.replace(new RegExp(String.raw`\b${span}\b`, 'gi'), ' ').replace(anyLock, ' ')
  }
  if (free.test(raw)) {
    found.maxLockupDays = 0
    return raw.replace(free, ' ')
  }
  if (asked === 'lockup' && /^\s*(?:none|no|zero|nothing|not at all)\b[\s.!]*$/i.test(raw)) {
    found.maxLockupDays = 0
    return ' '
  }
  const bare = asked === 'lockup' ? /^\s*(\d{1,4})\s*$/.exec(raw) : null
  if (bare) {
    found.maxLockupDays = Number(bare[1])
    return ' '
  }
  return raw
}

/** "Lock-up of at most 7 days": the longest that is accepted, in days. Undefined where no bound is named. */
export function longestLockupIn(raw: string): number | undefined {
  const isBound =
    /\b(?:up to|at (?:the )?most|max(?:imum)?|no(?:t)? (?:more|longer)|over|above|within|under|below|less|shorter|longest)\b/i
  if (!isBound.test(raw)) return undefined
  const found: Bounds = {}
  readLockup(raw, found, null)
  return found.maxLockupDays
}

function readGain(raw: string, found: Bounds, asked: QuestionTopic | null): string {
  const bare = asked === 'increase' ? /^\s*(?:at least\s+)?(\d+(?:\.\d+)?|\.\d+)\s*$/.exec(raw) : null
  if (bare) {
    found.minIncrease = bare[1]
    return ' '
  }
  const all = [...raw.matchAll(gain)]
  const [only, ...others] = all
  if (!only) return raw
  const around = raw.slice(Math.max(0, only.index - 30), only.index + only[0].length + 40)
  const points = pointsOf(only[2] ?? '', only[3] ?? '')
  const before = raw.slice(0, only.index)
  const isGain = asked === 'increase' || ofGain.test(around) || !(ofRate.test(before) || /\bat\s*$/i.test(before))
  if (others.length > 0 || only[1] || points === null || !isGain) found.unclear ??= 'increase'
  else found.minIncrease = points
  return raw.replace(gain, ' ')
}

/** Percentage points of "1 %", "half a point" or "50 bps"; null where the number cannot be read for certain. */
function pointsOf(count: string, unit: string): string | null {
  const read = readNumber(counts[count.toLowerCase()] ?? count)
  if ('why' in read || read.rest !== '') return null
  return /^(?:bps|basis)/i.test(unit) ? String(Number(`${read.value}e-2`)) : read.value
}
