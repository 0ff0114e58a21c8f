import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callHash, canonicalJson } from './call-hash'

fc.configureGlobal({ seed: 1 })

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, shuffled(member)]),
  )
}

describe('callHash', () => {
  it('does not depend on the order of keys', () =>
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (parameters) => {
        expect(callHash('t', { ...(shuffled(parameters) as object) })).toBe(callHash('t', parameters))
      }),
    ))

  it('decodes to the same value, so that different values never share a text', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    ))

  it('distinguishes names, values, types and the order of lists', () => {
    const base = callHash('t', { a: '1', b: [1, 2] })
    const others = [
      callHash('u', { a: '1', b: [1, 2] }),
      callHash('t', { a: 1, b: [1, 2] }),
      callHash('t', { a: '1', b: [2, 1] }),
      callHash('t', { a: '1', b: [1, 2], c: null }),
    ]
    expect(new Set([base, ...others]).size).toBe(5)
  })
})
