import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { createOwnSlippage } from './own-slippage'

const owner = getAddress('0xacc0000000000000000000000000000000000acc')
const other = getAddress('0xf12e7d0000000000000000000000000000f12e7d')

function browser() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  return { kept, open: (account = owner) => createOwnSlippage(account, () => storage, new EventTarget()) }
}

test('is none at first, kept for that account alone, and can be taken back', () => {
  const { open } = browser()
  expect(open().read()).toBeNull()
  expect(open().write(0.01)).toBe(true)
  expect(open().read()).toBe(0.01)
  expect(open(other).read()).toBeNull()
  expect(open().write(null)).toBe(true)
  expect(open().read()).toBeNull()
})

test.each(['', '0', '-0.1', '0.9', '"0.01"', 'NaN'])('a damaged one (%j) counts as none', (text) => {
  const { kept, open } = browser()
  open().write(0.01)
  for (const key of kept.keys()) kept.set(key, text)
  expect(open().read()).toBeNull()
})
