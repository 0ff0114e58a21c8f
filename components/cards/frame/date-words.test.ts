import { expect, it } from 'vitest'
import { dayAndTime } from '@/lib/chat/page/time-words'
import { dateWords, lastDate } from './date-words'

it.each([0n, 1_800_000_000n, lastDate])('writes %s seconds as a day and a time in the reader’s way', (seconds) =>
  expect(dateWords(seconds)).toBe(dayAndTime.format(Number(seconds) * 1000)),
)

it.each([lastDate + 1n, 2n ** 48n, 2n ** 256n - 1n])('knows that %s seconds are no end', (seconds) =>
  expect(dateWords(seconds)).toBe('no end date'),
)
