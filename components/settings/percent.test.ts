import { expect, test } from 'vitest'
import { readPercent, writePercent } from './percent'

test.each([
  ['', null],
  ['0.5', 0.005],
  [' 1 % ', 0.01],
  ['0.05%', 0.0005],
  ['5', 0.05],
])('reads %j', (text, slippage) => {
  expect(readPercent(text)).toEqual({ slippage })
})

test.each(['0', '-1', 'half', '0.001', '1,5', '5.01', '50%'])('refuses %j', (text) => {
  expect(readPercent(text)).toHaveProperty('problem')
})

test.each([null, 0.005, 0.003, 0.0007, 0.05])('writes %s as it is read', (slippage) => {
  expect(readPercent(writePercent(slippage))).toEqual({ slippage })
})
