import { expect, it } from 'vitest'
import { lexiconHere } from '../fixtures/lexicon'
import { withMeantSymbols, withoutSlips } from './slips'

it.each([
  ['how mcuh do i hvae', 'how much do i have'],
  ['halff of it', 'half of it'],
  ['show me evreything', 'show me everything'],
  ['three of them there', 'three of them there'],
  ['a heavy mouth', 'a heavy mouth'],
])('of everyday words are put right: %s', (typed, meant) => {
  expect(withoutSlips(typed)).toBe(meant)
})

it.each([
  ['usdc to eht', 'usdc to eth', true],
  ['100 udsc', '100 usdc', true],
  ['usdc fro eth', 'usdc for eth', true],
  ['100 ussdc', '100 ussdc', false],
  ['teh usdc', 'teh usdc', false],
  ['usdd to eth', 'usdd to eth', false],
])('of symbols are to be confirmed: %s', (typed, text, isChanged) => {
  expect(withMeantSymbols(typed, lexiconHere)).toEqual({ text, isChanged })
})
