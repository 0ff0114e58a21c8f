import { type Action, actions, type Kind, kinds, type Role, roles } from '../labels'
import {
  bits,
  type Context,
  clauseFeatures,
  type Hint,
  isStop,
  roleFeatures,
  type Setting,
  wholeFeatures,
  wordRows,
} from './features'
import { best, bestChain, marginals, shares, sums, type Table } from './table'
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
  /** How sure the reader is of its kind and of its action, each on its own. */
  sure: Sure
  /** For a condition: the clause that it governs. */
  of?: number
}

/** Returns the clauses in a row of labels. */
export function segments(units: readonly Unit[], labels: readonly string[]) {
  const found: { start: number; end: number; kind: Kind }[] = []
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

/** Returns what each word on its own suggests. */
export function hintsOf(model: Pick<Model, 'kinds' | 'actions'>, units: readonly Unit[]): Hint[] {
  const leaning = (table: Table, unit: Unit) => {
    const all = sums(table, wordRows(unit, table.bits))
    const first = best(all)
    const top = all[first] ?? 0
    const second = all.reduce(
      (most, sum, label) => (label === first ? most : Math.max(most, sum)),
      Number.NEGATIVE_INFINITY,
    )
    return (top - second) * table.scale > lean ? (table.labels[first] ?? '-') : '-'
  }
  return units.map((unit) => ({ action: leaning(model.actions, unit), kind: leaning(model.kinds, unit) }))
}

/** Labels the clauses as spans, with how sure the reader is of each. */
function clausesIn(model: Model, units: readonly Unit[], setting: Setting) {
  const { clauses: table } = model
  const rows = clauseFeatures(units, hintsOf(model, units), setting)
  const sure = marginals(table, rows)
  const labels = bestChain(table, rows).map((label) => clauseLabels[label] ?? '-')
  const found = segments(units, labels).map((segment) => {
    const { start, end } = segment
    const begins = sure[start]?.[clauseLabels.indexOf(`+${segment.kind}`)] ?? 0
    const inside = sure.slice(start, end).map((shares) => 1 - (shares[0] ?? 0))
    const kindShares = kinds.map((kind) => {
      const own = [clauseLabels.indexOf(kind), clauseLabels.indexOf(`+${kind}`)]
      const logs = sure
        .slice(start, end)
        .map((shares) => Math.log(1e-4 + own.reduce((sum, at) => sum + (shares[at] ?? 0), 0)))
      return logs.reduce((sum, log) => sum + log, 0) / logs.length
    })
    return { ...segment, p: Math.min(begins || 1, ...inside), kindShares }
  })
  return { found, outside: sure.map((shares) => shares[0] ?? 0) }
}

export function readUnits(model: Model, units: readonly Unit[], setting: Setting) {
  const { found, outside } = clausesIn(model, units, setting)
  const clauses: UnitClause[] = []
  let prior = '^'
  for (const [index, { start, end, p, kindShares }] of found.entries()) {
    const view = { units, start, end }
    const told = { index, count: found.length, prior }
    const own = shares(sums(model.kinds, wholeFeatures(view, setting, told, bits.kinds)), model.kinds.scale)
    const ofKinds = shares(
      own.map((share, at) => Math.log(share + 1e-6) + (kindShares[at] ?? 0)),
      1,
    )
    const kind = kinds[best(ofKinds)] ?? 'request'
    const actionRows = wholeFeatures(view, setting, { ...told, kind }, bits.actions)
    const ofActions = shares(sums(model.actions, actionRows), model.actions.scale)
    const action = actions[best(ofActions) - 1] ?? null
    const roleRows = roleFeatures(view, setting, kind, action)
    const chain = bestChain(model.roles, roleRows)
    const ofRoles = marginals(model.roles, roleRows)
    const roleP = chain.map((label, at) => ofRoles[at]?.[label] ?? 0)
    const labels = chain.map((label) => roleLabels[label] ?? '-')
    const sure = { kind: ofKinds[best(ofKinds)] ?? 0, action: ofActions[best(ofActions)] ?? 0 }
    const pieces = piecesOf(units, start, labels, roleP)
    clauses.push({
      ...{ start, end, kind, action, pieces, sure },
      p: p * sure.kind * sure.action * Math.min(...roleP),
    })
    prior = `${kind} ${action}`
  }
  for (const [index, clause] of clauses.entries()) {
    const of = clause.kind === 'condition' ? governed(units, clauses, index) : -1
    if (of >= 0) clause.of = of
  }
  return { clauses, outside }
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
  return breaks(between) || /^(?:if|when|once|should|unless)$/.test(units[start]?.word ?? '') ? next : before
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
