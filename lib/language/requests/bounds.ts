import { conditionOf } from '../bounds/loose'
import type { Piece } from '../bounds/pieces'
import type { Role } from '../labels'
import type { Clause, Reading } from '../reader/reader'
import type { Limit, Request, Sum } from '../request'
import { asksFor, takesBack } from './clauses'
import { limitRoles, limitsIn } from './request-of'
import { sumsIn } from './sums'

/**
 * True for a condition, and for words with nothing of their own but bounds: "if the slippage is over 1 % forget it",
 * "leave 3 ETH".
 */
export const isBound = ({ kind }: Clause, pieces: readonly Piece[]): boolean =>
  kind === 'condition' ||
  (kind === 'request' &&
    limitsIn(pieces).length > 0 &&
    pieces.every(({ role }) => limitRoles.includes(role) || role === 'reference')) ||
  (kind === 'request' &&
    pieces.some(({ role }) => role === 'keep') &&
    pieces.every(({ role }) => keeping.includes(role)))

/** Roles in words that only say what is to stay. */
const keeping: readonly Role[] = ['keep', 'give', 'about', 'reference']

/** Adds a bound to the request that it belongs to. A condition that no figure of the plan can be held to is to be waited for. */
export function withBound(
  request: Request,
  clause: Clause,
  pieces: readonly Piece[],
  text: string,
  reading: Reading,
): Request {
  const limits = limitsIn(pieces)
  // "If eth is above 3000" bounds a price. "If that can't be had, leave it" is no condition of the request.
  const isOfPrice = pieces.some(({ role }) => role === 'about' || role === 'reference') && !limits.some(isOfPlan)
  const governed = clause.of === undefined ? undefined : reading.clauses[clause.of]
  const isEnding = governed !== undefined && !asksFor(governed) && takesBack(governed)
  const isHeld = clause.kind !== 'condition' || isEnding || (limits.length > 0 && !isOfPrice)
  if (!isHeld) return withLoose(request, conditionOf(text, clause, reading))
  return { ...request, sums: [...request.sums, ...keptIn(text, pieces)], limits: [...request.limits, ...limits] }
}

/** True for a bound of the plan itself, rather than of a price: it counts a token, or is a percentage. */
const isOfPlan = ({ role, meanings }: Limit): boolean =>
  role === 'slippage' || meanings.some(({ is }) => is === 'token' || is === 'percent')

export const keptIn = (text: string, pieces: readonly Piece[]): Sum[] =>
  sumsIn(text, pieces, []).filter(({ part }) => part === 'keep')

export const withLoose = (request: Request, loose: readonly Limit[]): Request =>
  loose.length === 0 ? request : { ...request, loose: [...(request.loose ?? []), ...loose] }
