import type { Address } from 'viem'
import { z } from 'zod'
import { type PlanTerms, planTermsSchema } from '@/lib/wire/plan'
import { type StorageEvents, storedValue, type TextStorage } from './stored-value'

/** Terms of a plan as confirmed in this browser, with the id of the offer. */
const keptSchema = z.object({ id: z.string(), terms: planTermsSchema, at: z.number() })
type Kept = z.infer<typeof keptSchema>

/** Number of terms kept, newest first: more than an account can have plans, including earlier versions. */
const most = 200

/** Plans a person has confirmed for an account, kept in this browser. Unreadable ones count as absent. */
export type PlanTermsStore = {
  find: (offerId: string) => PlanTerms | null
  /** Returns false if the terms could not be stored. The first confirmed terms of an offer stay. */
  keep: (offerId: string, terms: PlanTerms) => boolean
  /** Calls the listener on changes, also those made in other tabs. */
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

/** Parses what is readable: a damaged entry does not affect the others. */
function parse(text: string): readonly Kept[] {
  const rows = z.array(z.unknown()).parse(JSON.parse(text))
  return rows.flatMap((row) => keptSchema.safeParse(row).data ?? [])
}
