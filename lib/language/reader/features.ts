import type { Action, Kind } from '../labels'
import { Rows } from './rows'
import type { Unit } from './units'

/** The conversation before the message. */
export type Context = {
  /** The agent's last message. */
  agent?: string
  /** The person's message before that. */
  before?: string
  /** The last event before the message ("card declined"). */
  event?: string
}

/** A context in the reader's form: words instead of texts. */
export type Setting = { agent: readonly string[]; asks: boolean; before: readonly string[]; event: readonly string[] }

export const bits = { clauses: 17, kinds: 17, actions: 17, roles: 17 } as const

const edge: Unit = { start: 0, end: 0, word: '', name: '', is: '' }
/** Stands in a feature for what is not there. */
const none = 'undefined'

/** Features of a word itself: the word, its beginning and its end. */
function formOf({ word, is, also }: Unit, rows: Rows): void {
  rows.add('w', word)
  rows.add('is', is)
  if (also) rows.add('also', is, also)
  if (is === 'mark') return
  for (const size of [2, 3, 4]) {
    if (word.length <= size) break
    rows.add('<', word.slice(0, size))
    rows.add('>', word.slice(-size))
  }
}

/** Places of neighbours, with the names of what each is alone, with the next and with the next two. */
const places = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map(
  (offset) =>
    [
      offset,
      `${offset}`,
      offset >= -3 && offset <= 2 ? `${offset}+` : null,
      offset >= -2 && offset <= 0 ? `${offset}++` : null,
    ] as const,
)

const nameAt = (units: readonly Unit[], at: number): string => (units[at] ?? edge).name

/** The neighbours of a unit, alone and together. */
function around(units: readonly Unit[], at: number, rows: Rows): void {
  for (const [offset, one, two, three] of places) {
    const far = at + offset
    const [name, next] = [nameAt(units, far), nameAt(units, far + 1)]
    rows.add(one, name)
    if (two) rows.add(two, name, next)
    if (three) rows.add(three, name, next, nameAt(units, far + 2))
  }
  rows.add('-1_1', nameAt(units, at - 1), nameAt(units, at + 1))
  const [before, { is }, after] = [units[at - 1] ?? edge, units[at] ?? edge, units[at + 1] ?? edge]
  rows.add('is-1', before.is, is)
  rows.add('is+1', is, after.is)
  rows.add('is3', before.is, is, after.is)
}

const stop = /^(?:[.?!;]|\.{2,})$/
export const isStop = ({ is, word }: Unit) => is === 'mark' && stop.test(word)

/** The action and the kind that a word on its own suggests most; '-' if it leaves that open. */
export type Hint = { action: string; kind: string }

/** Returns the rows of a single word, in the tables of whole clauses. */
export function wordRows(unit: Unit, tableBits: number): Uint32Array {
  const rows = new Rows(tableBits)
  wordFeatures(unit, rows)
  return rows.taken()
}

function wordFeatures({ name, word, is }: Unit, rows: Rows): void {
  rows.add('1', name)
  if (is !== 'word') return
  const padded = `<${word}>`
  for (let at = 0; at + 4 <= padded.length; at += 1) rows.add('c', padded.slice(at, at + 4))
}

/** What stands before a unit in its sentence, and where that ends. */
type Sight = {
  /** Where the sentence begins. */
  start: number
  /** The mark that ends it. */
  last: string
  /** The last action that a word before suggests. */
  left: string
  /** True if a word up to here suggests a question. */
  asks: boolean
  /** The kinds of entities since the last word that suggests an action. */
  since: ReadonlySet<string>
}

function sightsOf(units: readonly Unit[], hints: readonly Hint[]): Sight[] {
  const sights: Sight[] = []
  let [start, left, asks] = [0, '-', false]
  let since: ReadonlySet<string> = new Set()
  for (const [at, { entity, is }] of units.entries()) {
    if (at > 0 && isStop(units[at - 1] ?? edge)) {
      ;[start, left, asks] = [at, '-', false]
      since = new Set()
    }
    const { action, kind } = hints[at] ?? { action: '-', kind: '-' }
    asks ||= kind === 'question'
    sights.push({ start, last: '$', left, asks, since })
    if (action !== '-') [left, since] = [action, new Set(entity === undefined ? [] : [is])]
    else if (entity !== undefined && !since.has(is)) since = new Set([...since, is])
  }
  let last = '$'
  for (let at = units.length - 1; at >= 0; at -= 1) {
    const [unit, sight] = [units[at] ?? edge, sights[at]]
    if (isStop(unit)) last = unit.word
    if (sight) sight.last = last
  }
  return sights
}

const actionAt = (hints: readonly Hint[], at: number): string => hints[at]?.action ?? '^'
const kindAt = (hints: readonly Hint[], at: number): string => hints[at]?.kind ?? '^'

/** For each unit: features of where clauses begin and end, and of their kind. */
export function clauseFeatures(units: readonly Unit[], hints: readonly Hint[], setting: Setting): Uint32Array[] {
  return sightsOf(units, hints).map((sight, at) => {
    const unit = units[at] ?? edge
    const { start, last, left } = sight
    const rows = new Rows(bits.clauses)
    rows.add('any')
    formOf(unit, rows)
    around(units, at, rows)
    const first = units[start] ?? edge
    rows.add('place', Math.min(at - start, 3), start === 0)
    rows.add('first', first.name)
    rows.add('first2', first.name, (units[start + 1] ?? edge).name)
    rows.add('last', last)
    rows.add('last', last, unit.name)
    rows.add('ends', Math.min(units.length - 1 - at, 3))
    const [before, here] = [nameAt(units, at - 1), unit.name]
    const [action, kind] = [actionAt(hints, at), kindAt(hints, at)]
    for (let offset = -2; offset <= 2; offset += 1) {
      rows.add('do', offset, actionAt(hints, at + offset))
      rows.add('as', offset, kindAt(hints, at + offset))
    }
    rows.add('do', before, action)
    rows.add('do', nameAt(units, at - 2), before, action)
    rows.add('as', before, kind)
    rows.add('does', action !== '-', before)
    rows.add('does', 'next', actionAt(hints, at + 1) !== '-', here, before)
    const right = hints.slice(at, at + 8).find((hint) => hint.action !== '-')?.action ?? '-'
    rows.add('left', left, action)
    rows.add('sides', left, right)
    rows.add('sides', left !== '-', right !== '-', here)
    movementFeatures(units, hints, at, sight, rows)
    rows.add('asks', sight.asks, last)
    if (setting.agent.length) {
      rows.add('agent', setting.asks)
      if (at < 3) rows.add('agent', setting.asks, unit.name)
      if (units.length <= 5) rows.add('agent', 'short', setting.asks)
    }
    return rows.taken()
  })
}

/** Most units ahead, and most of what they name or do, that tell whether a new movement begins. */
const [farthest, mostAhead] = [9, 4]
const joints: ReadonlySet<string> = new Set([',', 'and', 'then'])

/**
 * Features of what was named since the last verb and of what comes next, up to the next joint: "5 usdc to ana, 3 to ben"
 * begins a movement where an amount comes again.
 */
function movementFeatures(
  units: readonly Unit[],
  hints: readonly Hint[],
  at: number,
  { since }: Sight,
  rows: Rows,
): void {
  const ahead: string[] = []
  for (let far = at; far < Math.min(units.length, at + farthest) && ahead.length < mostAhead; far += 1) {
    const unit = units[far] ?? edge
    if (isStop(unit) || (far > at && joints.has(unit.word))) break
    if (unit.entity !== undefined) ahead.push(unit.name)
    else if (hints[far]?.action !== '-') ahead.push('do')
  }
  const isAgain = (name: string) => since.has(name.slice(1, -1))
  const [before, here] = [(units[at - 1] ?? edge).name, (units[at] ?? edge).name]
  const key = [...since].sort().join()
  const all = ahead.join(' ')
  rows.add('since', key)
  rows.add('since', key, before)
  rows.add('since', key, here)
  rows.add('ahead', all)
  rows.add('ahead', all, before)
  for (const name of new Set(ahead)) rows.add('ahead1', name, isAgain(name), before)
  rows.add('repeats', ahead.filter(isAgain).length, before)
  rows.add('ahead', ahead[0] ?? none, ahead[1] ?? none, key)
}

const knownNames = new WeakMap<readonly Unit[], ReadonlySet<string>>()

/** Returns the distinct names in a message. Kept, because each clause of each division asks for them. */
function namesIn(units: readonly Unit[]): ReadonlySet<string> {
  const names = knownNames.get(units) ?? new Set(units.map(({ name }) => name))
  knownNames.set(units, names)
  return names
}

export type ClauseView = { units: readonly Unit[]; start: number; end: number }

/** Features of a whole clause, `end` excluded, for its kind and its action. */
export function wholeFeatures(
  { units, start, end }: ClauseView,
  setting: Setting,
  told: { index: number; count: number; prior?: string; kind?: string },
  tableBits: number,
): Uint32Array {
  const rows = new Rows(tableBits)
  const own = units.slice(start, end)
  const names = ['^', ...own.map(({ name }) => name), '$']
  rows.add('any')
  for (const [at, name] of names.entries()) {
    if (at + 1 < names.length) rows.add('2', name, names[at + 1])
    if (at + 2 < names.length) {
      rows.add('3', name, names[at + 1], names[at + 2])
      rows.add('2_', name, names[at + 2])
    }
    if (at + 3 < names.length) rows.add('2__', name, names[at + 3])
  }
  for (const unit of own) {
    wordFeatures(unit, rows)
    if (unit.entity !== undefined) rows.add('w', unit.word)
  }
  const words = own.filter(({ is }) => is === 'word')
  for (const [at, { word }] of words.slice(0, 3).entries()) rows.add('nth', at, word)
  if (words[1]) rows.add('begins', words[0]?.word ?? none, words[1].word)
  const entities = own.filter(({ entity, name }) => entity !== undefined && name.startsWith('<'))
  rows.add('entities', entities.map(({ name }) => name).join(' '))
  for (const is of new Set(entities.map((each) => each.name)))
    rows.add(is, entities.filter((each) => each.name === is).length)
  rows.add('length', Math.min(8, own.length))
  rows.add('before', (units[start - 1] ?? edge).name)
  rows.add('before2', (units[start - 2] ?? edge).name, (units[start - 1] ?? edge).name)
  rows.add('after', (units[end] ?? edge).name)
  rows.add('after2', (units[end] ?? edge).name, (units[end + 1] ?? edge).name)
  rows.add('of', Math.min(told.index, 2), Math.min(told.count, 3))
  rows.add('prior', told.prior ?? none)
  if (told.kind) rows.add('kind', told.kind)
  for (const name of namesIn(units)) rows.add('all', name)
  if (setting.agent.length || setting.event.length) {
    rows.add('agent', setting.asks)
    const short = Math.min(3, words.length >> 1)
    rows.add('agent', setting.asks, short)
    for (const word of setting.agent) rows.add('a', word)
    for (const word of setting.before) rows.add('b', word)
    for (const word of setting.event) rows.add('e', word)
    for (const name of new Set(names)) rows.add('answer', setting.asks, name)
  } else rows.add('alone')
  return rows.taken()
}

const closed = new Set(
  `to into for from in with using on onto except but leave leaving keep keeping of via at least most min max lock under over
  above below better more less worth than and or if get getting buy buying sell selling pay paying by until till every each
  after before as against not no only through out off my his her their the a per around between back`.split(/\s+/),
)

/** For each unit, the nearest one before it that fits; -1 for none. */
function nearestBefore(units: readonly Unit[], fits: (unit: Unit) => boolean): number[] {
  let last = -1
  return units.map((unit, at) => {
    const found = last
    if (fits(unit)) last = at
    return found
  })
}

/** For each unit, the nearest one behind it that fits; the number of units for none. */
const nearestAfter = (units: readonly Unit[], fits: (unit: Unit) => boolean): number[] =>
  nearestBefore(units.toReversed(), fits)
    .map((at) => units.length - 1 - at)
    .toReversed()

const isClosed = ({ word }: Unit) => closed.has(word)
const isEntity = ({ entity }: Unit) => entity !== undefined

/** For each unit of a clause: features of its role. */
export function roleFeatures(
  { units, start, end }: ClauseView,
  setting: Setting,
  kind: Kind,
  action: Action | null,
): Uint32Array[] {
  const own = units.slice(start, end)
  // "To my sister" is a receiver by itself, and only a remark beside her address.
  const people = Math.min(2, own.filter(({ name }) => name === '<person>').length)
  const ways = [
    { way: 'l', words: nearestBefore(own, isClosed), entities: nearestBefore(own, isEntity) },
    { way: 'r', words: nearestAfter(own, isClosed), entities: nearestAfter(own, isEntity) },
  ]
  const counts = new Map<string, number>()
  for (const { is } of own) counts.set(is, (counts.get(is) ?? 0) + 1)
  const seen = new Map<string, number>()
  return own.map((unit, index) => {
    const at = start + index
    const rows = new Rows(bits.roles)
    const { is, name } = unit
    const [before, before2, after] = [nameAt(units, at - 1), nameAt(units, at - 2), nameAt(units, at + 1)]
    rows.add('any')
    formOf(unit, rows)
    around(units, at, rows)
    rows.add('do', action, is)
    rows.add('do', action, name)
    rows.add('do', action, before, is)
    rows.add('do', action, after, is)
    rows.add('do', action, before2, before, is)
    rows.add('people', people, before, name)
    rows.add('people', people, before2, before, is)
    rows.add('kind', kind, is)
    rows.add('kind', kind, action, is)
    const nth = seen.get(is) ?? 0
    seen.set(is, nth + 1)
    if (unit.entity !== undefined) {
      const count = counts.get(is) ?? 0
      rows.add('w', unit.word, before)
      rows.add('nth', nth, count, is)
      rows.add('nth', nth, count, is, action)
      for (const { way, words, entities } of ways) {
        const near = words[index] ?? -1
        const [first, second] = [own[near], own[words[near] ?? -1]]
        if (first) {
          rows.add(`${way}0`, first.word, is)
          rows.add(way, first.word, is, action)
        }
        if (second) rows.add(`${way}1`, second.word, is)
        const entity = entities[index] ?? -1
        rows.add(`${way}e`, own[entity]?.is ?? none, is, Math.min(3, Math.abs(entity - index)))
        rows.add(`${way}e`, own[entity]?.is ?? none, is, action)
      }
    }
    rows.add('first', own[0]?.name ?? none, is)
    if (setting.agent.length && units.length <= 8) {
      for (const word of setting.agent) rows.add('a', word, is)
      rows.add('agent', setting.asks, is)
    }
    return rows.taken()
  })
}
