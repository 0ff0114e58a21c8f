import type { Entity, Meaning, Span } from '../entity'
import type { Unit } from '../reader/units'
import { isWithin } from '../spans'
import { deniers, determiners, prepositions, refusers, subjects } from '../words/sets'
import { unitsIn } from './units-in'

/** What words rule out: "never use DAI", "not in the locked vault". `span` reaches from the first thing to the last. */
export type Excluded = { span: Span; things: readonly Entity[] }

/** Words that negate the thing behind them. */
const negators = new Set([...deniers, 'avoid'])
/** Words between a negation and its thing. */
const between = new Set([...determiners, ...prepositions])

/** What can be ruled out. */
const things: ReadonlySet<Meaning['is']> = new Set(['token', 'chain', 'protocol', 'position', 'lockup'])

/** Returns what a clause rules out, by its negations. */
export function excludedIn(text: string, clause: Span, entities: readonly Entity[]): Excluded[] {
  const units = unitsIn(text, clause, entities)
  const found: Excluded[] = []
  for (const [at, unit] of units.entries()) {
    const from = startOf(units, at)
    if (from === null) continue
    const run = runFrom(units, from, refusers.has(unit.word) || isDoNot(units, at) ? 1 : 0)
    const named = run.flatMap(({ entity }) => (entity === undefined ? [] : (entities[entity] ?? [])))
    const [first, last] = [named[0], named.findLast(({ is }) => things.has(is))]
    if (first && last) found.push({ span: { start: first.start, end: last.end }, things: named })
  }
  return found
}

const isDoNot = (units: readonly Unit[], at: number): boolean =>
  units[at]?.word === 'not' && units[at - 1]?.word === 'do'

/** Returns where the words behind a negation begin. Null for a unit that negates nothing. */
function startOf(units: readonly Unit[], at: number): number | null {
  const { word = '', entity } = units[at] ?? {}
  // "Nothing that locks me in".
  if (word === 'nothing') return units[at + 1]?.word === 'that' ? at + 2 : at + 1
  if (entity !== undefined) return null
  const before = units[isDoNot(units, at) ? at - 2 : at - 1]?.word ?? ''
  // A refuser behind a subject tells what somebody does not do: "I don't have ETH".
  if (refusers.has(word) || isDoNot(units, at)) return subjects.has(before) ? null : at + 1
  return negators.has(word) ? at + 1 : null
}

/** Returns the things behind a negation, up to the next word or mark that is none of theirs. */
function runFrom(units: readonly Unit[], from: number, verbs: number): Unit[] {
  const run: Unit[] = []
  let left = verbs
  for (const unit of units.slice(from)) {
    if (unit.entity !== undefined && unit.is !== 'number' && unit.is !== 'dollars') {
      if (things.has(unit.is as Meaning['is']) || run.length > 0 || unit.is === 'duration') run.push(unit)
      else if (unit.is !== 'self') break
    } else if (unit.is !== 'word') break
    else if (run.length > 0) {
      if (unit.word !== 'or' && unit.word !== 'nor') break
    } else if (!between.has(unit.word)) {
      if (left === 0) break
      left -= 1
    }
  }
  return run
}

/** Returns the exclusion that a span belongs to. */
export const excludedAt = (span: Span, all: readonly Excluded[]): Excluded | undefined =>
  all.find((each) => isWithin(span, each.span))
