import { describe, expect, it } from 'vitest'
import { LeakFreeMap } from './leak-free-map'

describe('a map whose keys come and go', () => {
  it('returns the value set last, and nothing after it was deleted', () => {
    const map = new LeakFreeMap<{ n: number }>()
    map.set('a', { n: 1 })
    map.set('b', { n: 2 })
    map.set('a', { n: 3 })
    expect(map.get('a')).toEqual({ n: 3 })
    expect(map.values()).toEqual([{ n: 3 }, { n: 2 }])
    map.delete('a')
    map.delete('a')
    expect([map.has('a'), map.get('a'), map.has('b')]).toEqual([false, undefined, true])
    expect(map.values()).toEqual([{ n: 2 }])
  })

  it("keeps its values in the order of their keys' insertion, like a Map", () => {
    const map = new LeakFreeMap<{ n: number }>()
    for (let n = 0; n < 100; n++) map.set(`key ${n}`, { n })
    for (let n = 0; n < 100; n += 2) map.delete(`key ${n}`)
    map.set('key 0', { n: 0 })
    expect(map.values().map(({ n }) => n)).toEqual([...Array.from({ length: 50 }, (_, i) => 2 * i + 1), 0])
  })
})
