import { expect, it } from 'vitest'
import { halfOf, readCollection } from './collections'
import { abilities } from './phrasing'

const dev = readCollection('dev')
const frozen = readCollection('frozen')
const later = readCollection('later')

it('has every phrasing in its half, and none twice', () => {
  expect(dev.every((phrasing) => halfOf(phrasing) === 'dev')).toBe(true)
  expect(frozen.every((phrasing) => halfOf(phrasing) === 'frozen')).toBe(true)
  const keys = [...dev, ...frozen, ...later].map(({ world, signedInOn, turns }) =>
    JSON.stringify([world, signedInOn, turns]),
  )
  expect(new Set(keys).size).toBe(keys.length)
})

it('has enough of everything in both halves', () => {
  expect(dev.length + frozen.length).toBeGreaterThanOrEqual(440)
  for (const half of [dev, frozen]) {
    expect(half.length).toBeGreaterThanOrEqual(200)
    for (const ability of abilities) expect(half.some((phrasing) => phrasing.ability === ability)).toBe(true)
    const neverCalls = half.filter(({ expect: right }) => right.every((each) => !('calls' in each)))
    expect(neverCalls.length).toBeGreaterThanOrEqual(40)
  }
})
