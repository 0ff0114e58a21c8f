import type { Entity, Meaning, Span } from '../entity'
import type { Role } from '../labels'
import type { Reading } from '../reader/reader'
import { isWithin } from '../spans'
import { excludedAt, excludedIn } from './excluded'
import { keptFigures } from './kept'

/**
 * A piece of the words with its role, and how sure the reader is of that. A figure with a word behind it that nothing
 * explains ("two hunnid") may be any number: it is a `badNumber`.
 */
export type Piece = {
  span: Span
  text: string
  role: Role
  meanings: readonly Meaning[]
  group: number | null
  p: number
}

/** Certainty of a role that small words give: a negation, "apart from". */
const bySmallWords = 0.7

const ruledOut: readonly Role[] = ['excluded', 'discarded']

/**
 * Returns the pieces of a clause with the roles that negations and exceptions give, whatever the reader took them for:
 * "never use DAI", "all my ETH apart from 2".
 */
export function withBounds(
  pieces: readonly Piece[],
  text: string,
  clause: Span,
  { entities }: Pick<Reading, 'entities'>,
): Piece[] {
  const excluded = excludedIn(text, clause, entities).filter(
    ({ span }) => !pieces.some((piece) => piece.role === 'excluded' && overlaps(piece.span, span)),
  )
  const kept = keptFigures(text, clause, entities)
  const isKept = (span: Span) => kept.some((figure) => isWithin(figure, span))
  const own = pieces
    .filter(({ span }) => !excludedAt(span, excluded))
    .map(
      (piece): Piece =>
        isKept(piece.span) && piece.role !== 'keep' && !ruledOut.includes(piece.role)
          ? { ...piece, role: 'keep', p: bySmallWords }
          : piece,
    )
  // "To ETH, no sorry, not to ETH, to WBTC": what was named before is taken back, if something takes its place.
  const isTakenBack = (piece: Piece) =>
    excluded.some(
      ({ span, things }) =>
        piece.span.end <= span.start &&
        things.some((thing) => piece.meanings.some((each) => isSameToken(each, thing))) &&
        own.some(({ role, span: later }) => role === piece.role && later.start >= span.end),
    )
  const isFree = (figure: Entity) => !pieces.some(({ span }) => isWithin(figure, span))
  const added = [
    ...excluded.map(({ span, things }) => pieceOf(text, span, 'excluded', things)),
    ...kept.filter(isFree).map((figure) => pieceOf(text, figure, 'keep', [figure])),
  ]
  if (added.length === 0) return own
  const standing = own.map((piece): Piece => (isTakenBack(piece) ? { ...piece, role: 'discarded' } : piece))
  return [...standing, ...added].toSorted((a, b) => a.span.start - b.span.start)
}

const pieceOf = (text: string, { start, end }: Span, role: Role, entities: readonly Entity[]): Piece => ({
  ...{ span: { start, end }, text: text.slice(start, end), role, group: null, p: bySmallWords },
  meanings: entities.flatMap((entity) => [entity, ...(entity.or ?? [])]),
})

const isSameToken = (one: Meaning, other: Meaning): boolean =>
  one.is === 'token' && other.is === 'token' && one.symbol === other.symbol

const overlaps = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end
