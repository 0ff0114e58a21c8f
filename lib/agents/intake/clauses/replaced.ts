import type { Entity, Span } from '@/lib/language/entity'
import type { Clause, Reading } from '@/lib/language/reader/reader'
import { isWithin } from '@/lib/language/spans'
import { wordsIn } from '@/lib/language/words/comparing'
import { deniers, prepositions } from '@/lib/language/words/sets'

/**
 * Returns the reading with refusals of one thing for another as changes: “not to him, to 0x…”. They turn down nothing but
 * the thing that they deny.
 */
export const withReplaced = (text: string, reading: Reading): Reading => ({
  ...reading,
  clauses: reading.clauses.map((clause) =>
    clause.kind === 'refusal' && replacedIn(text, clause, reading) ? asChange(clause) : clause,
  ),
})

const asChange = (clause: Clause): Clause => ({
  ...clause,
  kind: 'request',
  action: 'revise',
  sure: { ...clause.sure, action: clause.sure.kind },
})

/** Returns the two things of “not”, a thing, a comma or “but”, and another thing of its kind; null for other words. */
export function replacedIn(
  text: string,
  clause: Span,
  { entities }: Reading,
): { denied: Entity; other: Entity } | null {
  const [denied, other, ...more] = entities.filter((each) => isWithin(each, clause))
  if (!denied || !other || more.length > 0 || kindOf(denied) !== kindOf(other)) return null
  const [first = '', ...before] = wordsIn(text.slice(clause.start, denied.start))
  const between = text.slice(denied.end, other.start)
  const joining = wordsIn(between)
  const isJoined = between.trimStart().startsWith(',') || joining[0] === 'but'
  const isBare = [...before, ...joining.filter((word) => word !== 'but')].every(isSmall)
  return deniers.has(first) && isJoined && isBare ? { denied, other } : null
}

const isSmall = (word: string): boolean => prepositions.has(word)

/** The kind of a thing. A person goes by an address, a name or a pronoun. */
function kindOf(each: Entity): string {
  const isPerson = each.is === 'address' || each.is === 'name' || each.is === 'contact'
  return isPerson || (each.is === 'pronoun' && each.for === 'person') ? 'person' : each.is
}
