import type { RateLimit } from '../store/chat'

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

/**
 * The limit as an answer's headers state it (docs/protocol.md, "Limits"; Retry-After: RFC 9110 section 10.2.3).
 * Null where they state none and nothing was refused. `refused` is for HTTP 429.
 */
export function readRateLimit(headers: Headers, refused: boolean, now: number): RateLimit | null {
  const limit = wholeNumber(headers.get('x-ratelimit-limit'))
  const remaining = wholeNumber(headers.get('x-ratelimit-remaining'))
  const reset = wholeNumber(headers.get('x-ratelimit-reset'))
  const resetAt = reset === null ? null : reset * 1000
  const stated = readRetryAfter(headers.get('retry-after'), now) ?? resetAt ?? now + unstatedWait
  const retryAt = refused ? Math.min(Math.max(stated, now + leastWait), now + longestWait) : null
  if (limit === null || remaining === null || resetAt === null)
    return retryAt === null ? null : { limit: limit ?? 0, remaining: 0, resetAt: resetAt ?? retryAt, retryAt }
  return { limit, remaining, resetAt, retryAt }
}

/** Milliseconds to wait where a service refuses without saying for how long. */
const unstatedWait = 30_000

/** Where the clocks of the two differ, the time may have passed here: whoever is refused waits all the same. Milliseconds. */
const leastWait = 1_000
/** A time further off is most likely not counted in seconds. What waits is tried again by then, an outcome among it. */
const longestWait = 3_600_000

/** Seconds, or a date. Milliseconds since the epoch. */
function readRetryAfter(value: string | null, now: number): number | null {
  const seconds = wholeNumber(value)
  if (seconds !== null) return now + seconds * 1000
  const date = value === null ? Number.NaN : Date.parse(value)
  return Number.isNaN(date) ? null : date
}
