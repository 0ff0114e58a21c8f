/** Reads a lock-up from an agent's words: seconds, zero for none; null if unreadable. */
export function lockupSeconds(text: string): number | null {
  const plain = text.normalize('NFKC').toLowerCase().trim()
  if (plain === '') return null
  const spans = [
    ...plain.matchAll(
      /(\d+(?:\.\d+)?)\s*-?\s*(seconds?|secs?|s|minutes?|mins?|hours?|hrs?|h|days?|d|weeks?|w|months?|mo|years?|y)\b/g,
    ),
  ]
  if (spans.length > 0)
    return spans.reduce((longest, [, count, unit = '']) => Math.max(longest, Number(count) * unitSeconds(unit)), 0)
  if (/^0+(\.0+)?$/.test(plain) || none.test(plain)) return 0
  return null
}

const none = /\b(no|none|without|zero|flexible|instant(ly)?|immediate(ly)?|any ?time|unlocked|liquid|n\/a)\b/

const day = 86_400

function unitSeconds(unit: string): number {
  if (/^s/.test(unit)) return 1
  if (/^(mo)/.test(unit)) return 30 * day
  if (/^m/.test(unit)) return 60
  if (/^h/.test(unit)) return 3600
  if (/^d/.test(unit)) return day
  if (/^w/.test(unit)) return 7 * day
  return 365 * day
}

/** Formats a duration in the largest unit that fits: "7 days", "1 hour". */
export function durationWords(seconds: number): string {
  const units = [
    [365 * day, 'year'],
    [day, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ] as const
  for (const [size, name] of units) {
    const count = Math.round((seconds / size) * 10) / 10
    if (count >= 1) return `${count} ${name}${count === 1 ? '' : 's'}`
  }
  const count = Math.round(seconds)
  return `${count} second${count === 1 ? '' : 's'}`
}

/** Last moment that a Date can represent, in milliseconds. */
const last = 8_640_000_000_000_000

/** Formats a date and time in UTC, to the minute. */
export const dateWords = (milliseconds: number): string =>
  milliseconds > last
    ? 'a date that never comes'
    : `${new Date(milliseconds).toISOString().slice(0, -8).replace('T', ' ')} UTC`
