import type { Address, Hex } from 'viem'
import type { Entity, Names, Span } from '@/lib/language/entity'
import { findEntities } from '@/lib/language/find-entities'

/** A name in a text that the app knows. */
export type Chip =
  | { kind: 'address'; address: Address }
  | { kind: 'name'; name: string }
  | { kind: 'hash'; hash: Hex }
  | { kind: 'chain'; chainId: number }
  | { kind: 'token'; symbol: string }

/** Maximum characters of a text that is searched for names. */
const longest = 8_000

/** Finds the names in a text, in order and without overlaps. An amount and its token are one. */
export function findChips(text: string, names: Names): (Span & Chip)[] {
  if (text.length > longest) return []
  const entities = findEntities(text, names)
  return entities.flatMap((entity, index) => {
    const chip = chipOf(entity, names)
    if (!chip) return []
    const before = entities[index - 1]
    const isCounted =
      chip.kind === 'token' && before?.is === 'number' && /^\s$/.test(text.slice(before.end, entity.start))
    return [{ ...chip, start: isCounted ? before.start : entity.start, end: entity.end }]
  })
}

/** Returns null for a name unknown here, and for anything that may be an ordinary word. */
function chipOf(entity: Entity, { chains }: Names): Chip | null {
  if (entity.maybe) return null
  switch (entity.is) {
    case 'address':
      return entity.dictated || entity.checksum === 'wrong' ? null : { kind: 'address', address: entity.address }
    case 'name':
      return entity.dictated ? null : { kind: 'name', name: entity.name }
    case 'hash':
      return { kind: 'hash', hash: entity.hash }
    case 'chain':
      return entity.chainId === null || !chains.some(({ id }) => id === entity.chainId)
        ? null
        : { kind: 'chain', chainId: entity.chainId }
    case 'token':
      return entity.known ? { kind: 'token', symbol: entity.symbol } : null
    default:
      return null
  }
}
