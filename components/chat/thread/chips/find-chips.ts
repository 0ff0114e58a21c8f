import type { Address, Hex } from 'viem'
import type { Entity, Names, Span } from '@/lib/language/entity'
import { findEntities } from '@/lib/language/find-entities'

/** What a piece of a text names that the app has more to say of. */
export type Chip =
  | { kind: 'address'; address: Address }
  | { kind: 'hash'; hash: Hex }
  | { kind: 'chain'; chainId: number }
  | { kind: 'token'; symbol: string }

/** So long a text is read for them; a longer one is drawn as it is. */
const longest = 8_000

/** What a text names, in order, no two of them overlapping. An amount and its token are one. */
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

/** Null for what is no name of something here, or may as well be another word. */
function chipOf(entity: Entity, { chains }: Names): Chip | null {
  if (entity.maybe) return null
  switch (entity.is) {
    case 'address':
      return entity.dictated || entity.checksum === 'wrong' ? null : { kind: 'address', address: entity.address }
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
