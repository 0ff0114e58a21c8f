import type { Address } from 'viem'
import { z } from 'zod'
import { type PlanTerms, planTermsSchema } from '@/lib/wire/plan'
import { type StorageEvents, storedValue, type TextStorage } from './stored-value'

/** Terms of a plan as the person has confirmed them in this browser, by the id of the offer. */
const keptSchema = z.object({ id: z.string(), terms: planTermsSchema, at: z.number() })
type Kept = z.infer<typeof keptSchema>

/** How many are kept, the newest first: more than an account can have plans, with what they were changed from. */
const most = 200

/** The plans that a person has confirmed for an account, in this browser. What cannot be read is not there. */
export type PlanTermsStore = {
  find: (offerId: string) => PlanTerms | null
  /** False where it could not be stored. What was confirmed first of an offer stays. */
  keep: (offerId: string, terms: PlanTerms) => boolean
  /** Hears of changes, in other tabs too. */
  subscribe: (listener: () => void) => () => void
}

export function createPlanTermsStore(
  owner: Address,
  storage: TextStorage,
  events: StorageEvents,
  now: () => number,
): PlanTermsStore {
  const { read, write, subscribe } = storedValue<readonly Kept[]>(`countersign-plans:${owner.toLowerCase()}`, {
    storage,
    events,
    parse: (text) => (text === null ? [] : parse(text)),
    failed: [],
  })
  return {
    find: (offerId) => read().find(({ id }) => id === offerId)?.terms ?? null,
    keep: (offerId, terms) => {
      const kept = read()
      if (kept.some(({ id }) => id === offerId)) return true
      return write(JSON.stringify([{ id: offerId, terms, at: now() }, ...kept].slice(0, most)))
    },
    subscribe,
  }
}

/** What can be read of it: one that is damaged takes no other along. */
function parse(text: string): readonly Kept[] {
  const rows = z.array(z.unknown()).parse(JSON.parse(text))
  return rows.flatMap((row) => keptSchema.safeParse(row).data ?? [])
}
