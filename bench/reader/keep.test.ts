import { expect, it } from 'vitest'
import { kinds } from '../../lib/language/labels'
import { bits } from '../../lib/language/reader/features'
import { actionLabels, clauseLabels, type Model, roleLabels } from '../../lib/language/reader/read'
import type { Table } from '../../lib/language/reader/table'
import { modelOf } from '../../lib/language/reader/weights'
import { roundedModel, weightsOf } from './keep'

/** A table whose weights are mostly zero, in gaps of every length up to `most`. */
function tableOf(labels: readonly string[], size: number, linked: boolean, most: number): Table {
  const weights = new Float32Array(labels.length << size)
  for (let at = 0, gap = 0; at < weights.length; at += gap + 1) {
    weights[at] = gap % 2 ? 0.5 : -2
    gap = (gap + 1) % most
  }
  const moves = new Float32Array(linked ? labels.length * (labels.length + 1) : 0).fill(0.3)
  return { labels, bits: size, weights, moves, scale: 1 }
}

it('reads back the numbers that it keeps, whatever the gaps between them', async () => {
  const model: Model = {
    clauses: tableOf(clauseLabels, bits.clauses, true, 1200),
    kinds: tableOf(kinds, bits.kinds, false, 255),
    actions: tableOf(actionLabels, bits.actions, false, 256),
    roles: tableOf(roleLabels, bits.roles, true, 300),
  }
  const small = roundedModel(model)
  const read = await modelOf(weightsOf(small))
  for (const key of ['clauses', 'kinds', 'actions', 'roles'] as const) {
    expect(read[key].scale).toBe(small[key].scale)
    expect(Buffer.compare(Buffer.from(read[key].weights), Buffer.from(small[key].weights))).toBe(0)
    expect([...read[key].moves].slice(0, small[key].moves.length)).toEqual([...small[key].moves])
  }
})
