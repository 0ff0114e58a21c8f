import type { Piece } from '../bounds/pieces'
import type { Entity, Is, Meaning } from '../entity'
import type { Role } from '../labels'
import type { Clause, Reading } from '../reader/reader'
import { wordsIn } from '../words/comparing'
import { joining } from '../words/sets'

export function piecesOf(text: string, clause: Clause, { entities }: Reading): Piece[] {
  return clause.parts.map(({ start, end, role, p, group, entities: inside }) => ({
    span: { start, end },
    text: text.slice(start, end),
    role,
    meanings: inside.flatMap((at): Meaning[] => {
      const entity = entities[at]
      if (!entity) return []
      if (isCounting(role) && isCut(text, entity, end, entities)) return [{ is: 'badNumber' }]
      return [entity, ...(entity.or ?? [])]
    }),
    group: group ?? null,
    p,
  }))
}

const isCounting = (role: Role): boolean => role === 'amount' || role === 'value'

/**
 * True for a figure with a word behind it that no entity explains: up to the end of its piece, or alone before a token
 * ("two hunnid usdc").
 */
function isCut(text: string, figure: Entity, end: number, entities: readonly Entity[]): boolean {
  if (figure.is !== 'number' && figure.is !== 'dollars') return false
  const next = entities.find((each) => each.start >= figure.end)
  const isOpen = (to: number) => wordsIn(text.slice(figure.end, to)).some((word) => !joining.has(word))
  if (isOpen(Math.min(end, next?.start ?? end))) return true
  const between = next?.is === 'token' ? text.slice(figure.end, next.start) : ''
  return wordsIn(between).length === 1 && isLetters(between.trim()) && isOpen(next?.start ?? end)
}

const isLetters = (text: string): boolean => /^\p{L}+$/u.test(text)

export function among<K extends Meaning['is']>(meanings: readonly Meaning[], kinds: readonly K[]): Is<K> | null {
  const isOne = (meaning: Meaning): meaning is Is<K> => (kinds as readonly string[]).includes(meaning.is)
  return meanings.find(isOne) ?? null
}

/** True if two meanings name or count the same. */
export function isSame(one: Meaning, other: Meaning | null): boolean {
  if (one.is === 'token' && other?.is === 'token') return one.symbol === other.symbol
  if (one.is === 'chain' && other?.is === 'chain') return one.chainId === other.chainId
  if (one.is === 'address' && other?.is === 'address') return one.address === other.address
  if (one.is === 'name' && other?.is === 'name') return one.name === other.name
  return 'value' in one && other !== null && 'value' in other && one.is === other.is && one.value === other.value
}
