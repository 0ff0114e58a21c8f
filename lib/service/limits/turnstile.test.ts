import { describe, expect, it } from 'vitest'
import { Turnstile } from './turnstile'

describe('a turnstile', () => {
  it('lets so many in at once, and then each as one leaves, in the order in which they came', async () => {
    const turnstile = new Turnstile(2)
    expect([turnstile.enter(), turnstile.enter()]).toEqual([null, null])
    const entered: string[] = []
    const waiting = ['third', 'fourth'].map((name) => turnstile.enter()?.then(() => entered.push(name)))
    expect(entered).toEqual([])
    turnstile.leave()
    await waiting[0]
    expect(entered).toEqual(['third'])
    turnstile.leave()
    await waiting[1]
    expect(entered).toEqual(['third', 'fourth'])
  })

  it('has room again for as many as have left', () => {
    const turnstile = new Turnstile(1)
    expect(turnstile.enter()).toBeNull()
    turnstile.leave()
    expect(turnstile.enter()).toBeNull()
    expect(turnstile.enter()).not.toBeNull()
  })
})
