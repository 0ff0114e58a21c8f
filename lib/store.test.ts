import { describe, expect, it, vi } from 'vitest'
import { createListeners, createStore, createStoreMap } from './store'

describe('createListeners', () => {
  it('tells every listener until it unsubscribes', () => {
    const { subscribe, tell, isEmpty } = createListeners<string>()
    const [one, other] = [vi.fn(), vi.fn()]
    const stop = subscribe(one)
    subscribe(other)
    tell('first')
    stop()
    tell('second')
    expect(one.mock.calls).toEqual([['first']])
    expect(other.mock.calls).toEqual([['first'], ['second']])
    expect(isEmpty()).toBe(false)
  })

  it('tells everybody who listened at the start, even if some unsubscribe or subscribe meanwhile', () => {
    const { subscribe, tell, clear, isEmpty } = createListeners()
    const late = vi.fn()
    const stop = subscribe(() => {
      stop()
      subscribe(late)
    })
    const after = vi.fn()
    subscribe(after)
    tell()
    expect(after).toHaveBeenCalledTimes(1)
    expect(late).not.toHaveBeenCalled()
    clear()
    tell()
    expect(late).not.toHaveBeenCalled()
    expect(isEmpty()).toBe(true)
  })
})

describe('createStore', () => {
  it('has the new value when it tells its listeners, and tells them of changes only', () => {
    const store = createStore<{ count: number }>({ count: 0 })
    const seen: number[] = []
    store.subscribe(() => seen.push(store.getSnapshot().count))
    const next = { count: 1 }
    store.set(next)
    store.set(next)
    expect(seen).toEqual([1])
    expect(store.getSnapshot()).toBe(next)
  })
})

describe('createStoreMap', () => {
  it('tells only the listeners of the changed key', () => {
    const stores = createStoreMap<string | null>(null)
    const [one, other] = [vi.fn(), vi.fn()]
    const stop = stores.handle('one').subscribe(one)
    stores.handle('other').subscribe(other)
    stores.set('one', 'here')
    expect(stores.getSnapshot('one')).toBe('here')
    stores.delete('one')
    expect(stores.handle('one').getSnapshot()).toBeNull()
    stop()
    stores.set('one', 'again')
    expect(one).toHaveBeenCalledTimes(2)
    expect(other).not.toHaveBeenCalled()
  })

  it('returns the same handle for a key, even before it has a value', () => {
    const stores = createStoreMap('nothing')
    const handle = stores.handle('a')
    expect(handle.getSnapshot()).toBe('nothing')
    stores.set('a', 'something')
    expect(stores.handle('a')).toBe(handle)
    expect(handle.getSnapshot()).toBe('something')
  })
})
