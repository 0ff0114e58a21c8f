import type { Piece } from '../bounds/pieces'
import type { Meaning } from '../entity'
import type { Clause, Reading } from '../reader/reader'
import type { Limit, Mention, Request } from '../request'
import { keptIn } from './bounds'
import { mentionsIn, withMentions } from './certainty'
import { takingBack } from './clauses'

/** Adds what a refusal rules out, unless the request names it itself: "swap 1 ETH for USDC, don't use Base". */
export function withRefused(request: Request, pieces: readonly Piece[]): Request {
  const own: readonly (Meaning | null)[] = [
    ...request.sums.map(({ what }) => what),
    ...request.chains.map(({ chain }) => chain),
  ]
  const isOwn = (meanings: readonly Meaning[]) => meanings.some((meaning) => own.some((each) => isSame(meaning, each)))
  const refused = pieces.filter(
    ({ role, meanings }) =>
      role !== 'keep' &&
      meanings.some(({ is }) => is === 'token' || is === 'chain' || is === 'protocol') &&
      !isOwn(meanings),
  )
  const limits = refused.map(({ meanings, text, p }): Limit => ({ role: 'excluded', meanings, text, p }))
  return { ...request, limits: [...request.limits, ...limits] }
}

/** Adds the words of a refusal to the request before it: "and leave me 0.5", "do not go over 600". */
export function bounded(
  request: Request,
  clause: Clause,
  pieces: readonly Piece[],
  text: string,
  reading: Reading,
): Request {
  const kept = keptIn(text, pieces)
  if (kept.length > 0) return { ...request, sums: [...request.sums, ...kept] }
  return withMentions(request, figuresIn(text, reading, clause), true)
}

const figuresIn = (text: string, reading: Reading, clause: Clause): Mention[] =>
  mentionsIn(text, reading, [clause]).filter(({ meanings }) => meanings.some((meaning) => 'value' in meaning))

/**
 * Returns what a refusal leaves of a request. "No no, 0.5!!" names something new, which may change the request; "stop"
 * and "don't send the 5 ETH" withdraw it.
 */
export function afterRefusal(request: Request, clause: Clause, text: string, reading: Reading): Request[] {
  const { action } = clause
  const mentions = mentionsIn(text, reading, [clause])
  if (mentions.length > 0 && action !== request.action && action !== null && !takingBack.includes(action))
    return [request]
  const said = [...request.sums, ...request.former].flatMap(({ amount, what }) => [amount, what])
  const own: readonly (Meaning | null)[] = [
    ...said,
    ...request.receivers.map(({ meaning }) => meaning),
    ...request.chains.map(({ chain }) => chain),
  ]
  const isNew = ({ meanings }: Mention) => !meanings.some((meaning) => own.some((each) => isSame(meaning, each)))
  return mentions.some(isNew) ? [withMentions(request, mentions, true)] : []
}

/** True if two meanings name or count the same. */
function isSame(one: Meaning, other: Meaning | null): boolean {
  if (one.is === 'token' && other?.is === 'token') return one.symbol === other.symbol
  if (one.is === 'chain' && other?.is === 'chain') return one.chainId === other.chainId
  if (one.is === 'address' && other?.is === 'address') return one.address === other.address
  if (one.is === 'name' && other?.is === 'name') return one.name === other.name
  return 'value' in one && other !== null && 'value' in other && one.is === other.is && one.value === other.value
}
