import type { RateLimit } from '../store/chat'

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

/**
 * Reads the limit from an answer's headers (docs/protocol.md, "Limits"; Retry-After: RFC 9110 section 10.2.3). Null if
 * they state none and nothing was refused. `refused` is true for HTTP 429.
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

/** Wait after a refusal that states none. Milliseconds. */
const unstatedWait = 30_000

/** Shortest wait after a refusal: by a local clock that runs ahead, the stated time may have passed. Milliseconds. */
const leastWait = 1_000
/**
 * Longest wait, since a later time is most likely not counted in seconds. Waiting outcomes are retried by then.
 * Milliseconds.
 */
const longestWait = 3_600_000

/** Reads seconds or a date. Returns milliseconds since the epoch. */
function readRetryAfter(value: string | null, now: number): number | null {
  const seconds = wholeNumber(value)
  if (seconds !== null) return now + seconds * 1000
  const date = value === null ? Number.NaN : Date.parse(value)
  return Number.isNaN(date) ? null : date
}
