import { expect, it } from 'vitest'
import { comparisonIn, isDenied, isExcepted } from './comparing'

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
