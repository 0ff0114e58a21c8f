import { hoursOf } from './durations'
import type { Entity, Meaning, Span } from './entity'
import type { Action } from './labels'
import { quotationsIn } from './quotations'
import type { Reading } from './reader/reader'
import type { Limit } from './request'

/** The place that words name for a deposit or a withdrawal. */
export type NamedPlace = {
  /** Days of lock-up; 0 for none, null for any but none. */
  lockDays?: number | null
  /** A protocol by its name, in lower case. */
  protocol?: string
  /** It is a vault. */
  isVault: boolean
  /** It is a lending market. If it is a vault as well, the words name both. */
  isAtMarket: boolean
}

/** Names of a lending market, and of what lies in one. */
export const markets = new Set(['lending', 'market', 'markets', 'supplied', 'lent'])

export const vaults = new Set(['vault', 'vaults'])

/** Names of places that can be left at any time. */
export const flexible = new Set(['flexible', 'flex', 'unlocked'])

/** Returns the place that a request names. `words` are those of the request, in lower case. */
export function placeIn(
  limits: readonly Pick<Limit, 'role' | 'meanings'>[],
  entities: readonly Meaning[],
  words: readonly string[],
): NamedPlace {
  const kinds = entities.flatMap((each) => (each.is === 'position' ? [each.kind] : []))
  const said = limits.filter(({ role }) => role === 'lockup').flatMap(({ meanings }) => meanings)
  // "The 7-day vault" is one with that lock-up.
  const isTerm = kinds.includes('vault')
  const isLocked = said.length > 0 || entities.some(({ is }) => is === 'lockup' || (is === 'duration' && isTerm))
  const isFlexible = words.some((word) => flexible.has(word))
  const days = isLocked ? lockDaysIn([...said, ...entities]) : undefined
  const lockDays = isFlexible ? (isLocked && days !== 0 ? undefined : 0) : days
  const protocol = limits.flatMap(({ meanings }) =>
    meanings.flatMap((each) => (each.is === 'protocol' ? [each.id] : [])),
  )[0]
  return {
    ...(lockDays !== undefined && { lockDays }),
    ...(protocol !== undefined && { protocol }),
    isVault: isTerm || lockDays !== undefined,
    isAtMarket: kinds.includes('market') || kinds.includes('collateral') || words.some((word) => markets.has(word)),
  }
}

/** Returns the days of a stated lock-up: 0 for none, null for any. */
function lockDaysIn(meanings: readonly Meaning[]): number | null | undefined {
  if (meanings.some((each) => each.is === 'lockup' && each.none)) return 0
  const term = meanings.find((each) => each.is === 'duration')
  if (term?.is === 'duration') return Math.floor(hoursOf(term) / 24)
  return meanings.some(({ is }) => is === 'lockup') ? null : undefined
}

/** A vault's deposit is called staking, and its withdrawal unstaking. */
export const placedAction = <A extends Action>(action: A, { isVault }: NamedPlace): A | 'stake' | 'unstake' => {
  if (isVault && action === 'supply') return 'stake'
  return isVault && action === 'withdraw' ? 'unstake' : action
}

/** Returns the words of a text or a name, in lower case. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const isIn = ({ start, end }: Span, span: Span): boolean => start >= span.start && end <= span.end

/** Finds a place in quotation marks, by the name that the agent lists it under: that ends in a network. */
export const quotedPlaceIn = (text: string, entities: readonly Entity[]): Span | undefined =>
  quotationsIn(text).find((quotation) => entities.some((each) => each.is === 'chain' && isIn(each, quotation)))

/** Finds where a text has one of some names, whole. */
function namesIn(text: string, names: Iterable<string>): Span[] {
  const lower = text.toLowerCase()
  return [...names].flatMap((name) => {
    const start = lower.indexOf(name.toLowerCase())
    return start < 0 ? [] : [{ start, end: start + name.length }]
  })
}

/**
 * Returns a reading without the tokens that are part of a place's name or of a quoted place: "deposit 100 USDC in Flexible
 * USDC" names USDC once. They stay where no other token is named. `names`: of the places that are known.
 */
export function withoutPlaceNames(text: string, reading: Reading, names: ReadonlySet<string>): Reading {
  const quoted = quotedPlaceIn(text, reading.entities)
  const places = [...namesIn(text, names), ...(quoted ? [quoted] : [])]
  const isToken = ({ is }: Entity) => is === 'token'
  const isOfName = (span: Span) => places.some((each) => isIn(span, each))
  const { entities, clauses } = reading
  if (places.length === 0 || !entities.some((each) => isToken(each) && !isOfName(each))) return reading
  return {
    ...reading,
    entities: entities.map((each) => (isToken(each) && isOfName(each) ? { ...each, maybe: true } : each)),
    clauses: clauses.map((clause) => ({ ...clause, parts: clause.parts.filter((part) => !isOfName(part)) })),
  }
}

/**
 * Returns the words that tell which of some places is meant, by what tells their names apart ("locked", "Steakhouse"):
 * those of the place that is used, or of the others. Empty if the words name none. `lockups`: words of a lock-up, which name
 * a place only where its whole name is written.
 */
export function wordsOfPlace(
  texts: readonly string[],
  names: readonly string[],
  used: string,
  lockups: readonly string[],
) {
  const common = wordsOf(used).filter((word) => names.every((name) => wordsOf(name).includes(word)))
  const said = new Set(texts.flatMap(wordsOf))
  const named = (places: readonly string[]) =>
    places.flatMap((name) => wordsOf(name).filter((word) => !common.includes(word) && said.has(word)))
  const own = named([used])
  const written = names.filter((name) => texts.some((text) => namesIn(text, [name]).length > 0))
  const others = named(names).filter((word) => !lockups.includes(word) || named(written).includes(word))
  return { words: [...new Set(own.length > 0 ? own : others)], isUsed: own.length > 0 }
}
