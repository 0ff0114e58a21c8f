import { getAddress } from 'viem'
import { expect, test, vi } from 'vitest'
import type { PlanTerms } from '@/lib/wire/plan'
import { createPlanTermsStore } from './plan-terms-store'

const owner = getAddress('0xacc0000000000000000000000000000000000acc')
const other = getAddress('0xf12e7d0000000000000000000000000000f12e7d')
const terms: PlanTerms = {
  ...{ chainId: 1, sells: 'USDC', buys: 'ETH', amount: { kind: 'usd', value: '50' } },
  schedule: { start: '2026-11-27', hour: 12, every: { unit: 'weekday' }, times: null },
}

/** Creates a browser: storage that several tabs share. */
function browser() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const events = new EventTarget()
  return {
    kept,
    events,
    open: (account = owner) =>
      createPlanTermsStore(
        account,
        () => storage,
        events,
        () => 1,
      ),
  }
}

test('keeps confirmed terms for that account alone', () => {
  const { open } = browser()
  expect(open().find('a')).toBeNull()
  expect(open().keep('a', terms)).toBe(true)
  expect(open().find('a')).toEqual(terms)
  expect(open(other).find('a')).toBeNull()
})

test('keeps the terms that were confirmed first for an offer', () => {
  const store = browser().open()
  store.keep('a', terms)
  store.keep('a', { ...terms, chainId: 8453 })
  expect(store.find('a')).toEqual(terms)
  expect(store.find('a'), 'the same object, for React').toBe(store.find('a'))
})

test('notifies listeners, drops the oldest terms first, and reads the others when some are damaged', () => {
  const { kept, open, events } = browser()
  const store = open()
  const heard = vi.fn()
  const stop = store.subscribe(heard)
  for (let each = 0; each < 201; each++) store.keep(`${each}`, terms)
  events.dispatchEvent(new Event('storage'))
  expect(heard).toHaveBeenCalledTimes(202)
  stop()
  expect([store.find('0'), store.find('1'), store.find('200')]).toEqual([null, terms, terms])
  const [[key = '', text = ''] = []] = [...kept]
  kept.set(key, text.replace('"weekday"', '"whenever"'))
  expect(open().find('200')).toBeNull()
  expect(open().find('199')).toEqual(terms)
  kept.set(key, 'no list')
  expect(open().find('199')).toBeNull()
})

test('keeps nothing if storage fails, and says so', () => {
  const forbidden = () => {
    throw new DOMException('Storage is forbidden', 'SecurityError')
  }
  const store = createPlanTermsStore(owner, forbidden, new EventTarget(), () => 1)
  expect(store.keep('a', terms)).toBe(false)
  expect(store.find('a')).toBeNull()
})
