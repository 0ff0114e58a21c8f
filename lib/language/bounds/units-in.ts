import type { Entity, Span } from '../entity'
import { type Unit, unitsOf } from '../reader/units'
import { isWithin } from '../spans'

/** Returns the units of a text that lie within a span. */
export const unitsIn = (text: string, span: Span, entities: readonly Entity[]): Unit[] =>
  unitsOf(text, entities).filter((unit) => isWithin(unit, span))
