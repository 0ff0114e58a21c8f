import { opensCondition } from '../function-words'
import { type Action, actions, type Kind, kinds, type Role, roles } from '../labels'
import {
  bits,
  type ClauseView,
  type Context,
  clauseFeatures,
  type Hint,
  isStop,
  roleFeatures,
  type Setting,
  wholeFeatures,
  wordRows,
} from './features'
import { best, bestChain, bestChains, marginals, type Scores, scoresOf, shares, sums, type Table } from './table'
import type { Unit } from './units'

export type Model = { clauses: Table; kinds: Table; actions: Table; roles: Table }

export const clauseLabels = ['-', ...kinds.flatMap((kind) => [`+${kind}`, kind])]
export const actionLabels = ['-', ...actions]
export const roleLabels = ['-', ...roles]

const edges = new Set('and but then so also ok okay oh please pls plz hi hey hello um uh uhm er well n &'.split(' '))

/** Trims the marks and joining words from the edges of a clause. */
export function trimmed(units: readonly Unit[], start: number, end: number): { start: number; end: number } {
  const isEdge = (at: number) => {
    const { is, word } = units[at] ?? { is: '', word: '' }
    return is === 'mark' || (is === 'word' && edges.has(word))
  }
  let [from, to] = [start, end]
  while (from < to - 1 && isEdge(from)) from += 1
  while (to - 1 > from && isEdge(to - 1)) to -= 1
  return { start: from, end: to }
}

type Sure = { kind: number; action: number }
export type Piece = { start: number; end: number; role: Role; p: number }
export type UnitClause = {
  start: number
  end: number
  kind: Kind
  action: Action | null
  pieces: Piece[]
  p: number
  /** Certainty of its kind and of its action, each on its own. */
  sure: Sure
  /** For a condition: the clause that it governs. */
  of?: number
}

/** Returns the clauses in a row of labels. */
export function segments(units: readonly Unit[], labels: readonly string[]): Segment[] {
  const found: Segment[] = []
  for (const [at, label] of labels.entries()) {
    if (label === '-') continue
    const kind = label.replace('+', '') as Kind
    const last = found.at(-1)
    if (label === kind && last && last.end === at && last.kind === kind) last.end = at + 1
    else found.push({ start: at, end: at + 1, kind })
  }
  return found.map(({ start, end, kind }) => ({ ...trimmed(units, start, end), kind }))
}

/** Returns the pieces of one role: adjacent units with the same label, one whole thing each. */
export function piecesOf(units: readonly Unit[], start: number, labels: readonly string[], p: readonly number[] = []) {
  const pieces: Piece[] = []
  for (const [index, label] of labels.entries()) {
    if (label === '-') continue
    const at = start + index
    const last = pieces.at(-1)
    const joins = last && last.end === at && last.role === label && !(isThing(units[at]) && isThing(units[at - 1]))
    if (joins) last.end = at + 1
    else pieces.push({ start: at, end: at + 1, role: label as Role, p: 1 })
  }
  return pieces.map((piece) => {
    const own = units.slice(piece.start, piece.end)
    const named = own.some(({ entity }) => entity !== undefined)
    // It does not matter which of the small words beside a name belong to it.
    const sure = own.map(({ entity }, at) => (named && entity === undefined ? 1 : (p[piece.start - start + at] ?? 1)))
    return { ...piece, p: Math.min(...sure) }
  })
}

const isThing = (unit: Unit | undefined) =>
  /^(?:name|address|contact|person|token|chain|protocol)$/.test(unit?.is ?? '')

export function settingOf(context: Context | undefined): Setting {
  const words = (text = '', most = 40) =>
    [
      ...new Set(
        text
          .toLowerCase()
          .replace(/[\d.,]*\d/g, '0')
          .match(/[\p{L}']+|0x\w+|0|\?/gu) ?? [],
      ),
    ].slice(-most)
  const { agent, before, event } = context ?? {}
  return { agent: words(agent), asks: /\?\s*$/.test(agent ?? ''), before: words(before), event: words(event) }
}

/** Least probability for a hint. */
const lean = 0.8

/** Returns the label that a word on its own suggests; '-' for none. */
function leaning(table: Table, unit: Unit): string {
  const all = sums(table, wordRows(unit, table.bits))
  const first = best(all)
  const top = all[first] ?? 0
  all[first] = Number.NEGATIVE_INFINITY
  const second = all[best(all)] ?? 0
  return (top - second) * table.scale > lean ? (table.labels[first] ?? '-') : '-'
}

/** Returns what each word on its own suggests. */
export function hintsOf({ actions, kinds }: Pick<Model, 'kinds' | 'actions'>, units: readonly Unit[]): Hint[] {
  const known = new Map<string, Hint>()
  return units.map((unit) => {
    const key = `${unit.is} ${unit.name} ${unit.word}`
    const hint = known.get(key) ?? { action: leaning(actions, unit), kind: leaning(kinds, unit) }
    known.set(key, hint)
    return hint
  })
}

type Segment = { start: number; end: number; kind: Kind }

/** Most divisions into clauses that are read to the end. */
const mostDivisions = 5
/** Most units that are read in all divisions together: a long message is read in fewer. */
const mostUnits = 400
/** Least logarithm of a division's likelihood, relative to the likeliest one, with which it is read to the end. */
const farOff = -4

/** Returns the likeliest divisions of a text into clauses, with the logarithm of their likelihood. */
function divisionsOf(model: Model, units: readonly Unit[], scores: Scores) {
  const found = new Map<string, { segments: Segment[]; log: number }>()
  const divisions = Math.max(1, Math.min(mostDivisions, Math.floor(mostUnits / units.length)))
  // Several chains of labels may be the same division.
  const chains = bestChains(model.clauses, scores, divisions * 2)
  for (const { chain, sum } of chains) {
    const log = (sum - (chains[0]?.sum ?? 0)) * model.clauses.scale
    if (found.size === divisions || log < farOff) break
    const own = segments(
      units,
      chain.map((label) => clauseLabels[label] ?? '-'),
    )
    const key = own.map(({ start, end, kind }) => `${start} ${end} ${kind}`).join()
    if (!found.has(key)) found.set(key, { segments: own, log })
  }
  return [...found.values()]
}

/** Returns the clause table's certainty of a clause's edges, and its scores for the kind. */
function edgesOf({ start, end, kind }: Segment, sure: readonly Float64Array[]) {
  const own = sure.slice(start, end)
  const begins = sure[start]?.[clauseLabels.indexOf(`+${kind}`)] ?? 0
  const kindShares = kinds.map((kind) => {
    const labels = [clauseLabels.indexOf(kind), clauseLabels.indexOf(`+${kind}`)]
    const logs = own.map((shares) => Math.log(1e-4 + labels.reduce((sum, at) => sum + (shares[at] ?? 0), 0)))
    return logs.reduce((sum, log) => sum + log, 0) / logs.length
  })
  return { p: Math.min(begins || 1, ...own.map((shares) => 1 - (shares[0] ?? 0))), kindShares }
}

/** A clause that was read, and what it adds to the logarithm of its division's likelihood. */
type Read = { clause: UnitClause; log: number }

/**
 * Weights of the kinds, the actions and the roles of its clauses in the choice of a division, and of the division
 * itself.
 */
const counts = { division: 0.5, kind: 1, action: 2, roles: 1 }
/** A clause that asks for nothing tells less about where it ends. */
const lessTelling = 0.3
/** For each clause more: without it, divisions with few clauses would win. */
const perClause = 0.5

function readClause(
  model: Model,
  view: ClauseView & { setting: Setting },
  told: { index: number; count: number; prior: string },
  { p, kindShares }: ReturnType<typeof edgesOf>,
): Read {
  const { units, start, end, setting } = view
  const own = shares(sums(model.kinds, wholeFeatures(view, setting, told, bits.kinds)), model.kinds.scale)
  const ofKinds = shares(
    own.map((share, at) => Math.log(share + 1e-6) + (kindShares[at] ?? 0)),
    1,
  )
  const kind = kinds[best(ofKinds)] ?? 'request'
  const actionRows = wholeFeatures(view, setting, { ...told, kind }, bits.actions)
  const ofActions = shares(sums(model.actions, actionRows), model.actions.scale)
  const action = actions[best(ofActions) - 1] ?? null
  const roleScores = scoresOf(model.roles, roleFeatures(view, setting, kind, action))
  const chain = bestChain(model.roles, roleScores)
  const ofRoles = marginals(model.roles, roleScores)
  const roleP = chain.map((label, at) => ofRoles[at]?.[label] ?? 0)
  const labels = chain.map((label) => roleLabels[label] ?? '-')
  const sure = { kind: ofKinds[best(ofKinds)] ?? 0, action: ofActions[best(ofActions)] ?? 0 }
  const pieces = piecesOf(units, start, labels, roleP)
  const parts = counts.action * Math.log(sure.action) + counts.roles * roleP.reduce((sum, p) => sum + Math.log(p), 0)
  return {
    clause: { start, end, kind, action, pieces, sure, p: p * sure.kind * sure.action * Math.min(...roleP) },
    log: perClause + counts.kind * Math.log(sure.kind) + parts * (kind === 'request' ? 1 : lessTelling),
  }
}

/**
 * Reads the clauses of a text. Of the likely divisions into clauses it takes the one whose clauses are the likeliest to
 * be read right: "sell 2 eth, 500 of it to ana" is two movements, as one it would have parts that fit no action.
 */
export function readUnits(model: Model, units: readonly Unit[], setting: Setting) {
  const scores = scoresOf(model.clauses, clauseFeatures(units, hintsOf(model, units), setting))
  const sure = marginals(model.clauses, scores)
  const known = new Map<string, Read>()
  const read = (segment: Segment, told: { index: number; count: number; prior: string }): Read => {
    const { start, end, kind } = segment
    const key = `${start} ${end} ${kind} ${Math.min(told.index, 2)} ${Math.min(told.count, 3)} ${told.prior}`
    const one = known.get(key) ?? readClause(model, { units, start, end, setting }, told, edgesOf(segment, sure))
    known.set(key, one)
    return one
  }
  const readings = divisionsOf(model, units, scores).map(({ segments, log }) => {
    let prior = '^'
    let sum = counts.division * log
    const clauses: UnitClause[] = []
    for (const [index, segment] of segments.entries()) {
      const one = read(segment, { index, count: segments.length, prior })
      clauses.push(one.clause)
      sum += one.log
      prior = `${one.clause.kind} ${one.clause.action}`
    }
    return { clauses, log: sum }
  })
  const likely = shares(
    readings.map(({ log }) => log),
    1,
  )
  // A clause is as sure as the divisions that have it.
  const clauses = (readings[best(likely)]?.clauses ?? []).map((clause) => {
    const isIn = (at: number) =>
      readings[at]?.clauses.some(({ start, end }) => start === clause.start && end === clause.end)
    return { ...clause, p: clause.p * likely.reduce((sum, share, at) => (isIn(at) ? sum + share : sum), 0) }
  })
  for (const [index, clause] of clauses.entries()) {
    const of = clause.kind === 'condition' ? governed(units, clauses, index) : -1
    if (of >= 0) clause.of = of
  }
  return { clauses, outside: sure.map((shares) => shares[0] ?? 0) }
}

/** Returns the clause that a condition governs: the next if the condition begins a sentence, else the one before. */
function governed(units: readonly Unit[], clauses: readonly UnitClause[], index: number): number {
  const { start } = clauses[index] ?? { start: 0 }
  const counts = ({ kind }: UnitClause) => kind !== 'condition' && kind !== 'report'
  const next = clauses.findIndex((clause, at) => at > index && counts(clause))
  const before = clauses.findLastIndex((clause, at) => at < index && counts(clause))
  if (next < 0 || before < 0) return Math.max(next, before)
  const between = units.slice(clauses[before]?.end, start)
  const onward = units.slice(clauses[index]?.end, clauses[next]?.start)
  const breaks = (some: readonly Unit[]) => some.some(isStop)
  if (breaks(onward) && !breaks(between)) return before
  return breaks(between) || opensCondition(units[start]?.word ?? '') ? next : before
}

const several: ReadonlySet<Role> = new Set([
  'amount',
  'value',
  'give',
  'get',
  'receiver',
  'protocol',
  'toChain',
  'nft',
  'spender',
])

/**
 * Groups the pieces of a clause with several movements ("3 to ana and 5 to ben"): a piece starts a new group if the
 * group already has its role. A role that occurs once belongs to all groups.
 */
export function groupsOf(pieces: readonly Piece[]): (number | undefined)[] {
  const count = (role: Role) => pieces.filter((piece) => piece.role === role).length
  const sum = (role: Role): Role => (role === 'value' ? 'amount' : role)
  const shared = (role: Role) => (sum(role) === 'amount' ? count('amount') + count('value') : count(role))
  const repeated = [...several].filter((role) => role !== 'value' && shared(role) > 1)
  const most = Math.max(0, ...repeated.map(shared))
  if (repeated.filter((role) => shared(role) === most).length < 2) return pieces.map(() => undefined)
  let group = 1
  let inside = new Set<Role>()
  return pieces.map(({ role }) => {
    if (!repeated.includes(sum(role))) return undefined
    if (inside.has(sum(role))) {
      group += 1
      inside = new Set()
    }
    inside.add(sum(role))
    return group
  })
}
