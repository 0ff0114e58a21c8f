import { type Doubt, doubtBy } from '../doubt/doubt'
import { type NetworkWeights, networkOf } from '../doubt/weights'
import type { Names, Span } from '../entity'
import { findEntities } from '../find-entities'
import type { Kind } from '../labels'
import { quotationsIn } from '../quotations'
import { isEnglish } from './english'
import type { Context, Setting } from './features'
import { groupsOf, type Model, readUnits, settingOf } from './read'
import type { Clause, Part, Reader, Reading } from './reader'
import { type Unit, unitsOf } from './units'
import { modelOf, type Weights } from './weights'

const spanOf = (units: readonly Unit[], start: number, end: number): Span => ({
  start: units[start]?.start ?? 0,
  end: units[end - 1]?.end ?? 0,
})

const asking: ReadonlySet<Kind> = new Set(['request', 'agreement'])

/** Entities that mean nothing on their own. */
const light = new Set(['thing', 'place', 'self', 'person', 'ordinal'])

type Trained = { version: string; model: Model; doubt: Doubt | null }

function read({ version, model, doubt }: Trained, text: string, names: Names, context?: Context): Reading {
  const entities = findEntities(text, names)
  const units = unitsOf(text, entities)
  const english = isEnglish(
    units
      .filter(({ entity }) => entity === undefined)
      .map(({ word }) => word)
      .join(' '),
  )
  if (!english)
    return { version, english, entities, clauses: [], unexplained: text.trim() ? [{ start: 0, end: text.length }] : [] }
  const { clauses: found, outside } = readIn(model, units, settingOf(context))
  const quotations = quotationsIn(text)
  /** A quotation asks for nothing, whatever it says. */
  const kindIn = (span: Span, kind: Kind): Kind =>
    asking.has(kind) && quotations.some(({ start, end }) => start <= span.start && span.end <= end) ? 'report' : kind
  const read = found.map(({ start, end, kind, action, pieces, p, sure, of }): Clause => {
    const groups = groupsOf(pieces)
    const parts = pieces.map(({ start: from, end: to, role, p }, index): Part => {
      const group = groups[index]
      const inside = units.slice(from, to).flatMap(({ entity }) => entity ?? [])
      return { ...spanOf(units, from, to), role, entities: inside, ...(group !== undefined && { group }), p }
    })
    const span = spanOf(units, start, end)
    return { ...span, kind: kindIn(span, kind), action, parts, ...(of !== undefined && { of }), p, sure }
  })
  const clauses = doubt ? doubt(read, units, settingOf(context)) : read
  const explained = new Set(clauses.flatMap(({ parts }) => parts.flatMap((part) => part.entities)))
  const unexplained: Span[] = []
  for (const [at, { start, end, entity, is }] of units.entries()) {
    const isInside = found.some((clause) => clause.start <= at && at < clause.end)
    const isOpen =
      entity === undefined
        ? !isInside && is === 'word' && (outside[at] ?? 0) < 0.8
        : !explained.has(entity) && !light.has(is)
    if (!isOpen) continue
    const last = unexplained.at(-1)
    if (last && last.end === units[at - 1]?.end) last.end = end
    else unexplained.push({ start, end })
  }
  return { version, english, entities, clauses, unexplained }
}

/**
 * Reads units in their setting. After a question of the agent's, what is a whole request by itself is no answer: that
 * reading counts, and what the question asks about says nothing of it.
 */
function readIn(model: Model, units: readonly Unit[], setting: Setting): ReturnType<typeof readUnits> {
  const refersBack = units.some(({ is }) => is === 'person' || is === 'thing' || is === 'place')
  const alone = setting.asks && !refersBack ? readUnits(model, units, settingOf(undefined)) : null
  return alone && alone.clauses.length > 0 && alone.clauses.every(isWhole) ? alone : readUnits(model, units, setting)
}

/** Least certainty of a kind and an action that need nothing said before. */
const sureAlone = 0.7

const isWhole = ({ kind, action, sure, pieces }: ReturnType<typeof readUnits>['clauses'][number]): boolean =>
  kind === 'request' &&
  action !== null &&
  action !== 'revise' &&
  action !== 'repeat' &&
  Math.min(sure.kind, sure.action) >= sureAlone &&
  pieces.some(({ role }) => role === 'amount' || role === 'value') &&
  pieces.some(({ role }) => role === 'give' || role === 'get')

/** Makes a reader with trained weights. Without those of a network, nothing doubts what the tables make of a text. */
export async function readerOf(weights: Weights, network: NetworkWeights | null): Promise<Reader> {
  const [model, doubter] = await Promise.all([modelOf(weights), network && networkOf(network.network)])
  const trained: Trained = { version: versionOf(weights, network), model, doubt: doubter && doubtBy(doubter) }
  return { version: trained.version, read: remembering((text, names, context) => read(trained, text, names, context)) }
}

/** Names a reader by its weights. */
export const versionOf = ({ version }: Weights, network: NetworkWeights | null): string =>
  network ? `${version}-${network.version}` : version

/** Number of cached readings: each card of a conversation is reviewed again and again with the same words. */
const mostKept = 200

/** Reads each text once for the same names and context. */
function remembering(read: Reader['read']): Reader['read'] {
  const byNames = new WeakMap<Names, Map<string, Reading>>()
  return (text, names, context) => {
    const kept = byNames.get(names) ?? new Map<string, Reading>()
    byNames.set(names, kept)
    const key = JSON.stringify([text, context])
    const reading = kept.get(key) ?? read(text, names, context)
    kept.delete(key)
    kept.set(key, reading)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return reading
  }
}
