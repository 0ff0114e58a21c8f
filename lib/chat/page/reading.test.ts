import { afterEach, describe, expect, it } from 'vitest'
import { createReading, readBy, readingNow, written } from './reading'

const utc = { figures: 'comma', zone: 'utc' } as const
afterEach(() => readBy({ read: () => ({ figures: 'browser', zone: 'local' }) }))

describe('figures in a text', () => {
  it.each([
    ['comma', '$1,234.56', '$1.234,56'],
    ['space', '−1,234,567.5 USDC', '−1\u202f234\u202f567,5 USDC'],
    ['apostrophe', 'about $12,300.00', 'about $12’300.00'],
    ['point', '1,234.56', '1,234.56'],
    ['comma', 'Less than $0.01, or 4.8%.', 'Less than $0,01, or 4,8%.'],
    ['comma', 'It expects 1,000.5, at 100 a day', 'It expects 1.000,5, at 100 a day'],
  ] as const)('are written in the format %s: %s', (format, text, expected) => {
    expect(written(text, format)).toBe(expected)
  })

  it.each(['127.0.0.1', 'version 2.50.6', 'v4.1', '0x12.5', 'EIP-7702, 1 of 3', '12,34'])('leave %s alone', (text) => {
    expect(written(text, 'comma')).toBe(text)
  })
})

it('the page follows what is stored, and the usual where it cannot be read', () => {
  const kept = new Map<string, string>()
  const storage = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  const store = createReading(storage, new EventTarget())
  readBy(store)
  expect(readingNow()).toEqual({ figures: 'browser', zone: 'local' })
  store.write(utc)
  expect(readingNow()).toEqual(utc)
  expect(written('1,234.56')).toBe('1.234,56')
  kept.set('countersign-reading', '{"figures":"roman"}')
  expect(readingNow()).toEqual({ figures: 'browser', zone: 'local' })
})

describe('moments in a text', () => {
  const locked = 'Your deposit is locked until 2026-11-27 23:30 UTC.'

  it('are written in the person’s time zone, which is named', () => {
    readBy({ read: () => utc })
    const at = new Intl.DateTimeFormat(undefined, {
      ...({ year: 'numeric', month: 'short', day: 'numeric' } as const),
      ...({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone: 'UTC' } as const),
    }).format(Date.UTC(2026, 10, 27, 23, 30))
    expect(at).toContain('UTC')
    expect(written(locked)).toBe(`Your deposit is locked until ${at}.`)
  })

  it.each(['2026-11-27', '2026-11-27 23:30', '2026-19-41 23:30 UTC', 'x2026-11-27 23:30 UTC'])(
    'leave %s alone',
    (text) => {
      expect(written(text, 'point')).toBe(text)
    },
  )
})
