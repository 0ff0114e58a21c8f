import type { Entity, Span } from '../entity'
import { determiners, leavingOut } from '../words/sets'
import { unitsIn } from './units-in'

/**
 * Returns the figures of a clause that are left out of all there is: "all my ETH apart from 2", "everything but 100
 * USDC".
 */
export function keptFigures(text: string, clause: Span, entities: readonly Entity[]): Entity[] {
  const units = unitsIn(text, clause, entities)
  const all = units.findIndex(({ is }) => is === 'all')
  if (all < 0) return []
  return units.flatMap(({ entity, is }, at) => {
    const figure = entity === undefined ? undefined : entities[entity]
    if (!figure || (is !== 'number' && is !== 'dollars') || at < all) return []
    const words = units.slice(0, at).filter(({ word, is }) => !(is === 'word' && determiners.has(word)))
    const [last, before] = [words.at(-1)?.word ?? '', words.at(-2)?.word ?? '']
    return leavingOut.has(last) || leavingOut.has(`${before} ${last}`) ? [figure] : []
  })
}
