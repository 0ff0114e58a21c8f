import type { Entity, Meaning, Span } from '../entity'

/** A unit that the reader labels: a whole entity, a word, or a mark. */
export type Unit = Span & {
  /** As written, in lower case, with digits as zeros. */
  word: string
  /** Its name as a neighbour: the kind of an entity, else the word. */
  name: string
  /** The kind of an entity, `word`, or `mark`. */
  is: string
  /** Another possible kind of the entity. */
  also?: string
  /** Its index among the entities. */
  entity?: number
}

const pieces = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|\d+(?:[.,]\d+)*|->|=>|\.{2,}|\s+|./gsu

const people = new Set<Meaning['is']>(['address', 'badAddress', 'name', 'contact'])

/** Returns the kind of an entity, in the reader's terms. */
function kindOf(meaning: Meaning): string {
  if (meaning.is === 'share') return meaning.part[0] === meaning.part[1] ? 'all' : 'share'
  return meaning.is === 'pronoun' ? meaning.for : meaning.is
}

/**
 * Returns the name of an entity: a person for anybody; for a pronoun that means a thing or a place, the word itself.
 */
function nameOf(meaning: Meaning, word: string): string {
  if (people.has(meaning.is)) return '<person>'
  if (meaning.is === 'pronoun' && meaning.for !== 'person') return word
  return `<${kindOf(meaning)}>`
}

function unit(text: string, { start, end }: Span, entity?: { value: Entity; index: number }): Unit {
  const word = text.slice(start, end).toLowerCase().replaceAll('’', "'").replace(/\d/g, '0')
  if (!entity) {
    const is = /^[\p{L}\p{M}\d]/u.test(word) ? 'word' : 'mark'
    return { start, end, word, name: word, is }
  }
  const { value, index } = entity
  const also = value.or?.map(kindOf).join(' ')
  return { start, end, word, name: nameOf(value, word), is: kindOf(value), entity: index, ...(also && { also }) }
}

/** Splits a text into units: its entities, and the words and marks between them, without the gaps. */
export function unitsOf(text: string, entities: readonly Entity[]): Unit[] {
  const units: Unit[] = []
  let at = 0
  const plain = (end: number) => {
    for (const { 0: piece, index } of text.slice(at, end).matchAll(pieces))
      if (piece.trim()) units.push(unit(text, { start: at + index, end: at + index + piece.length }))
  }
  for (const [index, value] of entities.entries()) {
    plain(value.start)
    units.push(unit(text, value, { value, index }))
    at = value.end
  }
  plain(text.length)
  return units
}
