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
  joining,
  prepositions,
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

/** True for a recurrence that describes a thing: "its 12 DAI monthly fee". */
function isAttribute(text: string, time: Span, before: readonly string[]): boolean {
  const next = /^\s+([\p{L}]+)/u.exec(text.slice(time.end))?.[1]?.toLowerCase()
  const isNoun = next !== undefined && !prepositions.has(next) && !joining.has(next) && !besideCourtesies.has(next)
  const at = before.findLastIndex((word) => determiners.has(word))
  return isNoun && at >= 0 && before.length - at <= mostBefore
}

/** Most words between the determiner of a thing and what describes it: "its 12 DAI monthly fee". */
const mostBefore = 3

/**
 * True for a time that only says what something is for: "for last week", "tuesday's dinner", "the November rent". A whole
 * month without a role may always be that.
 */
export function isPurpose(text: string, time: Entity): boolean {
  if (time.is === 'date' && time.day?.kind === 'date' && time.day.day === undefined && !time.time) return true
  const before = wordsBefore(text, time).at(-1) ?? ''
  return purposes.has(before) || determiners.has(before) || isDescribing(text, time)
}

const wordsBefore = (text: string, { start }: Span): string[] =>
  text
    .slice(0, start)
    .toLowerCase()
    .match(/[\p{L}\p{N}.,]+/gu) ?? []

/** True for a time that describes what it stands beside: "tuesday's dinner", "rent is due on friday", "a monthly fee". */
export function isDescribing(text: string, time: Entity): boolean {
  const words = wordsBefore(text, time)
  const isOwning = /^['’]s\b/.test(text.slice(time.end))
  return isOwning || words.slice(-2).includes('due') || (time.is === 'recurrence' && isAttribute(text, time, words))
}
