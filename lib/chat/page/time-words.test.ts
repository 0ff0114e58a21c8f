import { expect, it } from 'vitest'
import { dayAndTime, pastTime, timeOfDay } from './time-words'

const at = (day: number, hour: number, minute = 0) => new Date(2026, 6, day, hour, minute).getTime()

it('names the day of a moment unless it is today', () => {
  expect(pastTime(at(3, 0), at(3, 23, 59))).toBe(`Today, ${timeOfDay.format(at(3, 0))}`)
  expect(pastTime(at(2, 23, 59), at(3, 0))).toBe(dayAndTime.format(at(2, 23, 59)))
  expect(pastTime(at(3, 9), new Date(2027, 6, 3, 9).getTime())).toContain('2026')
})

it('writes a time of day the same way everywhere', () => {
  expect(dayAndTime.format(at(3, 9, 5))).toContain(timeOfDay.format(at(3, 9, 5)))
})
