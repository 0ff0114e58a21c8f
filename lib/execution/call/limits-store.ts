import type { Address } from 'viem'
import { z } from 'zod'
import type { SpendingLimits } from '@/lib/review/findings/budget'

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

/** `storage` may throw, as it does where a browser keeps it from the page. `events` is the window, which tells of other tabs. */
export function createLimitsStore(
  owner: Address,
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
  events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
): LimitsStore {
  const key = `countersign-limits:${owner.toLowerCase()}`
  const listeners = new Set<() => void>()
  // One answer for one text, so that React sees no change where there is none.
  let last: { text: string | null; limits: SpendingLimits | 'unreadable' } | null = null
  const read = () => {
    let text: string | null
    try {
      text = storage().getItem(key)
    } catch {
      return 'unreadable'
    }
    if (last?.text !== text || !last) last = { text, limits: text === null ? none : parse(text) }
    return last.limits
  }
  return {
    read,
    write: (limits) => {
      try {
        storage().setItem(key, JSON.stringify(z.encode(stored, limits)))
      } catch {
        return false
      }
      for (const listener of [...listeners]) listener()
      return true
    },
    subscribe: (listener) => {
      listeners.add(listener)
      events.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        events.removeEventListener('storage', listener)
      }
    },
  }
}

function parse(text: string): SpendingLimits | 'unreadable' {
  try {
    return z.decode(stored, JSON.parse(text))
  } catch {
    return 'unreadable'
  }
}
