import { kinds } from '../labels'
import { bits } from './features'
import { actionLabels, clauseLabels, type Model, roleLabels } from './read'
import type { Table } from './table'

/** The trained tables as stored: whole numbers from -127 to 127, compressed (gzip), as base64. */
export type Weights = {
  /** Identifies what was learned. */
  version: string
  /** SHA-256 of the lines that it was learned from. */
  lines: string
  tables: Record<keyof Model, { scale: number; data: string }>
}

const labels = { clauses: clauseLabels, kinds, actions: actionLabels, roles: roleLabels }

async function inflate(data: string): Promise<Int8Array> {
  const packed = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Int8Array(await new Response(stream).arrayBuffer())
}

export async function modelOf({ tables }: Weights): Promise<Model> {
  const table = async (key: keyof Model): Promise<Table> => {
    const { scale, data } = tables[key]
    const all = await inflate(data)
    const size = labels[key].length << bits[key]
    return { labels: labels[key], bits: bits[key], weights: all.subarray(0, size), moves: all.subarray(size), scale }
  }
  const [clauses, ofKinds, actions, roles] = await Promise.all([
    table('clauses'),
    table('kinds'),
    table('actions'),
    table('roles'),
  ])
  return { clauses, kinds: ofKinds, actions, roles }
}
