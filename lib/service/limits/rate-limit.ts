import { z } from 'zod'
import type { Query } from '../database/database'

const windowMs = 60_000
const hitsSchema = z.tuple([z.object({ hits: z.int() })])

/** A caller's state in the current window of one minute. */
export type RateLimitState = {
  limit: number
  remaining: number
  /** Unix time in seconds at which the window ends. */
  reset: number
  /** Seconds until then, at least 1, if the limit is exceeded; otherwise null. */
  retryAfter: number | null
}

export const windowStart = (now: number): number => now - (now % windowMs)

/**
 * The upsert that counts hits and returns the totals by `key`. `source` selects the three columns. If an instance whose
 * clock is slightly ahead has begun the next window, those behind count in it too: otherwise they would keep resetting
 * each other's window, and so the limit.
 */
export const countHit = (source: string): string =>
  `insert into rate_limits as r (key, window_start, hits) ${source}
   on conflict (key) do update set
     hits = excluded.hits + case when r.window_start in ${sameOrNext} then r.hits else 0 end,
     window_start = case when r.window_start in ${sameOrNext} then r.window_start else excluded.window_start end
   returning key, hits`

const sameOrNext = `(excluded.window_start, excluded.window_start + ${windowMs})`

export function rateLimitState(hits: number, limit: number, now: number): RateLimitState {
  const end = windowStart(now) + windowMs
  return {
    limit,
    remaining: Math.max(0, limit - hits),
    reset: Math.ceil(end / 1000),
    retryAfter: hits > limit ? Math.max(1, Math.ceil((end - now) / 1000)) : null,
  }
}

/** Counts one request of `key` against `limit` per minute, in fixed windows. */
export type RateLimit = (key: string, limit: number) => Promise<RateLimitState>

/** Counts in the database, shared by all instances. `now` is in milliseconds since the epoch. */
export const sharedRateLimit =
  (query: Query, now: () => number): RateLimit =>
  async (key, limit) => {
    const at = now()
    const rows = await query(countHit('values ($1, $2, 1)'), [key, windowStart(at)])
    return rateLimitState(hitsSchema.parse(rows)[0].hits, limit, at)
  }

/** Counts only in this process, without a database. `now` is in milliseconds since the epoch. */
export function localRateLimit(now: () => number): RateLimit {
  let hits = new Map<string, number>()
  let window = 0
  return async (key, limit) => {
    const at = now()
    if (windowStart(at) !== window) {
      window = windowStart(at)
      hits = new Map()
    }
    const count = (hits.get(key) ?? 0) + 1
    hits.set(key, count)
    return rateLimitState(count, limit, at)
  }
}

/** Headers that state the limit (docs/protocol.md, "Limits"). */
export const rateLimitHeaders = (state: RateLimitState): Record<string, string> => ({
  'x-ratelimit-limit': String(state.limit),
  'x-ratelimit-remaining': String(state.remaining),
  'x-ratelimit-reset': String(state.reset),
  ...(state.retryAfter === null ? {} : { 'retry-after': String(state.retryAfter) }),
})
