import { expect, it } from 'vitest'
import { shadesOf } from './allocation-chart'

const slice = (key: string, value: bigint) => ({ key, label: key, value })

it('draws equal values in the order of the table, largest first', () => {
  const shades = shadesOf([slice('ETH here', 35n), slice('ETH there', 35n), slice('USDC', 40n)])
  const full = [...shades].toSorted(([, one], [, other]) => share(other) - share(one)).map(([key]) => key)
  expect(full).toEqual(['USDC', 'ETH here', 'ETH there'])
})

it('gives every slice merged into the last one its shade, and none to what is worth nothing', () => {
  const shades = shadesOf([1n, 2n, 3n, 4n, 5n, 6n, 0n].map((value) => slice(`${value}`, value)))
  expect(shades.get('1')).toBe(shades.get('2'))
  expect(shades.get('2')).not.toBe(shades.get('3'))
  expect(shades.has('0')).toBe(false)
})

const share = (shade: string): number => Number(/(\d+)%/.exec(shade)?.[1])
