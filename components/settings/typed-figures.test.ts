import { describe, expect, test } from 'vitest'
import { readDollars, readPercent, writeDollars, writePercent } from './typed-figures'

describe('limits as people type them', () => {
  test.each([
    ['', null],
    ['  ', null],
    ['0', 0n],
    ['250', 25_000_000_000n],
    ['$ 250', 25_000_000_000n],
    ['1,000.50', 100_050_000_000n],
    ['1000.5', 100_050_000_000n],
    ['0.01', 1_000_000n],
    ['100000000000000', 10n ** 22n],
  ])('reads %j', (text, limit) => {
    expect(readDollars(text)).toEqual({ limit })
  })

  test.each(['-1', '1e3', '1,00', '0.001', 'none', '1.000,50', '0x10', '100000000000000.01', '€5'])(
    'refuses %j',
    (text) => {
      expect(readDollars(text)).toHaveProperty('problem')
    },
  )

  test('tells an amount that is too large from an unreadable one', () => {
    expect(readDollars('100000000000001')).toEqual({ problem: expect.stringContaining('higher than a limit can be') })
  })

  test.each([null, 0n, 1_000_000n, 25_000_000_000n, 100_050_000_000n, 123_456_789_000_000_000n])(
    'writes %s as it is read',
    (limit) => {
      expect(readDollars(writeDollars(limit))).toEqual({ limit })
    },
  )
})

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
