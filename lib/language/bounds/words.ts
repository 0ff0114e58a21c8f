import type { Entity, Span } from '../entity'
import { type Unit, unitsOf } from '../reader/units'
import { isWithin } from '../spans'

/** Returns the units of a text that lie within a span. */
export const unitsIn = (text: string, span: Span, entities: readonly Entity[]): Unit[] =>
  unitsOf(text, entities).filter((unit) => isWithin(unit, span))

/** Makes a set of words, given with spaces between. */
export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean))

/** Words of a noun phrase before its noun. */
export const determiners = setOf('the a an my our your his her their its this that these those any all some')
