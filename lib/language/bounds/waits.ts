import type { Entity, Meaning, Span } from '../entity'
import type { Unit } from '../reader/units'
import { isWithin } from '../spans'
import {
  afterOnce,
  asBefore,
  beforeOnce,
  besideCourtesies,
  conjunctions,
  courtesies,
  determiners,
  purposes,
  puttingOff,
  sequence,
  would,
} from '../words/sets'
import { unitsIn } from './units-in'

/** True for a condition that is only polite. */
const isPolite = (units: readonly Unit[]): boolean => {
  const words = units.filter(({ is }) => is !== 'mark').map(({ word }) => word)
  // "I would be grateful if you could arrange …".
  if (words.some((word, at) => (word === 'you' || word === 'u') && would.has(words[at + 1] ?? ''))) return true
  return (
    words.some((word) => courtesies.has(word)) &&
    words.every((word) => courtesies.has(word) || besideCourtesies.has(word))
  )
}

/** True if a clause is a condition of nothing: "if you can". */
export const isCourtesy = (text: string, clause: Span, entities: readonly Entity[]): boolean =>
  isPolite(unitsIn(text, clause, entities))

/** Most words of a condition that are quoted. */
const mostWords = 8

/** Returns the conditions within a clause, as far as no part (`held`) has their words. */
export function conditionsIn(text: string, clause: Span, entities: readonly Entity[], held: readonly Span[]): Span[] {
  const units = unitsIn(text, clause, entities)
  return units.flatMap((unit, at): Span[] => {
    if (!isConjunction(units, at) || held.some((part) => isWithin(unit, part))) return []
    const start = units[at - 1]?.word === 'as' ? at - 1 : at
    const next = units.findIndex((each, index) => index > at && (each.is === 'mark' || isFigure(each)))
    const end = next < 0 ? units.length : next
    const words = units.slice(start, end)
    if (words.length < 2 || isPolite(words)) return []
    // Before a figure stands the verb of what is asked for: "after my rent is paid send 50".
    const isCut = next >= 0 && units[next]?.is !== 'mark' && words.length > 3
    const quoted = words.slice(0, Math.min(isCut ? words.length - 1 : words.length, mostWords))
    return [{ start: quoted[0]?.start ?? 0, end: quoted.at(-1)?.end ?? 0 }]
  })
}

const isFigure = ({ is }: Unit): boolean => is === 'number' || is === 'dollars' || is === 'all' || is === 'share'

function isConjunction(units: readonly Unit[], at: number): boolean {
  const [unit, before, next] = [units[at], units[at - 1]?.word ?? '', units[at + 1]?.word ?? '']
  if (!unit || unit.entity !== undefined) return false
  if (asBefore.has(unit.word)) return before === 'as'
  if (unit.word === 'once') return !beforeOnce.has(before) && !afterOnce.has(next) && next !== ''
  if (unit.word === 'after') return !sequence.has(next)
  return conjunctions.has(unit.word)
}

/** How a time stands to now: still to come, not sure to be now, or no time to wait for. */
export type Ahead = 'ahead' | 'open' | 'none'

/** Tells whether something that happens now would happen before its time. */
export function aheadOf(meaning: Meaning): Ahead {
  switch (meaning.is) {
    case 'duration':
      return meaning.side === 'ahead' ? 'ahead' : meaning.side === 'back' ? 'none' : 'open'
    case 'recurrence':
      return 'open'
    case 'date': {
      const { day, time, part, edge } = meaning
      // What is done now is done before.
      if (edge === 'before' || edge === 'by') return 'none'
      const isTimed = time !== undefined || part !== undefined
      switch (day?.kind) {
        case 'yesterday':
        case 'last':
          return 'none'
        case 'now':
        case 'today':
        case 'this':
          return isTimed ? 'open' : 'none'
        case 'tomorrow':
        case 'next':
          return 'ahead'
        case 'weekday':
          return day.week === 'last' ? 'none' : day.week === 'next' ? 'ahead' : 'open'
        default:
          return 'open'
      }
    }
    default:
      return 'none'
  }
}

/** True for words that put off what stands beside them: "later tonight". */
export const isPutOff = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .some((word) => puttingOff.has(word))

/**
 * True for a time that only says what something is for: "for last week", "tuesday's dinner", "the November rent". A whole
 * month without a role may always be that.
 */
export function isPurpose(text: string, time: Entity): boolean {
  if (time.is === 'date' && time.day?.kind === 'date' && time.day.day === undefined && !time.time) return true
  if (/^['’]s\b/.test(text.slice(time.end))) return true
  const before = /([\p{L}]+)\s+$/u.exec(text.slice(0, time.start))?.[1]?.toLowerCase() ?? ''
  return purposes.has(before) || determiners.has(before)
}
