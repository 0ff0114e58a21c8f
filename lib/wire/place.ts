import { z } from 'zod'
import type { DraftAction } from './draft'

/**
 * Letters, figures and the marks of ordinary names. The name stands in a sentence that is sent as the person's own, so
 * it can hold no address, no name of an account (ENS) and no quotation mark.
 */
const plainName = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M} &+/,’'()-]|\.(?!\p{L}))*$/u
const named = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => plainName.test(text) && !/0x[0-9a-f]{4}/i.test(text), 'must be a plain name')

/** The vault or lending market of a request, as far as it was said. */
export const draftPlaceSchema = z
  .strictObject({
    /** One place, by the name that the agent listed it under. */
    name: named(100).optional(),
    /** A protocol, by its name. */
    protocol: named(40).optional(),
    /** Days of a vault's lock-up: 0 for none, null for any but none. */
    lockDays: z.int().min(0).max(3650).nullable().optional(),
    /** Set if a withdrawal is from the lending market. Absent: from whichever place has the token. */
    kind: z.literal('market').optional(),
  })
  .refine((place) => Object.values(place).some((part) => part !== undefined), 'must say something')
export type DraftPlace = z.infer<typeof draftPlaceSchema>

/** True for an action that happens at a place and can say all that `place` says. */
export const canSay = (action: DraftAction, { lockDays, kind }: DraftPlace): boolean =>
  (lockDays === undefined || action === 'stake' || action === 'unstake') &&
  (kind === undefined || action === 'withdraw')

const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`

/** Begins a word with a capital letter: "aave" gives "Aave". */
export const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Describes a lock-up: "with a lock-up", "with a lock-up of 7 days". */
export const lockWords = (lockDays: number | null): string =>
  lockDays === 0 ? 'without a lock-up' : lockDays === null ? 'with a lock-up' : `with a lock-up of ${days(lockDays)}`

/** Describes a place in a few words: "without a lock-up", "Aave, with a lock-up of 7 days". */
export function placeWords({ name, protocol, lockDays, kind }: DraftPlace): string {
  const words = [
    ...(name === undefined ? [] : [name]),
    ...(protocol === undefined ? [] : [capitalized(protocol)]),
    ...(lockDays === undefined ? [] : [lockWords(lockDays)]),
    ...(kind === undefined ? [] : ['a lending market']),
  ]
  return words.join(', ')
}

/** Writes a place as the end of a sentence: ` in "Flexible USDC"`, ` with Aave`, ` from lending`. */
export function placePhrase(action: DraftAction, { name, protocol, lockDays, kind }: DraftPlace): string {
  const side = sides[action] ?? ''
  const lock = lockDays === undefined ? '' : lockEnd(lockDays)
  const withProtocol = protocol === undefined ? '' : ` with ${capitalized(protocol)}`
  if (name !== undefined) return ` ${side} "${name}"${withProtocol}${lock}`
  if (action === 'unstake' && lockDays !== undefined) return ` from the ${vaultWords(lockDays)}${withProtocol}`
  if (action === 'stake' || action === 'supply') return `${withProtocol}${lock}`
  if (protocol !== undefined) return ` ${side} ${capitalized(protocol)}`
  return kind === undefined ? '' : ` ${side} lending`
}

const sides: Partial<Record<DraftAction, string>> = {
  ...{ stake: 'in', unstake: 'from', supply: 'to', withdraw: 'from', borrow: 'from', repay: 'to' },
}

const lockEnd = (lockDays: number | null): string =>
  lockDays === null || lockDays === 0 ? ` ${lockWords(lockDays)}` : ` locked for ${days(lockDays)}`

const vaultWords = (lockDays: number | null): string =>
  `${lockDays === 0 ? 'flexible' : lockDays === null ? 'locked' : `${lockDays}-day`} vault`
