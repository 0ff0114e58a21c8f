import { kinds } from '../labels'
import { bits } from './features'
import { inflate, type Packed, unpack } from './packing'
import { actionLabels, clauseLabels, type Model, roleLabels } from './read'
import type { Table } from './table'

export type Weights = {
  /** Identifies the trained weights. */
  version: string
  /** SHA-256 of the lines that they were trained on. */
  lines: string
  tables: Record<keyof Model, Packed>
}

const labels = { clauses: clauseLabels, kinds, actions: actionLabels, roles: roleLabels }

export async function modelOf({ tables }: Weights): Promise<Model> {
  const table = async (key: keyof Model): Promise<Table> => {
    const { scale, ...stored } = tables[key]
    const [nexts, values] = await Promise.all([inflate(stored.nexts), inflate(stored.values)])
    const { length } = labels[key]
    return { labels: labels[key], bits: bits[key], scale, ...unpack(nexts, values, length, 1 << bits[key]) }
  }
  const [clauses, ofKinds, actions, roles] = await Promise.all([
    table('clauses'),
    table('kinds'),
    table('actions'),
    table('roles'),
  ])
  return { clauses, kinds: ofKinds, actions, roles }
}
