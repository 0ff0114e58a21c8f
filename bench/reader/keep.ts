import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { constants, deflateRawSync } from 'node:zlib'
import type { Packed } from '../../lib/language/reader/packing'
import type { Model } from '../../lib/language/reader/read'
import type { Reader } from '../../lib/language/reader/reader'
import { versionOf } from '../../lib/language/reader/reader-of'
import type { Table } from '../../lib/language/reader/table'
import type { Weights } from '../../lib/language/reader/weights'
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

export const languageRoom = path.join(import.meta.dirname, '../../lib/language')

/** Writes the version of the reader with the weights as they are stored, for what names it without loading it. */
export function writeVersion(): void {
  const stored = (file: string) => JSON.parse(readFileSync(path.join(languageRoom, file), 'utf8'))
  const version = versionOf(stored('reader/weights.generated.json'), stored('doubt/weights.generated.json'))
  writeFileSync(path.join(languageRoom, 'reader/version.generated.json'), `{ "version": "${version}" }\n`)
}

/** Number of steps from zero to the largest weight that counts in full. */
const steps = 25
/** Most bytes that the tables may take, compressed: 600 kB less the network's. */
const mostKept = 525_000

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

/** Compresses numbers from 0 to 255, or from -127 to 127. Repeated strings are rare: codes alone are shorter. */
export const compressed = (numbers: Uint8Array | Int8Array): string =>
  deflateRawSync(numbers, { level: 9, memLevel: 6, strategy: constants.Z_HUFFMAN_ONLY }).toString('base64')

/** Packs a table's numbers, most of which are zero. */
export function packed({ labels, weights, moves, scale }: Table): Packed {
  const { length } = labels
  const rows = weights.length / length
  /** The next label of a row with a number, counted from 1; 0 if there is none. */
  const nextOf = (row: number, from: number) => {
    for (let label = from; label < length; label += 1) if (weights[row * length + label] !== 0) return label + 1
    return 0
  }
  const next = Uint8Array.from({ length: rows }, (_, row) => nextOf(row, 0))
  const [nexts, values]: [number[], number[]] = [[...next], []]
  for (let label = 1; label <= length; label += 1)
    for (let row = 0; row < rows; row += 1) {
      if (next[row] !== label) continue
      values.push(weights[row * length + label - 1] as number)
      if (label === length) continue
      next[row] = nextOf(row, label)
      nexts.push(next[row] as number)
    }
  return { scale, nexts: compressed(Uint8Array.from(nexts)), values: compressed(Int8Array.from([...values, ...moves])) }
}

/** Returns the bytes of a packed table, compressed. */
const sizeOf = ({ nexts, values }: Packed): number =>
  Buffer.from(nexts, 'base64').length + Buffer.from(values, 'base64').length

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
