import type { Piece } from '../bounds/pieces'
import type { Entity, Is, Meaning } from '../entity'
import { wordsIn } from '../function-words'
import type { Role } from '../labels'
import type { Clause, Reading } from '../reader/reader'

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

/** Articles, prepositions and the like: words behind a figure that leave it as it is ("fifty dollars' worth of"). */
const joining: ReadonlySet<string> = new Set(
  (
    'a an the my our your his her their this that these those of worth s in into to for from with at on by as and or ' +
    'per each more extra additional whole full entire other becomes total altogether out off over'
  ).split(' '),
)

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
