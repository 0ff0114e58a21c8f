// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { forgiveStorage, storageRefuses } from './browser-storage'

/** A window whose storage fails in one way. */
function windowWith(change: Partial<Storage> | 'forbidden'): Window {
  const kept = new Map<string, string>()
  const own = {
    get length() {
      return kept.size
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
    ...(change === 'forbidden' ? {} : change),
  }
  const target = {}
  Object.defineProperty(target, 'localStorage', {
    configurable: true,
    get: () => {
      if (change === 'forbidden') throw new DOMException('Access is denied for this document', 'SecurityError')
      return own
    },
  })
  return target as Window
}

const fails = () => {
  throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
}

describe('forgiving storage', () => {
  it('is the browser’s own where that works, and says nothing', () => {
    const target = windowWith({})
    const own = target.localStorage
    forgiveStorage(target)
    target.localStorage.setItem('a', '1')
    expect(own.getItem('a')).toBe('1')
    own.setItem('b', '2')
    expect(target.localStorage.getItem('b')).toBe('2')
    expect(target.localStorage.length).toBe(2)
    target.localStorage.removeItem('a')
    expect(own.getItem('a')).toBeNull()
    expect(storageRefuses.getSnapshot()).toBe(false)
  })

  it.each([
    ['is forbidden', 'forbidden' as const],
    ['is full', { setItem: fails }],
    ['cannot be read', { getItem: fails, setItem: fails, removeItem: fails }],
  ])('keeps in memory what the browser does not take where it %s, and says so', (_, change) => {
    const target = windowWith(change)
    forgiveStorage(target)
    const storage = target.localStorage
    expect(storage.getItem('wallet')).toBeNull()
    storage.setItem('wallet', 'demo')
    expect(storage.getItem('wallet')).toBe('demo')
    expect(storage.key(0)).toBe('wallet')
    expect(storage.length).toBe(1)
    storage.removeItem('wallet')
    expect(storage.getItem('wallet')).toBeNull()
    storage.setItem('a', '1')
    storage.clear()
    expect(storage.length).toBe(0)
    expect(storageRefuses.getSnapshot()).toBe(true)
  })
})
