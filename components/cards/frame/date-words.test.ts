import { afterEach, beforeEach, expect, it } from 'vitest'
import { readBy } from '@/lib/chat/page/reading'
import { dateWords } from './date-words'

beforeEach(() => readBy({ read: () => ({ figures: 'browser', zone: 'utc' }) }))
afterEach(() => readBy({ read: () => ({ figures: 'browser', zone: 'local' }) }))

it.each([
  [0n, /1970.* 12:00.AM UTC$/],
  [1_800_000_000n, /2027.* 8:00.AM UTC$/],
  // Milliseconds in place of seconds: the year gets more digits, and the minutes are still there.
  [1_800_000_000_000n, /59009.* 8:00.AM UTC$/],
  [8_640_000_000_001n, /^no end date$/],
])('writes %s seconds in the reader’s way: %s', (seconds, words) => expect(dateWords(seconds)).toMatch(words))
