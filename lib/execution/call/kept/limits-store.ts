import type { Address } from 'viem'
import { z } from 'zod'
import type { SpendingLimits } from '@/lib/review/findings/budget'
import { type StorageEvents, storedValue, type TextStorage } from './stored-value'

const usd = z.codec(z.string().regex(/^(0|[1-9]\d{0,30})$/), z.bigint().nonnegative(), {
  decode: BigInt,
  encode: String,
})
/** Limits as they are stored and carried: USD with 8 decimals, as decimal strings. */
export const storedLimits = z.object({
  perProposal: usd.nullable(),
  perDay: usd.nullable(),
}) satisfies z.ZodType<SpendingLimits>

const none: SpendingLimits = { perProposal: null, perDay: null }

/** A person's limits for an account, kept in this browser. */
export type LimitsStore = {
  /** Returns `unreadable` if storage fails or holds something else: that must not pass for no limits. */
  read: () => SpendingLimits | 'unreadable'
  /** Returns false if the limits could not be stored. */
  write: (limits: SpendingLimits) => boolean
  /** Calls the listener on changes, also those made in other tabs. */
  subscribe: (listener: () => void) => () => void
}

export function createLimitsStore(owner: Address, storage: TextStorage, events: StorageEvents): LimitsStore {
  const { read, write, subscribe } = storedValue<SpendingLimits | 'unreadable'>(
    `countersign-limits:${owner.toLowerCase()}`,
    {
      storage,
      events,
      parse: (text) => (text === null ? none : z.decode(storedLimits, JSON.parse(text))),
      failed: 'unreadable',
    },
  )
  return { read, write: (limits) => write(JSON.stringify(z.encode(storedLimits, limits))), subscribe }
}
