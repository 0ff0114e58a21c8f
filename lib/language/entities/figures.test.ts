import { expect, it } from 'vitest'
import { openFigureIn } from './figures'

it.each([
  ['swap 0,5 ETH and 1,234 USDC', { written: '1,234', readings: ['1.234', '1234'] }],
  ['swap 0.5 ETH and 1,234 USDC', null],
  ['send 1,234 USDC', null],
  ['send 1,234,567 USDC, not 0,5', null],
  ['hello', null],
])('finds the number that decimal commas leave open: %s', (text, open) => {
  expect(openFigureIn(text)).toEqual(open)
})
