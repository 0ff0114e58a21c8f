import { expect, it } from 'vitest'
import { dateWords } from './date-words'

it.each([
  [0n, '1970-01-01 00:00 UTC'],
  [1_800_000_000n, '2027-01-15 08:00 UTC'],
  // Milliseconds in place of seconds: the year gets more digits, and the minutes are still there.
  [1_800_000_000_000n, '+059009-09-24 08:00 UTC'],
  [8_640_000_000_001n, 'no end date'],
])('writes %s seconds as “%s”', (seconds, words) => expect(dateWords(seconds)).toBe(words))
