import { hoursOf } from './durations'
import type { Meaning } from './entity'
import type { Action } from './labels'
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
const markets = new Set(['lending', 'market', 'markets', 'supplied', 'lent'])

/** Names of places that can be left at any time. */
const flexible = new Set(['flexible', 'flex', 'unlocked'])

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
