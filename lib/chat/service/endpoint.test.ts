import { describe, expect, it } from 'vitest'
import { readRateLimit } from './endpoint'

const now = 1_800_000_000_000
const refusedWith = (headers: Record<string, string>) =>
  (readRateLimit(new Headers(headers), true, now)?.retryAt ?? 0) - now
const reset = (at: number) => ({
  'x-ratelimit-limit': '10',
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': String(at),
})

describe('how long to wait after a refusal', () => {
  it.each([
    ['the stated seconds', { 'retry-after': '20' }, 20_000],
    ['until the stated date', { 'retry-after': new Date(now + 40_000).toUTCString() }, 40_000],
    ['until the limit resets', reset(now / 1000 + 25), 25_000],
    ['half a minute if nothing is stated', {}, 30_000],
    ['an hour at most', { 'retry-after': '3600' }, 3_600_000],
    ['an hour at most for a time in milliseconds', reset(now + 25_000), 3_600_000],
    ['an hour at most for an absurd number', { 'retry-after': '999999999999999' }, 3_600_000],
    ['a second at least', { 'retry-after': '0' }, 1_000],
    ['a second if the time has passed by the local clock', reset(now / 1000 - 600), 1_000],
  ])('%s', (_, headers, wait) => expect(refusedWith(headers)).toBe(wait))

  it('is unset if nothing was refused', () => {
    expect(readRateLimit(new Headers(reset(now / 1000 + 25)), false, now)?.retryAt).toBeNull()
    expect(readRateLimit(new Headers(), false, now)).toBeNull()
  })
})
