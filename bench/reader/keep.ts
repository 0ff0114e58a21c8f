import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Model } from '../../lib/language/reader/read'
import type { Table } from '../../lib/language/reader/table'
import type { Weights } from '../../lib/language/reader/weights'

const root = path.join(import.meta.dirname, '../..')
const lines = path.join(root, 'lib/language/lines')

/** Hashes all that the reader learns from, in the order of the files' names. */
export function digestOfLines(): string {
  const hash = createHash('sha256')
  const files = readdirSync(lines)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => path.join(lines, name))
  for (const file of [...files, ...['dev', 'later'].map((name) => path.join(root, `bench/intents/${name}.jsonl`))])
    hash.update(readFileSync(file))
  return hash.digest('hex')
}

/** Number of steps from zero to the largest weight. */
const steps = 15
/** Most bytes that the page may have to load, compressed. */
const mostKept = 600 * 1024

/** Rounds a table to whole numbers. Drops weights below `least`, which matter too little. */
function rounded(table: Table, least: number): Table {
  let top = 0
  for (const weight of table.weights) top = Math.max(top, Math.abs(weight))
  for (const weight of table.moves) top = Math.max(top, Math.abs(weight))
  const scale = Math.min(top, 2.5) / steps
  const whole = (weights: Table['weights'], under: number) =>
    Int8Array.from(weights, (weight) =>
      Math.abs(weight) < under ? 0 : Math.max(-127, Math.min(127, Math.round(weight / scale))),
    )
  return { ...table, weights: whole(table.weights, least), moves: whole(table.moves, 0), scale }
}

const packed = ({ weights, moves }: Table): Buffer =>
  gzipSync(Buffer.concat([Buffer.from(weights), Buffer.from(moves)]), { level: 9 })

/** Rounds a model to whole numbers and drops its smallest weights, as many as necessary. */
export function roundedModel(model: Model): Model {
  for (let least = 0.12; ; least += 0.01) {
    const small = {
      clauses: rounded(model.clauses, least),
      kinds: rounded(model.kinds, least),
      actions: rounded(model.actions, least),
      roles: rounded(model.roles, least),
    }
    if (Object.values(small).reduce((sum, table) => sum + packed(table).length, 0) <= mostKept) return small
  }
}

/** Converts a rounded model to its stored form. */
export function weightsOf(model: Model): Weights {
  const table = (each: Table) => ({ scale: each.scale, data: packed(each).toString('base64') })
  const tables = {
    clauses: table(model.clauses),
    kinds: table(model.kinds),
    actions: table(model.actions),
    roles: table(model.roles),
  }
  const version = createHash('sha256')
  for (const part of Object.values(model)) version.update(Buffer.from(part.weights)).update(Buffer.from(part.moves))
  return { version: version.digest('hex').slice(0, 8), lines: digestOfLines(), tables }
}
