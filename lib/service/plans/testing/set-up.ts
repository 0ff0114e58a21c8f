import { randomUUID } from 'node:crypto'
import type { Plan, PlanBook } from '@/lib/agents/plans/plan'
import type { PlanTerms } from '@/lib/wire/plan'
import type { Database } from '../../database/database'
import { confirmOffer, openPlanBook, type PlanOwner } from '../store'

/** The plans of an owner, and how to set them up as by an offer that was confirmed at once. */
export function planMaker(database: Database, owner: PlanOwner, now: () => number) {
  const offer = (terms: PlanTerms) => ({ id: randomUUID(), taskId: randomUUID(), until: now() + 1, terms })
  const book: PlanBook = openPlanBook(database, owner, now)
  return {
    ...book,
    create: (terms: PlanTerms) => confirmOffer(database, owner, offer(terms), now()),
    replace: ({ number, left, next }: Plan, terms: PlanTerms) =>
      confirmOffer(database, owner, { ...offer(terms), changes: { number, left, next: next[0] ?? null } }, now()),
  }
}
