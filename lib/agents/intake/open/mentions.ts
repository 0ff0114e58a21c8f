import type { Entity, Span } from '@/lib/language/entity'
import { determiners, prepositions } from '@/lib/language/words/sets'
import type { Dialogue } from '../../meaning/understanding'
import type { Message } from '../message'
import { deedOf, isNaming, type Named, namedBy } from './names'

/** A noun phrase for an open call: "the swap", "the USDC one", "the first", "the transfer of 1 ETH to 0x…". */
export type Mention = Span &
  Named & {
    /** It can hardly be of anything else. */
    isSure: boolean
  }

/** A word in lower case, or all that one entity covers. */
type Unit = Span & { word: string; entity: Entity | null }

function unitsOf({ text, reading }: Message): readonly Unit[] {
  const entities = reading.entities.filter((each) => isNaming(each) || each.is === 'ordinal')
  const words = [...text.matchAll(/[\p{L}\p{N}_]+/gu)].map(({ 0: word, index: start }) => ({
    ...{ start, end: start + word.length, entity: null },
  }))
  const isFree = ({ start }: Span) => entities.every((each) => start < each.start || each.end <= start)
  return [...words.filter(isFree), ...entities.map((entity) => ({ start: entity.start, end: entity.end, entity }))]
    .map((unit) => ({ ...unit, word: text.slice(unit.start, unit.end).toLowerCase() }))
    .sort((one, other) => one.start - other.start)
}

const isNoun = ({ word }: Unit): boolean => deedOf(word) !== undefined || word === 'one'
/** True for what may stand for the noun as well as before it. */
const isNounLike = ({ word, entity }: Unit): boolean => word === 'other' || entity?.is === 'ordinal'
const isThing = ({ entity }: Unit): boolean => entity !== null && isNaming(entity)

/** Returns how many of the units behind a determiner name a call: up to the noun, or what stands for it. */
function lengthOf(units: readonly Unit[]): number {
  const noun = units.findIndex((unit) => isNoun(unit) || !(isThing(unit) || isNounLike(unit)))
  const nouns = noun < 0 ? [] : units.slice(noun)
  const behind = nouns.findIndex((unit) => !isNoun(unit))
  if (nouns.length > 0 && behind !== 0) return noun + (behind < 0 ? nouns.length : behind)
  return units[0] && isNounLike(units[0]) ? 1 : 0
}

/** Returns the definite noun phrases that may stand for an open call. */
export function mentionsIn(message: Message, dialogue: Dialogue): readonly Mention[] {
  const units = unitsOf(message)
  const namedOf = (name: readonly Unit[]) => {
    const entities = name.flatMap(({ entity }) => entity ?? [])
    return namedBy(name.map(({ word }) => word).join(' '), entities, message, dialogue)
  }
  return units.flatMap((first, at): Mention[] => {
    const behind = units.slice(at + 1)
    let length = determiners.has(first.word) ? lengthOf(behind) : 0
    if (length === 0) return []
    // What the call has itself belongs to its name, "the transfer of 1 ETH to 0x…"; what it is to have does not.
    while (prepositions.has(behind[length]?.word ?? '')) {
      const things = behind.slice(length + 1).findIndex((unit) => !isThing(unit))
      const longer = things < 0 ? behind.length : length + 1 + things
      if (longer === length + 1 || !namedOf(behind.slice(0, longer))?.calls.length) break
      length = longer
    }
    const name = behind.slice(0, length)
    const isSure = name.some(({ word }) => deedOf(word) !== undefined) || (name.some(isNoun) && name.some(isThing))
    const named = namedOf(name)
    return named ? [{ start: first.start, end: name.at(-1)?.end ?? first.end, ...named, isSure }] : []
  })
}
