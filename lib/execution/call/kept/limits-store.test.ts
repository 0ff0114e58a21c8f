import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { createLimitsStore } from './limits-store'

const owner = getAddress('0xacc0000000000000000000000000000000000acc')
const other = getAddress('0xf12e7d0000000000000000000000000000f12e7d')

/** Creates a browser: storage that several tabs share. */
function browser() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const events = new EventTarget()
  return { kept, open: (account = owner) => createLimitsStore(account, () => storage, events), events }
}

const limits = { perProposal: 25_000_000_000n, perDay: null }

describe('spending limits', () => {
  test('are none at first; once written, they are kept for that account alone', () => {
    const { open } = browser()
    expect(open().read()).toEqual({ perProposal: null, perDay: null })
    expect(open().write(limits)).toBe(true)
    expect(open().read()).toEqual(limits)
    expect(open(other).read()).toEqual({ perProposal: null, perDay: null })
  })

  test('stay the same object until they change', () => {
    const store = browser().open()
    expect(store.read()).toBe(store.read())
    store.write(limits)
    expect(store.read()).toBe(store.read())
  })

  test('are announced to listeners, here and in other tabs', () => {
    const { open, events } = browser()
    const store = open()
    let heard = 0
    const stop = store.subscribe(() => heard++)
    store.write(limits)
    events.dispatchEvent(new Event('storage'))
    expect(heard).toBe(2)
    stop()
    store.write(limits)
    events.dispatchEvent(new Event('storage'))
    expect(heard).toBe(2)
  })

  test.each(['', 'none', '{}', '{"perProposal":"-1","perDay":null}', '{"perProposal":1,"perDay":null}', 'null'])(
    'that are damaged (%j) do not count as none, and can be set again',
    (text) => {
      const { kept, open } = browser()
      open().write(limits)
      for (const key of kept.keys()) kept.set(key, text)
      expect(open().read()).toBe('unreadable')
      open().write(limits)
      expect(open().read()).toEqual(limits)
    },
  )

  test('are unreadable if the browser denies the page storage, and a write reports failure', () => {
    const locked = createLimitsStore(
      owner,
      () => {
        throw new DOMException('denied', 'SecurityError')
      },
      new EventTarget(),
    )
    expect(locked.read()).toBe('unreadable')
    expect(locked.write(limits)).toBe(false)
  })
})
