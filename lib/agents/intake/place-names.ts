import type { Chains } from '@/lib/chain/chains/chain'
import { pinnedVaultsOn } from '@/lib/chain/yields/pinned-vaults'
import type { Entity, Span } from '@/lib/language/entity'
import type { Reading } from '@/lib/language/reader/reader'
import { within } from './message'

/**
 * Returns a reading without the tokens that are part of a vault's name in our lists: "deposit 100 USDC in Flexible
 * USDC" names USDC once. They stay where no other token is named.
 */
export function withoutPlaceNames(text: string, reading: Reading, chains: Chains): Reading {
  const names = placeNamesIn(text, chains)
  const isToken = ({ is }: Entity) => is === 'token'
  const isOfName = (span: Span) => names.some((each) => within(span, each))
  const { entities, clauses } = reading
  if (names.length === 0 || !entities.some((each) => isToken(each) && !isOfName(each))) return reading
  return {
    ...reading,
    entities: entities.map((each) => (isToken(each) && isOfName(each) ? { ...each, maybe: true } : each)),
    clauses: clauses.map((clause) => ({ ...clause, parts: clause.parts.filter((part) => !isOfName(part)) })),
  }
}

function placeNamesIn(text: string, chains: Chains): Span[] {
  const pools = new Set([...chains.keys()].flatMap((id) => pinnedVaultsOn(id).map(({ pool }) => pool.toLowerCase())))
  const lower = text.toLowerCase()
  return [...pools].flatMap((pool) => {
    const start = lower.indexOf(pool)
    return start < 0 ? [] : [{ start, end: start + pool.length }]
  })
}
