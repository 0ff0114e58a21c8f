import type { Address } from 'viem'
import { z } from 'zod'
import { type PlanTerms, planTermsSchema } from '@/lib/wire/plan'

/** Terms of a plan as the person has confirmed them in this browser, by the id of the offer. */
const keptSchema = z.object({ id: z.string(), terms: planTermsSchema, at: z.number() })
type Kept = z.infer<typeof keptSchema>

/** So many are kept, the newest first: more than an account can have plans, with what they were changed from. */
const most = 200

/** The plans that a person has confirmed for an account, in this browser. What cannot be read is not there. */
export type PlanTermsStore = {
  find: (offerId: string) => PlanTerms | null
  /** False where it could not be stored. What was confirmed first of an offer stays. */
  keep: (offerId: string, terms: PlanTerms) => boolean
  /** Hears of changes, in other tabs too. */
  subscribe: (listener: () => void) => () => void
}

/** `storage` may throw, as it does where a browser keeps it from the page. `events` is the window, which tells of other tabs. */
export function createPlanTermsStore(
  owner: Address,
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
  events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  now: () => number,
): PlanTermsStore {
  const key = `countersign-plans:${owner.toLowerCase()}`
  const listeners = new Set<() => void>()
  // One answer for one text, so that React sees no change where there is none.
  let last: { text: string | null; kept: readonly Kept[] } | null = null
  const read = (): readonly Kept[] => {
    try {
      const text = storage().getItem(key)
      if (last?.text !== text || !last) last = { text, kept: text === null ? [] : parse(text) }
      return last.kept
    } catch {
      return []
    }
  }
  return {
    find: (offerId) => read().find(({ id }) => id === offerId)?.terms ?? null,
    keep: (offerId, terms) => {
      const kept = read()
      if (kept.some(({ id }) => id === offerId)) return true
      try {
        storage().setItem(key, JSON.stringify([{ id: offerId, terms, at: now() }, ...kept].slice(0, most)))
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

/** What can be read of it: one that is damaged takes no other along. */
function parse(text: string): readonly Kept[] {
  const rows = z.array(z.unknown()).parse(JSON.parse(text))
  return rows.flatMap((row) => keptSchema.safeParse(row).data ?? [])
}
