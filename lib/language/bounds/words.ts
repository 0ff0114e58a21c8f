import type { Entity, Span } from '../entity'
import { type Unit, unitsOf } from '../reader/units'

/** Returns the units of a text that lie within a span. */
export const unitsIn = (text: string, { start, end }: Span, entities: readonly Entity[]): Unit[] =>
  unitsOf(text, entities).filter((unit) => unit.start >= start && unit.end <= end)

/** True if one span lies within the other. */
export const isWithin = (inner: Span, outer: Span): boolean => inner.start >= outer.start && inner.end <= outer.end

/** Makes a set of words, given with spaces between. */
export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean))

/** Words of a noun phrase before its noun. */
export const determiners = setOf('the a an my our your his her their its this that these those any all some')
