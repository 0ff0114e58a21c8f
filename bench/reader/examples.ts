import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findEntities } from '../../lib/language/find-entities'
import { type Line, lineSchema } from '../../lib/language/lines/lines'
import type { Context, Setting } from '../../lib/language/reader/features'
import { type Piece, piecesOf, settingOf, trimmed, type UnitClause } from '../../lib/language/reader/read'
import { type Unit, unitsOf } from '../../lib/language/reader/units'
import { names } from './names'

/** A labelled line in the reader's form. */
export type Example = {
  author: string
  text: string
  line?: Line
  units: Unit[]
  setting: Setting
  clauses: (Omit<UnitClause, 'p' | 'pieces' | 'sure'> & { labels: string[]; pieces: Piece[] })[]
  faults: string[]
}

/** The folder of the reader's lines. */
export const readerLines = path.join(import.meta.dirname, '../../lib/language/lines')

const linesOf = (folder: string): { author: string; line: Line }[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) =>
      readFileSync(path.join(folder, name), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((each) => ({ author: name.replace('.jsonl', ''), line: lineSchema.parse(JSON.parse(each)) })),
    )

const isLetter = (character: string | undefined) => /[\p{L}\p{N}]/u.test(character ?? '')

/** Finds the position of a piece: after the one before it and as a whole word, if possible. */
function place(text: string, piece: string, from: number, taken: readonly boolean[]): number {
  const all: number[] = []
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1)) all.push(at)
  const free = all.filter((at) => !taken.slice(at, at + piece.length).some(Boolean))
  const whole = free.filter(
    (at) =>
      !(isLetter(text[at - 1]) && isLetter(piece[0])) && !(isLetter(text[at + piece.length]) && isLetter(piece.at(-1))),
  )
  const among = whole.length ? whole : free.length ? free : all
  return among.find((at) => at >= from) ?? among[0] ?? -1
}

/** Returns what preceded the last turn. */
export function contextOf({ turns }: Line): Context {
  const context: Context = {}
  for (const turn of turns.slice(0, -1)) {
    if ('agent' in turn) context.agent = turn.agent
    else if ('user' in turn) context.before = turn.user
    else context.event = turn.event
  }
  return context
}

function exampleOf(author: string, line: Line): Example {
  const last = line.turns.at(-1)
  const text = last && 'user' in last ? last.user : ''
  const units = unitsOf(text, findEntities(text, names))
  const faults: string[] = []
  let end = 0
  const clauses = line.clauses.map((clause) => {
    const at = text.indexOf(clause.text, end)
    end = at + clause.text.length
    const inside = (unit: Unit) => unit.start < end && unit.end > at
    const start = units.findIndex(inside)
    const span = trimmed(units, start, units.findLastIndex(inside) + 1)
    const labels = units.slice(span.start, span.end).map(() => '-')
    const taken = Array.from(clause.text, () => false)
    let from = 0
    for (const [piece, role] of clause.roles) {
      const offset = place(clause.text, piece, from, taken)
      from = offset + piece.length
      taken.fill(true, offset, from)
      let hit = false
      for (let index = span.start; index < span.end; index += 1) {
        const unit = units[index]
        if (!unit || unit.start >= at + from || unit.end <= at + offset) continue
        hit = true
        const old = labels[index - span.start]
        if (old !== '-' && old !== role) faults.push(`${old} and ${role}: ${text.slice(unit.start, unit.end)}`)
        // Annotators differ in their label for "it": it refers.
        const refers = unit.is === 'thing' && ['give', 'get', 'amount', 'about', 'position'].includes(role)
        labels[index - span.start] = refers ? 'reference' : role
      }
      if (!hit) faults.push(`outside: ${piece}`)
    }
    for (let index = span.start; index < span.end; index += 1)
      if (labels[index - span.start] === '-' && /^(?:it|them|'?em)$/.test(units[index]?.word ?? ''))
        labels[index - span.start] = 'reference'
    const { kind, action } = clause
    return { ...span, kind, action, labels, pieces: piecesOf(units, span.start, labels) }
  })
  return { author, text, line, units, setting: settingOf(contextOf(line)), clauses, faults }
}

/** Returns the labelled lines of a folder as examples. */
export const loadExamples = (folder = readerLines): Example[] =>
  linesOf(folder).map(({ author, line }) => exampleOf(author, line))
