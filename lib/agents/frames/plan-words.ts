import type { Rhythm, Unit } from '../plans/rhythm'
import {
  count,
  date,
  dated,
  day,
  namedDay,
  numberOf,
  ordinal,
  ordinalOf,
  unitOf,
  weekday,
  weekdayOf,
} from './time-words'

type Rule = { pattern: string; read: (found: RegExpExecArray, rhythm: Rhythm) => void }

const single: Readonly<Record<string, NonNullable<Rhythm['every']>>> = {
  daily: { unit: 'day', count: 1 },
  weekly: { unit: 'week', count: 1 },
  biweekly: { unit: 'week', count: 2 },
  'bi-weekly': { unit: 'week', count: 2 },
  fortnightly: { unit: 'week', count: 2 },
  monthly: { unit: 'month', count: 1 },
  quarterly: { unit: 'month', count: 3 },
  yearly: { unit: 'month', count: 12 },
  annually: { unit: 'month', count: 12 },
}

/** In order: what is longer or would be misread by a later one comes first. */
const rules: readonly Rule[] = [
  {
    pattern: String.raw`(?:(?:every|each)\s+hour|hourly|(?:every|each)\s+(?:${count})\s+(?:hours?|min(?:ute)?s?|sec(?:ond)?s?)|(?:every|each)\s+(?:minute|second(?!\s+(?:${weekday}|day|week|month|morning)s?\b)))`,
    read: (_, rhythm) => {
      rhythm.problem = 'buy more often than once a day'
    },
  },
  {
    pattern: String.raw`(?:twice|two times|three times|\d+ times)\s+(?:a|per|each|every)\s+(?:day|week|month)`,
    read: (_, rhythm) => {
      rhythm.problem = 'have more than one date in its period'
    },
  },
  {
    pattern: String.raw`(?:(?:every|each|on)\s+)(?:${weekday})s?(?:(?:\s*,\s*|\s+)(?:and\s+|or\s+|&\s*)?(?:on\s+)?(?:${weekday})s?\b)+`,
    read: (_, rhythm) => {
      rhythm.problem = 'have more than one weekday'
    },
  },
  {
    // "on the 1st of every month", "on the last day of each month"
    pattern: String.raw`(?:on\s+)?(?:(?:the|every|each)\s+)?(${ordinal})(?:\s+day)?\s+of\s+(?:(?:every|each|the)\s+)?month`,
    read: ([, at = ''], rhythm) => {
      rhythm.every = { unit: 'month', count: 1 }
      rhythm.day = ordinalOf(at)
    },
  },
  {
    // "every weekday", "on weekdays", "only weekdays"
    pattern: String.raw`(?:(?:every|each)\s+(?:weekday|(?:working|business|week)\s+day)|(?:(?:only\s+|just\s+)?on|only|just)\s+(?:weekdays|(?:working|business|week)\s+days))s?`,
    read: (_, rhythm) => {
      rhythm.every = { unit: 'weekday', count: 1 }
    },
  },
  {
    // "every Friday", "every other Friday", "every 2nd Friday", "each Monday"
    pattern: String.raw`(?:every|each)\s+(?:(other|second|2nd|two)\s+)?(${weekday})s?`,
    read: ([, other, on = ''], rhythm) => {
      rhythm.every = { unit: 'week', count: other ? 2 : 1 }
      rhythm.weekday = weekdayOf(on)
    },
  },
  {
    // "every day", "every 2 weeks", "every other month", "every fortnight", "every morning"
    pattern: String.raw`(?:every|each)\s+(?:(other|second|single)\s+|(${count})\s+)?(day|week|month|fortnight|morning|year|quarter)s?`,
    read: ([, word, many, unit = ''], rhythm) => {
      const times = many === undefined ? (word && !/single/i.test(word) ? 2 : 1) : numberOf(many)
      const each = { fortnight: 2, quarter: 3, year: 12 }[unit.toLowerCase()] ?? 1
      const base: Unit = /^(?:quarter|year)$/i.test(unit)
        ? 'month'
        : /^fort/i.test(unit)
          ? 'week'
          : /^morn/i.test(unit)
            ? 'day'
            : unitOf(unit)
      rhythm.every = { unit: base, count: times * each }
    },
  },
  {
    pattern: Object.keys(single).join('|'),
    read: ([word = ''], rhythm) => {
      rhythm.every = single[word.toLowerCase()]
    },
  },
  {
    // "once a week", "$50 a week", "20 USDC per day"
    pattern: String.raw`(?:once\s+)?(?:(?<!(?:for|in|within|about|after|next|to|under|over|than|of|least|most)\s)(?:a|per)|once\s+every)\s+(day|week|month)(?!s)`,
    read: ([, unit = ''], rhythm) => {
      rhythm.every = { unit: unitOf(unit), count: 1 }
    },
  },
  {
    // "starting tomorrow", "from next Monday", "beginning on December 1"
    pattern: String.raw`(?:(?:and\s+)?(?:starting|start|starts|beginning|begin|from))\s+(?:on\s+|from\s+)?(${day})`,
    read: ([, named = ''], rhythm) => {
      const start = namedDay(named)
      if (start) rhythm.start = start
      else rhythm.problem = 'begin on a day that does not exist'
    },
  },
  {
    pattern: String.raw`(?:until|till|til|through|up\s+to|ending(?:\s+on)?)\s+(the\s+end\s+of\s+)?(the\s+year|this\s+year|${date})`,
    read: ([phrase, end, named = ''], rhythm) => {
      const isWhole = end !== undefined || /^through/i.test(phrase)
      const last = /year$/i.test(named) ? dated(undefined, 11, 31) : namedDay(named)
      if (last?.kind !== 'date') rhythm.problem = 'end on a day that does not exist'
      else rhythm.end = { kind: 'until', day: isWhole && last.day === undefined ? { ...last, day: 31 } : last }
    },
  },
  {
    // "for 10 weeks", "for the next three months", "for a year", "for 10 Fridays", "for 5 purchases"
    pattern: String.raw`(?:for|(?:for|over|during)\s+the\s+next)\s+(${count})\s+(days?|weeks?|months?|years?|times|purchases|buys|swaps|occasions|(?:${weekday})s)`,
    read: ([, many = '', unit = ''], rhythm) => {
      const n = numberOf(many)
      if (/^year/i.test(unit)) rhythm.end = { kind: 'for', count: 12 * n, unit: 'month' }
      else if (/^(?:day|week|month)/i.test(unit)) rhythm.end = { kind: 'for', count: n, unit: unitOf(unit) }
      else rhythm.end = { kind: 'times', times: n }
    },
  },
  {
    // "for half a year", "for a quarter", "for a fortnight"
    pattern: String.raw`(?:for|over|during)\s+(?:the\s+next\s+)?(half\s+a\s+year|an?\s+(?:half\s+year|quarter|fortnight))`,
    read: ([, span = ''], rhythm) => {
      if (/fortnight/i.test(span)) rhythm.end = { kind: 'for', count: 2, unit: 'week' }
      else rhythm.end = { kind: 'for', count: /quarter/i.test(span) ? 3 : 6, unit: 'month' }
    },
  },
  {
    pattern: String.raw`(${count})\s+(?:times|purchases|occasions)(?:\s+in\s+(?:all|total))?`,
    read: ([, many = ''], rhythm) => {
      rhythm.end = { kind: 'times', times: numberOf(many) }
    },
  },
  {
    // "At 2:30 am", "at 14:15"
    pattern: String.raw`(?:at\s+)?(?:\d{1,2}[:.](?!00)\d{2}\s*(?:am|pm)|\d{1,2}:(?!00)\d{2}(?:\s*(?:utc|gmt))?)`,
    read: (_, rhythm) => {
      rhythm.problem = 'buy at a time other than a full hour'
    },
  },
  {
    // Only where it cannot be a price: with am or pm, minutes, or UTC.
    pattern: String.raw`(?:at\s+)?(?:(\d{1,2})(?:[:.]00)?\s*(am|pm)|(\d{1,2})[:.]00|(\d{1,2})(?=\s*(?:utc|gmt)))(?:\s*(?:utc|gmt))?|at\s+(noon|midnight)(?:\s*(?:utc|gmt))?`,
    read: ([, half, side, whole, zoned, word], rhythm) => {
      const said = Number(half ?? whole ?? zoned)
      const hour = word ? (word === 'noon' ? 12 : 0) : side ? (said % 12) + (/pm/i.test(side) ? 12 : 0) : said
      if (hour > 23 || (side && (said < 1 || said > 12))) rhythm.problem = 'have an hour that does not exist'
      else rhythm.hour = hour
    },
  },
]

/** Rules that add to a rhythm that is there: alone they would take words that mean something else. */
const additions: readonly Rule[] = [
  {
    pattern: String.raw`on\s+(?:the\s+)?(${ordinal})(?:\s+day)?`,
    read: ([, at = ''], rhythm) => {
      if (rhythm.every?.unit === 'month') rhythm.day = ordinalOf(at)
      else rhythm.problem = 'have a day of the month unless it is monthly'
    },
  },
  {
    pattern: String.raw`on\s+(?:a\s+)?(${weekday})s?`,
    read: ([, on = ''], rhythm) => {
      if (rhythm.every?.unit === 'week') rhythm.weekday = weekdayOf(on)
      else rhythm.problem = 'have a weekday unless it is weekly'
    },
  },
  {
    // "My salary comes on the 25th: buy … on that day every month"
    pattern: String.raw`on\s+(?:that|this|the\s+same)\s+(?:very\s+)?(?:day|date)`,
    read: (_, rhythm) => {
      if (rhythm.day === undefined && rhythm.weekday === undefined) rhythm.problem = 'have a day that was not named'
    },
  },
]

/** "Every week over 10 weeks" */
const lasting: Rule = {
  pattern: String.raw`(?:over|across|during)\s+(${count})\s+(days?|weeks?|months?)`,
  read: ([, many = '', unit = ''], rhythm) => {
    rhythm.end = { kind: 'for', count: numberOf(many), unit: unitOf(unit) }
  },
}

/** "On Fridays": weekly. */
const plural: Rule = {
  pattern: String.raw`on\s+(${weekday})s`,
  read: ([, on = ''], rhythm) => {
    rhythm.every = { unit: 'week', count: 1 }
    rhythm.weekday = weekdayOf(on)
  },
}

const directHour = new RegExp(
  String.raw`\b(?:every|each)\s+(?:single\s+)?(?:day|morning|weekday|${weekday})\s+at\s+\d{1,2}(?![\d.,:%]|\s*(?:usd|dollars|k\b))`,
  'i',
)
const bareHour: Rule = {
  pattern: String.raw`at\s+(\d{1,2})`,
  read: ([, at = ''], rhythm) => {
    if (Number(at) < 24) rhythm.hour = Number(at)
    else rhythm.problem = 'have an hour that does not exist'
  },
}

/** What a text says of time, and the text without it. */
export type Timed = { rhythm: Rhythm; text: string }

/** Days by their names. */
const feasts: readonly (readonly [RegExp, string])[] = [
  [/\b(?:christmas|xmas)(?:\s+eve|\s+day)?\b/gi, 'december 25'],
  [/\bnew\s+year(?:'?s)?\s+eve\b/gi, 'december 31'],
  [/\b(?:the\s+)?new\s+year(?:'?s)?(?:\s+day)?\b/gi, 'january 1'],
  [/\bhalloween\b/gi, 'october 31'],
  [/\bvalentine(?:'?s)?(?:\s+day)?\b/gi, 'february 14'],
]

/** Reads how often, from when and how long, before anything else takes the numbers in it for amounts. */
export function readRhythm(raw: string): Timed {
  const rhythm: Rhythm = {}
  let text = feasts.reduce((said, [feast, date]) => said.replace(feast, date), raw)
  const take = ({ pattern, read }: Rule) => {
    const found = new RegExp(String.raw`(?<![\w$.,-])(?:${pattern})(?![\w-])`, 'i').exec(text)
    if (!found) return
    read(found, rhythm)
    text = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
  }
  for (const rule of rules) take(rule)
  // "Every morning at 8": right after it, a bare number is an hour and no price.
  if (rhythm.every && rhythm.hour === undefined && directHour.test(raw)) take(bareHour)
  if (rhythm.every) for (const rule of [...additions, lasting]) take(rule)
  else take(plural)
  if (rhythm.day !== undefined && (rhythm.day < 1 || rhythm.day > 31)) rhythm.problem = 'have a day that no month has'
  return { rhythm, text }
}
