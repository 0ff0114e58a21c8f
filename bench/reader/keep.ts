import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Model } from '../../lib/language/reader/read'
import type { Reader } from '../../lib/language/reader/reader'
import type { Table } from '../../lib/language/reader/table'
import { longest, type Packed, type Weights } from '../../lib/language/reader/weights'
import { callFiles } from './calls'
import { contextOf, type Example, readerLines } from './examples'
import { names } from './names'

/** Hashes everything that is learned from these folders of lines, in the order of the files' names. */
export function digestOfLines(folders: readonly string[] = [readerLines]): string {
  const hash = createHash('sha256')
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => path.join(folder, name)),
  )
  for (const file of [...files, ...callFiles]) hash.update(readFileSync(file))
  return hash.digest('hex')
}

/** Number of steps from zero to the largest weight that counts in full. */
const steps = 25
/** Most bytes that the page may have to load, compressed. */
const mostKept = 600 * 1024

/** Rounds a table to whole numbers. Drops weights below `least`, which matter too little. */
export function rounded(table: Table, least: number): Table {
  let top = 0
  for (const weight of table.weights) top = Math.max(top, Math.abs(weight))
  for (const weight of table.moves) top = Math.max(top, Math.abs(weight))
  const scale = Math.min(top, 2.5) / steps
  const whole = (weights: Table['weights'], under: number) => {
    const all = new Int8Array(weights.length)
    for (let at = 0; at < all.length; at += 1) {
      const weight = weights[at] as number
      if (Math.abs(weight) >= under) all[at] = Math.max(-127, Math.min(127, Math.round(weight / scale)))
    }
    return all
  }
  return { ...table, weights: whole(table.weights, least), moves: whole(table.moves, 0), scale }
}

/** Packs a table's numbers, most of which are zero: those that are not, and how many zeros precede each. */
export function packed({ weights, moves, scale }: Table): Packed {
  const [gaps, values]: [number[], number[]] = [[], []]
  let gap = 0
  for (const part of [weights, moves])
    for (let at = 0; at < part.length; at += 1) {
      const value = part[at] as number
      if (value === 0) {
        gap += 1
        continue
      }
      for (; gap >= longest; gap -= longest) gaps.push(longest)
      gaps.push(gap)
      values.push(value)
      gap = 0
    }
  const zip = (numbers: Uint8Array | Int8Array) => gzipSync(numbers, { level: 9 }).toString('base64')
  return { scale, gaps: zip(Uint8Array.from(gaps)), values: zip(Int8Array.from(values)) }
}

/** Returns the bytes of a packed table, compressed. */
const sizeOf = ({ gaps, values }: Packed): number =>
  Buffer.from(gaps, 'base64').length + Buffer.from(values, 'base64').length

/** Rounds a model to whole numbers and drops its smallest weights, as many as necessary. */
export function roundedModel(model: Model): Model {
  for (let least = 0.02; ; least += 0.01) {
    const small = {
      clauses: rounded(model.clauses, least),
      kinds: rounded(model.kinds, least),
      actions: rounded(model.actions, least),
      roles: rounded(model.roles, least),
    }
    const sizes = Object.values(small).map((table) => sizeOf(packed(table)))
    if (sizes.reduce((sum, size) => sum + size, 0) <= mostKept) return small
  }
}

/** Converts a rounded model to its stored form. */
export function weightsOf(model: Model): Weights {
  const tables = {
    clauses: packed(model.clauses),
    kinds: packed(model.kinds),
    actions: packed(model.actions),
    roles: packed(model.roles),
  }
  const version = createHash('sha256')
  for (const part of Object.values(model)) version.update(Buffer.from(part.weights)).update(Buffer.from(part.moves))
  return { version: version.digest('hex').slice(0, 8), lines: digestOfLines(), tables }
}

/** Returns a reader's decisions on some of the lines as one text each: clauses with kind, action and roles. */
export function decisionsOf({ read }: Reader, examples: readonly Example[]): string[] {
  return examples
    .filter((_, index) => index % 15 === 0)
    .map(({ text, line }) => {
      const { english, clauses } = read(text, names, line && contextOf(line))
      const told = clauses.map(({ start, end, kind, action, parts }) => {
        const pieces = parts.map((part) => `${part.role}=${text.slice(part.start, part.end)}`)
        return `${kind} ${action} “${text.slice(start, end)}” ${pieces.join(', ')}`.trim()
      })
      return [text, ...(english ? told : ['(not English)'])].join('\n  ')
    })
}
