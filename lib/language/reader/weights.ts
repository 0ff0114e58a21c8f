import { kinds } from '../labels'
import { bits } from './features'
import { actionLabels, clauseLabels, type Model, roleLabels } from './read'
import type { Table } from './table'

/**
 * A trained table as stored: whole numbers from -127 to 127 that are not zero, and how many zeros precede each; both
 * compressed (gzip), as base64.
 */
export type Packed = { scale: number; gaps: string; values: string }

export type Weights = {
  /** Identifies the trained weights. */
  version: string
  /** SHA-256 of the lines that they were trained on. */
  lines: string
  tables: Record<keyof Model, Packed>
}

const labels = { clauses: clauseLabels, kinds, actions: actionLabels, roles: roleLabels }

/** Longest gap in one byte: that many zeros, and no number after them. */
export const longest = 255

async function inflate(data: string): Promise<Uint8Array> {
  const packed = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Returns as many numbers as `size`: zeros, with the `values` after their gaps. */
export function spread(gaps: Uint8Array, values: Uint8Array, size: number): Int8Array {
  const all = new Int8Array(size)
  let [at, next] = [0, 0]
  for (const gap of gaps) {
    at += gap
    if (gap === longest) continue
    all[at] = values[next] ?? 0
    at += 1
    next += 1
  }
  return all
}

export async function modelOf({ tables }: Weights): Promise<Model> {
  const table = async (key: keyof Model): Promise<Table> => {
    const { scale, ...stored } = tables[key]
    const [gaps, values] = await Promise.all([inflate(stored.gaps), inflate(stored.values)])
    const count = labels[key].length
    const size = count << bits[key]
    const all = spread(gaps, values, size + count * (count + 1))
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
