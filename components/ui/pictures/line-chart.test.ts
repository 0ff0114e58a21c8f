import { expect, it } from 'vitest'
import { lineOf } from './line-chart'

it('draws the values from edge to edge, and as a level line if they do not change', () => {
  const at = (time: number, value: bigint) => ({ at: time, value })
  expect(lineOf([at(0, 5n), at(50, 15n), at(100, 10n)])).toEqual(['0.0,64.0', '300.0,8.0', '600.0,36.0'])
  expect(lineOf([at(0, 5n), at(100, 5n)])).toEqual(['0.0,36.0', '600.0,36.0'])
})
