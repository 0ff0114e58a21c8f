import { describe, expect, it } from 'vitest'
import { Semaphore } from './semaphore'

describe('a semaphore', () => {
  it('admits the allowed number at once, and then one per release, in order of arrival', async () => {
    const semaphore = new Semaphore(2)
    expect([semaphore.acquire(), semaphore.acquire()]).toEqual([null, null])
    const entered: string[] = []
    const waiting = ['third', 'fourth'].map((name) => semaphore.acquire()?.then(() => entered.push(name)))
    expect(entered).toEqual([])
    semaphore.release()
    await waiting[0]
    expect(entered).toEqual(['third'])
    semaphore.release()
    await waiting[1]
    expect(entered).toEqual(['third', 'fourth'])
  })

  it('has room again for as many as have left', () => {
    const semaphore = new Semaphore(1)
    expect(semaphore.acquire()).toBeNull()
    semaphore.release()
    expect(semaphore.acquire()).toBeNull()
    expect(semaphore.acquire()).not.toBeNull()
  })
})
