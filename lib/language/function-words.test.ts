import { expect, it } from 'vitest'
import {
  adds,
  comparisonIn,
  isAdded,
  isCompared,
  isDenied,
  isExcepted,
  isLess,
  isOfThat,
  isOne,
  isTowards,
  isUntold,
  namesAll,
} from './function-words'

it.each([
  ['if it locks for more than ', 'above'],
  ['lock-up ≥', 'above'],
  ['anything under ', 'below'],
  ['pays less than', 'below'],
  ['moreover ', null],
  ['over here for ', null],
])('tells how “%s” compares', (before, is) => expect(comparisonIn(before)).toBe(is))

it.each([
  ['never locked for ', true],
  ['it mustn’t lock ', true],
  ['a note of ', false],
])('tells if “%s” denies', (text, is) => expect(isDenied(text)).toBe(is))

it.each([
  ['send 100 of anything but ', true],
  ['everything except for ', true],
  ['any token other than ', true],
  ['all done. But ', false],
  ['all done, but send ', false],
  ['send everything except 20 ', false],
  ['nice, but ', false],
])('tells if “%s” excepts', (before, is) => expect(isExcepted(before)).toBe(is))

it.each([
  [isOfThat, 'half of it', true],
  [isOfThat, 'half of the profit', false],
  [isTowards, ' for ', true],
  [isTowards, ' into my ', true],
  [isTowards, ' of my ', false],
  [isTowards, ' for all of my ', false],
  [isCompared, ' less than that', true],
  [isCompared, ' lesser', false],
  [isAdded, 'and 10 DAI to him', true],
  [isAdded, 'android', false],
  [adds, 'another 20', true],
  [adds, 'moreover 20', false],
  [isLess, ' less', true],
  [isLess, ' more', false],
  [namesAll, 'drop both', true],
  [namesAll, 'drop the call', false],
])('%o tells of “%s”: %s', (tells, text, is) => expect(tells(text)).toBe(is))

it('tells one of a kind by its article', () => {
  expect([isOne('send a badge', { start: 7 }), isOne('send the badge', { start: 9 })]).toEqual([true, false])
})

it.each([
  ['no, DAI instead', 4, true],
  ['make it DAI', 8, true],
  ['pay with DAI', 9, false],
])('tells if no word before a thing says what it is for: %s', (text, start, is) =>
  expect(isUntold(text, { start })).toBe(is),
)
