import type { Entity, Span } from '../entity'
import { exceptives } from '../function-words'
import { determiners, setOf, unitsIn } from './words'

/** Words before what is left out of all there is: "all my ETH but 2". */
const leavingOut: ReadonlySet<string> = new Set([
  ...exceptives,
  ...setOf('but bar barring minus save besides sans less'),
  ...['save for', 'but for'],
])

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
