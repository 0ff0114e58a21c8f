import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs, dayOf, dueAt, dueOrEnd, lastDueBy, mostTimes, type Schedule, scheduleSchema } from '@/lib/wire/schedule'
import { type Rhythm, scheduleFor } from './rhythm'

const seed = 20_261_122
const at = (day: string, hour = 12) => Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
const days = (schedule: Schedule, count: number) =>
  Array.from({ length: count }, (_, index) => dayOf(dueAt(schedule, index)))

/** A Sunday, two hours before the default hour. */
const now = at('2026-11-22', 10)
const made = (rhythm: Rhythm & { every: NonNullable<Rhythm['every']> }, when = now): Schedule => {
  const schedule = scheduleFor(rhythm, when)
  if (typeof schedule === 'string') throw new Error(schedule)
  return schedule
}
const week = { unit: 'week', count: 1 } as const
const month = { unit: 'month', count: 1 } as const
const day = { unit: 'day', count: 1 } as const

describe('the dates of a schedule', () => {
  const schedules = fc.record({
    start: fc.integer({ min: 0, max: 40_000 }).map((n) => dayOf(Date.UTC(1980, 0, 1) + n * dayMs)),
    hour: fc.integer({ min: 0, max: 23 }),
    every: fc.oneof(
      fc.record({ unit: fc.constant('day' as const), count: fc.integer({ min: 1, max: 366 }) }),
      fc.record({
        unit: fc.constant('month' as const),
        count: fc.integer({ min: 1, max: 12 }),
        day: fc.integer({ min: 1, max: 31 }),
      }),
    ),
    times: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: mostTimes })),
  })

  it('follow each other at the schedule’s hour, and can be found by time', () => {
    fc.assert(
      fc.property(
        schedules,
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 0, max: dayMs }),
        (schedule, n, late) => {
          expect(scheduleSchema.parse(schedule)).toEqual(schedule)
          const due = dueAt(schedule, n)
          expect(new Date(due).getUTCHours()).toBe(schedule.hour)
          expect(dueAt(schedule, n + 1)).toBeGreaterThan(due)
          const { times } = schedule
          const within = (index: number) => (times === null ? index : Math.min(index, times - 1))
          expect(lastDueBy(schedule, due)).toBe(within(n))
          expect(lastDueBy(schedule, due - 1)).toBe(within(n - 1))
          const between = Math.min(due + late, dueAt(schedule, n + 1) - 1)
          expect(lastDueBy(schedule, between)).toBe(within(n))
          expect(dueOrEnd(schedule, n)).toBe(times !== null && n >= times ? null : due)
        },
      ),
      { seed, numRuns: 300 },
    )
  })

  it('fall on the requested day of the month, or on its last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 0, max: 200 }), (wanted, n) => {
        const schedule = made({ every: month, day: wanted })
        const date = new Date(dueAt(schedule, n))
        const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
        expect(date.getUTCDate()).toBe(Math.min(wanted, last))
      }),
      { seed, numRuns: 200 },
    )
    expect(days(made({ every: month, day: 31 }), 4)).toEqual(['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28'])
  })

  it('skip Saturday and Sunday if weekdays are requested', () => {
    const schedule = made({ every: { unit: 'weekday', count: 1 } })
    expect(days(schedule, 7)).toEqual(
      ['23', '24', '25', '26', '27', '30'].map((each) => `2026-11-${each}`).concat('2026-12-01'),
    )
    const friday = made({ every: { unit: 'weekday', count: 1 } }, at('2026-11-27', 1))
    expect(days(friday, 2)).toEqual(['2026-11-27', '2026-11-30'])
    for (let n = 0; n < 100; n++) expect([0, 6]).not.toContain(new Date(dueAt(schedule, n)).getUTCDay())
  })
})

describe('a rhythm', () => {
  it('begins on the first suitable day whose hour is still to come', () => {
    expect(days(made({ every: week, weekday: 5 }), 2)).toEqual(['2026-11-27', '2026-12-04'])
    expect(days(made({ every: day }), 1)).toEqual(['2026-11-22'])
    expect(days(made({ every: day }, at('2026-11-22')), 1)).toEqual(['2026-11-23'])
    expect(days(made({ every: day, hour: 9 }), 1)).toEqual(['2026-11-23'])
    expect(days(made({ every: month, day: 1 }), 2)).toEqual(['2026-12-01', '2027-01-01'])
    expect(days(made({ every: { unit: 'week', count: 2 }, weekday: 0 }), 2)).toEqual(['2026-11-22', '2026-12-06'])
  })

  it('begins as requested', () => {
    expect(days(made({ every: day, start: { kind: 'tomorrow' } }), 1)).toEqual(['2026-11-23'])
    expect(days(made({ every: day, start: { kind: 'today' } }, at('2026-11-22', 23)), 1)).toEqual(['2026-11-22'])
    expect(days(made({ every: week, weekday: 5, start: { kind: 'date', month: 11 } }), 1)).toEqual(['2026-12-04'])
    expect(days(made({ every: day, start: { kind: 'date', month: 10, day: 21 } }), 1)).toEqual(['2027-11-21'])
    expect(scheduleFor({ every: day, start: { kind: 'date', year: 2026, month: 10, day: 21 } }, now)).toContain('past')
  })

  it.each<[string, Rhythm & { every: NonNullable<Rhythm['every']> }, number]>([
    ['weekly for 10 weeks', { every: week, end: { kind: 'for', count: 10, unit: 'week' } }, 10],
    ['weekly for a year', { every: week, end: { kind: 'for', count: 12, unit: 'month' } }, 52],
    ['daily for 2 weeks', { every: day, end: { kind: 'for', count: 2, unit: 'week' } }, 14],
    ['monthly for 3 months', { every: month, day: 31, end: { kind: 'for', count: 3, unit: 'month' } }, 3],
    ['monthly for 10 weeks', { every: month, day: 22, end: { kind: 'for', count: 10, unit: 'week' } }, 3],
    [
      'weekdays for 2 weeks',
      { every: { unit: 'weekday', count: 1 }, end: { kind: 'for', count: 2, unit: 'week' } },
      10,
    ],
    ['5 times', { every: week, end: { kind: 'times', times: 5 } }, 5],
    ['daily until March', { every: day, end: { kind: 'until', day: { kind: 'date', month: 2 } } }, 99],
    [
      'daily until the end of the month',
      { every: day, end: { kind: 'until', day: { kind: 'end', unit: 'month' } } },
      9,
    ],
    [
      'daily until the end of the quarter',
      { every: day, end: { kind: 'until', day: { kind: 'end', unit: 'quarter' } } },
      40,
    ],
    ['daily until 1 March', { every: day, end: { kind: 'until', day: { kind: 'date', month: 2, day: 1 } } }, 100],
    ['once at least', { every: week, end: { kind: 'for', count: 3, unit: 'day' } }, 1],
  ])('ends as requested: %s', (_, rhythm, times) => {
    expect(made(rhythm).times).toBe(times)
  })

  it.each<[string, Rhythm & { every: NonNullable<Rhythm['every']> }, string | undefined]>([
    ['for 10 weeks', { every: week, weekday: 5, end: { kind: 'for', count: 10, unit: 'week' } }, '2027-02-04'],
    ['for a year', { every: week, weekday: 5, end: { kind: 'for', count: 12, unit: 'month' } }, '2027-11-26'],
    ['the rest of that', { every: week, weekday: 5, end: { kind: 'within', last: '2027-02-04' } }, '2027-02-04'],
    ['10 times', { every: week, end: { kind: 'times', times: 10 } }, undefined],
    ['until March', { every: week, end: { kind: 'until', day: { kind: 'date', month: 2 } } }, undefined],
  ])('remembers the named time span: %s', (_, rhythm, last) => {
    expect(made(rhythm).spanEnd).toBe(last)
  })

  it('has as many dates as fit in the rest of an earlier time span', () => {
    const left = (count: number, when: string) =>
      scheduleFor(
        { every: { unit: 'week', count }, weekday: 5, end: { kind: 'within', last: '2027-02-04' } },
        at(when, 10),
      )
    expect(left(2, '2026-11-22')).toMatchObject({ times: 5 })
    expect(left(1, '2026-12-12')).toMatchObject({ times: 7 })
    expect(left(2, '2026-12-12')).toMatchObject({ times: 3 })
    expect(left(4, '2027-01-29')).toMatchObject({ times: 1 })
    expect(left(1, '2027-02-05')).toContain('before it ends')
  })

  it('has no end unless one is requested, and never an absurd one', () => {
    expect(made({ every: week }).times).toBeNull()
    expect(scheduleFor({ every: day, end: { kind: 'times', times: 0 } }, now)).toContain('before it ends')
    expect(made({ every: day, end: { kind: 'times', times: mostTimes } }).times).toBe(mostTimes)
    expect(scheduleFor({ every: day, end: { kind: 'times', times: mostTimes + 1 } }, now)).toContain('more than')
    for (const count of [0, 13])
      expect(scheduleFor({ every: { unit: 'month', count } }, now)).toContain('between a day and a year')
  })
})
