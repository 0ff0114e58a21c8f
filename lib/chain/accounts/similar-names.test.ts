import { expect, it } from 'vitest'
import { looksLike } from './similar-names'

it.each([
  ['vitalik.eth', 'vitaIik.eth'],
  ['vitalik.eth', 'v1talik.eth'],
  ['vitalik.eth', 'vitаlik.eth'],
  ['vitalik.eth', 'vitalík.eth'],
  ['vitalik.eth', 'vitallk.eth'],
  ['vitalik.eth', 'vitalikk.eth'],
  ['vitalik.eth', 'vitailk.eth'],
  ['vitalik.eth', 'vita-lik.eth'],
  ['Marnie', 'mamie.eth'],
])('%s is easily taken for %s', (name, other) => {
  expect(looksLike(name, other)).toBe(true)
  expect(looksLike(other, name)).toBe(true)
})

it.each([
  ['vitalik.eth', 'Vitalik.ETH'],
  ['vitalik', 'vitalik.eth'],
  ['anna.eth', 'anne.eth'],
  ['vitalik.eth', 'vital.eth'],
  ['资金.eth', 'x.eth'],
  ['.eth', '.eth'],
])('%s is not taken for %s', (name, other) => {
  expect(looksLike(name, other)).toBe(false)
  expect(looksLike(other, name)).toBe(false)
})
