import { expect, it } from 'vitest'
import { type DraftPlace, draftPlaceSchema, placeWords } from './place'

it.each<[string, DraftPlace]>([
  ['without a lock-up', { lockDays: 0 }],
  ['with a lock-up', { lockDays: null }],
  ['with a lock-up of 7 days', { lockDays: 7 }],
  ['a lending market', { kind: 'market' }],
  ['Aave', { protocol: 'aave' }],
  ['Morpho, without a lock-up', { protocol: 'morpho', lockDays: 0 }],
  ['Flexible USDC (countersign) on Ethereum (local)', { name: 'Flexible USDC (countersign) on Ethereum (local)' }],
])('describes a place as “%s”', (words, place) => {
  expect(draftPlaceSchema.parse(place)).toEqual(place)
  expect(placeWords(place)).toBe(words)
})
