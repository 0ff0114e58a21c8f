import type { Address } from 'viem'
import { z } from 'zod'
import type { SpendingLimits } from '@/lib/review/findings/budget'
import { type StorageEvents, storedValue, type TextStorage } from './stored-value'

const usd = z.codec(z.string().regex(/^(0|[1-9]\d{0,30})$/), z.bigint().nonnegative(), {
  decode: BigInt,
  encode: String,
})
const stored = z.object({ perProposal: usd.nullable(), perDay: usd.nullable() }) satisfies z.ZodType<SpendingLimits>

const none: SpendingLimits = { perProposal: null, perDay: null }

/** The limits that a person has set for an account, in this browser. */
export type LimitsStore = {
  /** `unreadable` where storage fails or holds something else: that must not pass for no limits. */
  read: () => SpendingLimits | 'unreadable'
  /** False where it could not be stored. */
  write: (limits: SpendingLimits) => boolean
  /** Hears of changes, in other tabs too. */
  subscribe: (listener: () => void) => () => void
}

export function createLimitsStore(owner: Address, storage: TextStorage, events: StorageEvents): LimitsStore {
  const { read, write, subscribe } = storedValue<SpendingLimits | 'unreadable'>(
    `countersign-limits:${owner.toLowerCase()}`,
    {
      storage,
      events,
      parse: (text) => (text === null ? none : z.decode(stored, JSON.parse(text))),
      failed: 'unreadable',
    },
  )
  return { read, write: (limits) => write(JSON.stringify(z.encode(stored, limits))), subscribe }
}
