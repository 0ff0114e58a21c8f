import { waitsIn } from '../bounds/loose'
import type { Piece } from '../bounds/pieces'
import { isDescribing } from '../bounds/waits'
import { type Entity, type Is, type Meaning, ofKind, type Span } from '../entity'
import type { Role } from '../labels'
import type { Clause, Reading } from '../reader/reader'
import type { Limit, Request, RequestedChain } from '../request'
import { isWithin, quoted } from '../spans'
import { among } from './pieces'
import { sumsIn } from './sums'

const chainRoles: Partial<Record<Role, RequestedChain['end']>> = { chain: 'on', fromChain: 'from', toChain: 'to' }

export const limitRoles: readonly Role[] = [
  ...(['protocol', 'slippage', 'rate', 'lockup', 'atMost', 'atLeast', 'limit', 'when', 'every', 'until'] as const),
  ...(['spender', 'contract', 'function', 'argument', 'excluded', 'count'] as const),
]

export function requestOf(text: string, clause: Clause, reading: Reading, pieces: readonly Piece[]): Request {
  const things = entitiesIn(clause, reading, 'pronoun').filter(isThing)
  const sums = sumsIn(text, pieces, things)
  const isUnnamed = ({ role, meanings }: Piece) => role === 'reference' || (role === 'amount' && meanings.length === 0)
  const refers = things.length > 0 || sums.length === 0 || pieces.some(isUnnamed)
  return {
    action: clause.action ?? 'revise',
    texts: [quoted(text, clause)],
    sums,
    ...(refers && { refers }),
    receivers: pieces
      .filter(({ role }) => role === 'receiver')
      .map(({ meanings, text, p }) => ({
        meaning: among(meanings, ['address', 'name', 'contact', 'pronoun']),
        text,
        p,
      })),
    chains: pieces.flatMap(({ role, meanings, text, p }) => {
      const end = chainRoles[role]
      const chain = among(meanings, ['chain'])
      return end && chain ? [{ end, chain, text, p }] : []
    }),
    limits: [
      ...limitsIn(pieces.filter((piece) => !tellsPurpose(text, piece, reading))),
      ...placesIn(text, clause, reading, pieces),
      ...collectionsIn(text, clause, reading, pieces),
    ],
    former: [],
    loose: waitsIn(text, clause, reading),
    unexplained: [
      ...pieces.flatMap(({ meanings, text }) =>
        meanings.some(({ is }) => is === 'badNumber') ? [{ meanings, text }] : [],
      ),
      // A network that no part of the clause has: "do it on mainnet, he doesn't use Base".
      ...entitiesIn(clause, reading, 'chain')
        .filter((each) => !each.or && !each.maybe && !pieces.some(({ span }) => isWithin(each, span)))
        .map((each) => ({ meanings: [each], text: text.slice(each.start, each.end) })),
    ],
    message: 0,
    p: clause.p,
    sure: clause.sure,
  }
}

export const limitsIn = (pieces: readonly Piece[]): Limit[] =>
  pieces
    .filter(({ role }) => limitRoles.includes(role))
    .map(({ role, meanings, text, p }) => ({ role, meanings, text, p }))

/** True for a time that only says what something is for: "rent is due on friday". */
function tellsPurpose(text: string, { role, span }: Piece, { entities }: Reading): boolean {
  const times = entities.filter(({ is, ...each }) => (is === 'date' || is === 'recurrence') && isWithin(each, span))
  return (role === 'when' || role === 'every') && times.length > 0 && times.every((time) => isDescribing(text, time))
}

/** Returns the entities of one kind in a clause. */
export const entitiesIn = <K extends Meaning['is']>(clause: Span, { entities }: Reading, kind: K) =>
  ofKind(entities, kind).filter((entity) => isWithin(entity, clause))

/**
 * Returns the vaults and lending markets that a clause names, whatever their role, with what belongs to a name ("7-day"),
 * and the lock-ups that no part holds.
 */
const placesIn = (text: string, clause: Clause, reading: Reading, pieces: readonly Piece[]): Limit[] => {
  const limit = (place: Entity, others: readonly Meaning[]): Limit => ({
    ...{ role: 'position', meanings: [place, ...others], text: text.slice(place.start, place.end), p: 1 },
  })
  // "Not in the locked vault".
  const isRefused = (place: Span) => pieces.some(({ role, span }) => role === 'excluded' && isWithin(place, span))
  const named = entitiesIn(clause, reading, 'position').filter((place) => !isRefused(place))
  const places = named.map((place) => {
    const name = pieces.find(({ role, meanings }) => role === 'position' && meanings.includes(place))
    return limit(place, name?.meanings.filter((meaning) => meaning !== place) ?? [])
  })
  const lockups = entitiesIn(clause, reading, 'lockup').filter(
    (lockup) => !pieces.some(({ meanings }) => meanings.includes(lockup)),
  )
  return [...places, ...lockups.map((lockup) => limit(lockup, []))]
}

/** Returns the collections that a clause names outside its other parts: "one of my badges". */
const collectionsIn = (text: string, clause: Clause, reading: Reading, pieces: readonly Piece[]): Limit[] =>
  entitiesIn(clause, reading, 'collection')
    .filter(({ start, end }) => !pieces.some(({ span }) => span.start < end && start < span.end))
    .map((named) => ({
      ...{ role: 'collection' as const, meanings: [named], text: text.slice(named.start, named.end), p: 1 },
    }))

export const isThing = (pronoun: Is<'pronoun'>): boolean => pronoun.for === 'thing'
