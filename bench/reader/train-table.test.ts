import { expect, it } from 'vitest'
import { best, sums } from '../../lib/language/reader/table'
import { type Chain, trainTable } from './train-table'

/** Row 0 is in all, rows 1 and 2 tell the labels apart, the others are noise. */
const chains = Array.from(
  { length: 200 },
  (_, index): Chain => ({ units: [[0, 1 + (index % 2), 3 + (index % 11), 14 + (index % 17)]], labels: [index % 2] }),
)

it('keeps as many weights as it may, those that matter', () => {
  const table = trainTable(['odd', 'even'], 5, chains, 4)
  expect(table.weights.filter((weight) => weight !== 0).length).toBeLessThanOrEqual(4)
  for (const { units, labels } of chains) expect(best(sums(table, units[0] ?? []))).toBe(labels[0])
})

it('comes to the same table in every run', () => {
  expect(trainTable(['odd', 'even'], 5, chains, 10)).toEqual(trainTable(['odd', 'even'], 5, chains, 10))
})
