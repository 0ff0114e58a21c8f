import { expect, test } from 'vitest'
import { createQuietMode } from './quiet-mode'

function browser() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  return { kept, quiet: createQuietMode(() => storage, new EventTarget()) }
}

test('is off until it is switched on, and can be switched off', () => {
  const { quiet } = browser()
  expect(quiet.read()).toBe(false)
  quiet.write(true)
  expect(quiet.read()).toBe(true)
  quiet.write(false)
  expect(quiet.read()).toBe(false)
})

test('counts as on if its record is damaged: nobody is asked who may not be', () => {
  const { kept, quiet } = browser()
  kept.set('countersign-quiet', 'perhaps')
  expect(quiet.read()).toBe(true)
})
