import type { Action, Kind } from '../labels'
import { rowOf } from './table'
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

/** Collects rows without duplicates. */
function collector(tableBits: number) {
  const rows = new Set<number>()
  return { add: (feature: string) => void rows.add(rowOf(feature, tableBits)), rows: () => Uint32Array.from(rows) }
}

/** Features of a word itself: the word, its beginning and its end. */
function formOf({ word, is, also }: Unit, add: (feature: string) => void): void {
  add(`w ${word}`)
  add(`is ${is}`)
  if (also) add(`also ${is} ${also}`)
  if (is === 'mark') return
  for (const size of [2, 3, 4]) {
    if (word.length <= size) break
    add(`< ${word.slice(0, size)}`)
    add(`> ${word.slice(-size)}`)
  }
}

/** The neighbours of a unit, alone and together. */
function around(units: readonly Unit[], at: number, add: (feature: string) => void): void {
  const name = (offset: number) => (units[at + offset] ?? edge).name
  for (let offset = -4; offset <= 4; offset += 1) add(`${offset} ${name(offset)}`)
  for (let offset = -3; offset <= 2; offset += 1) add(`${offset}+ ${name(offset)} ${name(offset + 1)}`)
  for (let offset = -2; offset <= 0; offset += 1)
    add(`${offset}++ ${name(offset)} ${name(offset + 1)} ${name(offset + 2)}`)
  add(`-1_1 ${name(-1)} ${name(1)}`)
  const is = (offset: number) => (units[at + offset] ?? edge).is
  add(`is-1 ${is(-1)} ${is(0)}`)
  add(`is+1 ${is(0)} ${is(1)}`)
  add(`is3 ${is(-1)} ${is(0)} ${is(1)}`)
}

export const isStop = ({ word }: Unit) => /^(?:[.?!;]|\.{2,})$/.test(word)

/** The action and the kind that a word on its own suggests most; '-' if it leaves that open. */
export type Hint = { action: string; kind: string }

/** Returns the rows of a single word, in the tables of whole clauses. */
export function wordRows(unit: Unit, tableBits: number): Uint32Array {
  const { add, rows } = collector(tableBits)
  wordFeatures(unit, add)
  return rows()
}

function wordFeatures({ name, word, is }: Unit, add: (feature: string) => void): void {
  add(`1 ${name}`)
  if (is !== 'word') return
  const padded = `<${word}>`
  for (let at = 0; at + 4 <= padded.length; at += 1) add(`c ${padded.slice(at, at + 4)}`)
}

/** For each unit: features of where clauses begin and end, and of their kind. */
export function clauseFeatures(units: readonly Unit[], hints: readonly Hint[], setting: Setting): Uint32Array[] {
  const from: number[] = []
  for (const [at] of units.entries()) from.push(at === 0 || isStop(units[at - 1] ?? edge) ? at : (from[at - 1] ?? 0))
  return units.map((unit, at) => {
    const { add, rows } = collector(bits.clauses)
    add('any')
    formOf(unit, add)
    around(units, at, add)
    const start = from[at] ?? 0
    const first = units[start] ?? edge
    const last = units.slice(at).find(isStop)?.word ?? '$'
    add(`place ${Math.min(at - start, 3)} ${start === 0}`)
    add(`first ${first.name}`)
    add(`first2 ${first.name} ${(units[start + 1] ?? edge).name}`)
    add(`last ${last}`)
    add(`last ${last} ${unit.name}`)
    add(`ends ${Math.min(units.length - 1 - at, 3)}`)
    const action = (offset: number) => hints[at + offset]?.action ?? '^'
    const kind = (offset: number) => hints[at + offset]?.kind ?? '^'
    const name = (offset: number) => (units[at + offset] ?? edge).name
    for (const offset of [-2, -1, 0, 1, 2]) {
      add(`do ${offset} ${action(offset)}`)
      add(`as ${offset} ${kind(offset)}`)
    }
    add(`do ${name(-1)} ${action(0)}`)
    add(`do ${name(-2)} ${name(-1)} ${action(0)}`)
    add(`as ${name(-1)} ${kind(0)}`)
    add(`does ${action(0) !== '-'} ${name(-1)}`)
    add(`does next ${action(1) !== '-'} ${name(0)} ${name(-1)}`)
    const left = hints.slice(start, at).findLast((hint) => hint.action !== '-')?.action ?? '-'
    const right = hints.slice(at, at + 8).find((hint) => hint.action !== '-')?.action ?? '-'
    add(`left ${left} ${action(0)}`)
    add(`sides ${left} ${right}`)
    add(`sides ${left !== '-'} ${right !== '-'} ${name(0)}`)
    movementFeatures(units, hints, at, start, add)
    const asking = hints.slice(start).findIndex((hint) => hint.kind === 'question')
    add(`asks ${asking >= 0 && asking + start <= at} ${last}`)
    if (setting.agent.length) {
      add(`agent ${setting.asks}`)
      if (at < 3) add(`agent ${setting.asks} ${unit.name}`)
      if (units.length <= 5) add(`agent short ${setting.asks}`)
    }
    return rows()
  })
}

/** Most units ahead, and most of what they name or do, that tell whether a new movement begins. */
const [farthest, mostAhead] = [9, 4]

/**
 * Features of what was named since the last verb and of what comes next, up to the next joint: "5 usdc to ana, 3 to ben"
 * begins a movement where an amount comes again.
 */
function movementFeatures(
  units: readonly Unit[],
  hints: readonly Hint[],
  at: number,
  start: number,
  add: (feature: string) => void,
): void {
  const verb = hints.slice(0, at).findLastIndex(({ action }) => action !== '-')
  const named = units.slice(Math.max(verb, start), at).flatMap(({ entity, is }) => (entity === undefined ? [] : is))
  const since = new Set(named)
  const ahead: string[] = []
  for (let far = at; far < Math.min(units.length, at + farthest) && ahead.length < mostAhead; far += 1) {
    const unit = units[far] ?? edge
    if (isStop(unit) || (far > at && /^(?:,|and|then)$/.test(unit.word))) break
    if (unit.entity !== undefined) ahead.push(unit.name)
    else if (hints[far]?.action !== '-') ahead.push('do')
  }
  const isAgain = (name: string) => since.has(name.slice(1, -1))
  const [before, here] = [(units[at - 1] ?? edge).name, (units[at] ?? edge).name]
  const key = [...since].sort().join()
  add(`since ${key}`)
  add(`since ${key} ${before}`)
  add(`since ${key} ${here}`)
  add(`ahead ${ahead.join(' ')}`)
  add(`ahead ${ahead.join(' ')} ${before}`)
  for (const name of new Set(ahead)) add(`ahead1 ${name} ${isAgain(name)} ${before}`)
  add(`repeats ${ahead.filter(isAgain).length} ${before}`)
  add(`ahead ${ahead[0]} ${ahead[1]} ${key}`)
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
  const { add, rows } = collector(tableBits)
  const own = units.slice(start, end)
  const names = ['^', ...own.map(({ name }) => name), '$']
  add('any')
  for (const [at, name] of names.entries()) {
    if (at + 1 < names.length) add(`2 ${name} ${names[at + 1]}`)
    if (at + 2 < names.length) {
      add(`3 ${name} ${names[at + 1]} ${names[at + 2]}`)
      add(`2_ ${name} ${names[at + 2]}`)
    }
    if (at + 3 < names.length) add(`2__ ${name} ${names[at + 3]}`)
  }
  for (const unit of own) {
    wordFeatures(unit, add)
    if (unit.entity !== undefined) add(`w ${unit.word}`)
  }
  const words = own.filter(({ is }) => is === 'word')
  for (const [at, { word }] of words.slice(0, 3).entries()) add(`nth ${at} ${word}`)
  if (words[1]) add(`begins ${words[0]?.word} ${words[1].word}`)
  const entities = own.filter(({ entity, name }) => entity !== undefined && name.startsWith('<'))
  add(`entities ${entities.map(({ name }) => name).join(' ')}`)
  for (const is of new Set(entities.map((each) => each.name)))
    add(`${is} ${entities.filter((each) => each.name === is).length}`)
  add(`length ${Math.min(8, own.length)}`)
  add(`before ${(units[start - 1] ?? edge).name}`)
  add(`before2 ${(units[start - 2] ?? edge).name} ${(units[start - 1] ?? edge).name}`)
  add(`after ${(units[end] ?? edge).name}`)
  add(`after2 ${(units[end] ?? edge).name} ${(units[end + 1] ?? edge).name}`)
  add(`of ${Math.min(told.index, 2)} ${Math.min(told.count, 3)}`)
  add(`prior ${told.prior}`)
  if (told.kind) add(`kind ${told.kind}`)
  for (const name of namesIn(units)) add(`all ${name}`)
  if (setting.agent.length || setting.event.length) {
    add(`agent ${setting.asks}`)
    const short = Math.min(3, words.length >> 1)
    add(`agent ${setting.asks} ${short}`)
    for (const word of setting.agent) add(`a ${word}`)
    for (const word of setting.before) add(`b ${word}`)
    for (const word of setting.event) add(`e ${word}`)
    for (const name of new Set(names)) add(`answer ${setting.asks} ${name}`)
  } else add('alone')
  return rows()
}

const closed = new Set(
  `to into for from in with using on onto except but leave leaving keep keeping of via at least most min max lock under over
  above below better more less worth than and or if get getting buy buying sell selling pay paying by until till every each
  after before as against not no only through out off my his her their the a per around between back`.split(/\s+/),
)

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
  return own.map((unit, index) => {
    const at = start + index
    const { add, rows } = collector(bits.roles)
    const name = (offset: number) => (units[at + offset] ?? edge).name
    const { is } = unit
    add('any')
    formOf(unit, add)
    around(units, at, add)
    add(`do ${action} ${is}`)
    add(`do ${action} ${name(0)}`)
    add(`do ${action} ${name(-1)} ${is}`)
    add(`do ${action} ${name(1)} ${is}`)
    add(`do ${action} ${name(-2)} ${name(-1)} ${is}`)
    add(`people ${people} ${name(-1)} ${name(0)}`)
    add(`people ${people} ${name(-2)} ${name(-1)} ${is}`)
    add(`kind ${kind} ${is}`)
    add(`kind ${kind} ${action} ${is}`)
    if (unit.entity !== undefined) {
      add(`w ${unit.word} ${name(-1)}`)
      const same = own.filter((each) => each.is === is)
      add(`nth ${same.indexOf(unit)} ${same.length} ${is}`)
      add(`nth ${same.indexOf(unit)} ${same.length} ${is} ${action}`)
      for (const [way, step] of [
        ['l', -1],
        ['r', 1],
      ] as const) {
        let words = 0
        for (let far = index + step; far >= 0 && far < own.length && words < 2; far += step) {
          const word = own[far]?.word ?? ''
          if (!closed.has(word)) continue
          add(`${way}${words} ${word} ${is}`)
          if (words === 0) add(`${way} ${word} ${is} ${action}`)
          words += 1
        }
        let entity = index + step
        while (own[entity] && own[entity]?.entity === undefined) entity += step
        add(`${way}e ${own[entity]?.is} ${is} ${Math.min(3, Math.abs(entity - index))}`)
        add(`${way}e ${own[entity]?.is} ${is} ${action}`)
      }
    }
    add(`first ${own[0]?.name} ${is}`)
    if (setting.agent.length && units.length <= 8) {
      for (const word of setting.agent) add(`a ${word} ${is}`)
      add(`agent ${setting.asks} ${is}`)
    }
    return rows()
  })
}
