import { afterEach, expect, it, vi } from 'vitest'
import { readBy } from './reading'
import { calendarDay, dayAndTime, pastTime, startOfDay, timeOfDay } from './time-words'

afterEach(() => {
  vi.unstubAllEnvs()
  readBy({ read: () => ({ figures: 'browser', zone: 'local' }) })
})

const at = (day: number, hour: number, minute = 0) => new Date(2026, 6, day, hour, minute).getTime()

it('names the day of a moment unless it is today', () => {
  expect(pastTime(at(3, 0), at(3, 23, 59))).toBe(`Today, ${timeOfDay.format(at(3, 0))}`)
  expect(pastTime(at(2, 23, 59), at(3, 0))).toBe(dayAndTime.format(at(2, 23, 59)))
  expect(pastTime(at(3, 9), new Date(2027, 6, 3, 9).getTime())).toContain('2026')
})

it('writes a time of day the same way everywhere', () => {
  expect(dayAndTime.format(at(3, 9, 5))).toContain(timeOfDay.format(at(3, 9, 5)))
})

it.each([
  ['local', '2026-07-03T15:00Z'],
  ['utc', '2026-07-04T00:00Z'],
] as const)('begins a day where the date changes in the reader’s zone (%s)', (zone, began) => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const midnight = Date.parse(began)
  readBy({ read: () => ({ figures: 'browser', zone }) })
  expect(startOfDay({ year: 2026, month: 5, day: 34 })).toBe(midnight)
  expect(calendarDay(midnight).day).toBe(4)
  expect(calendarDay(midnight - 1).day).toBe(3)
})
