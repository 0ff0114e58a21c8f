import { randomUUID } from 'node:crypto'
import type { Plan, PlanBook } from '@/lib/agents/plans/plan'
import type { PlanTerms } from '@/lib/wire/plan'
import type { Database } from '../../database/database'
import { confirmOffer, openPlanBook, type PlanOwner } from '../store'

/** Opens an owner's plans, and sets plans up as if their offers were confirmed at once. */
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
