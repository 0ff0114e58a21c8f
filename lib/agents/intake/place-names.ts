import type { Chains } from '@/lib/chain/chains/chain'
import { pinnedVaultsOn } from '@/lib/chain/yields/pinned-vaults'
import type { Entity, Span } from '@/lib/language/entity'
import { quotationsIn } from '@/lib/language/quotations'
import type { Reading } from '@/lib/language/reader/reader'
import { within } from './message'

/**
 * Returns a reading without the tokens that are part of a vault's name in our lists, or of a quoted place: "deposit 100
 * USDC in Flexible USDC" names USDC once. They stay where no other token is named.
 */
export function withoutPlaceNames(text: string, reading: Reading, chains: Chains): Reading {
  const quoted = quotedPlaceIn(text, reading.entities)
  const names = [...placeNamesIn(text, chains), ...(quoted ? [quoted] : [])]
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

/** Finds a place in quotation marks, by the name that the agent lists it under: that ends in a network. */
export const quotedPlaceIn = (text: string, entities: readonly Entity[]): Span | undefined =>
  quotationsIn(text).find((quotation) => entities.some((each) => each.is === 'chain' && within(each, quotation)))

function placeNamesIn(text: string, chains: Chains): Span[] {
  const pools = new Set([...chains.keys()].flatMap((id) => pinnedVaultsOn(id).map(({ pool }) => pool.toLowerCase())))
  const lower = text.toLowerCase()
  return [...pools].flatMap((pool) => {
    const start = lower.indexOf(pool)
    return start < 0 ? [] : [{ start, end: start + pool.length }]
  })
}
