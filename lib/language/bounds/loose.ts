import type { Entity, Meaning, Span } from '../entity'
import type { Role } from '../labels'
import { flexible } from '../place'
import type { Clause, Reading } from '../reader/reader'
import type { Limit } from '../request'
import { isWithin } from '../spans'
import { unitsIn } from './units-in'
import { aheadOf, conditionsIn, isCourtesy, isPurpose } from './waits'

/** Roles of bounds and times that no part of a reading holds, by what they are. */
const roleOf: Partial<Record<Meaning['is'], Role>> = {
  date: 'when',
  duration: 'when',
  recurrence: 'every',
  rate: 'rate',
  protocol: 'protocol',
  ...({ money: 'limit', gwei: 'limit', badNumber: 'limit', share: 'limit', times: 'limit' } as const),
}

/** Certainty of what the reader gives no role. */
const withoutRole = 0.5

const told: readonly Clause['kind'][] = ['report', 'question', 'hypothetical']

const limitOf = (text: string, { start, end }: Span, role: Role, meanings: readonly Meaning[], p: number): Limit => ({
  ...{ role, meanings, text: text.slice(start, end), p },
})

/** Returns the bounds and times of a message that no part of it holds, and that belong to none of its stories or questions. */
export const looseIn = (text: string, { entities, clauses, unexplained }: Reading): (Limit & Span)[] =>
  entities.flatMap((entity): (Limit & Span)[] => {
    const role = roleOf[entity.is]
    if (!role || entity.maybe || !unexplained.some((span) => isWithin(entity, span)) || !isTelling(text, entity))
      return []
    // "4 hrs at 13 USDC" counts, and "wait a week" stands beside what is asked for.
    if (entity.is === 'duration' && !entity.side && clauses.some((clause) => isWithin(entity, clause))) return []
    if (clauses.some((clause) => told.includes(clause.kind) && isWithin(entity, clause))) return []
    const { start, end } = entity
    return [{ ...limitOf(text, entity, role, [entity, ...(entity.or ?? [])], withoutRole), start, end }]
  })

function isTelling(text: string, entity: Entity): boolean {
  if (entity.is === 'share') return entity.part[0] !== 0 && entity.part[0] !== entity.part[1] && !entity.rest
  if (entity.is !== 'date' && entity.is !== 'duration' && entity.is !== 'recurrence') return true
  return aheadOf(entity) !== 'none' && !isPurpose(text, entity)
}

/** Returns the words outside of every clause that want a place without a lock-up: "deposit 100 USDC, unlocked". */
export const unlockedIn = (text: string, { entities, unexplained }: Reading): (Limit & Span)[] =>
  unexplained.flatMap((span) =>
    unitsIn(text, span, entities)
      .filter(({ word }) => flexible.has(word))
      .map(({ start, end }) => ({
        ...limitOf(text, { start, end }, 'lockup', [{ is: 'lockup', none: true }], withoutRole),
        ...{ start, end },
      })),
  )

/** Returns the conditions in the words of a clause that asks for something: "after my rent is paid send …". */
export const waitsIn = (text: string, clause: Clause, { entities }: Reading): Limit[] =>
  conditionsIn(text, clause, entities, clause.parts).map((span) => limitOf(text, span, 'when', [], clause.p))

/** Returns the condition that a told clause begins with: "…, once he has told me". None for one that has no conjunction. */
export const leadingWait = (text: string, clause: Clause, { entities }: Reading): Limit[] =>
  conditionsIn(text, clause, entities, [])
    .filter(({ start }) => start === clause.start)
    .map((span) => limitOf(text, span, 'when', [], clause.sure.kind))

/** Returns a condition as something to wait for. None if it is only polite. */
export const conditionOf = (text: string, clause: Clause, { entities }: Reading): Limit[] =>
  isCourtesy(text, clause, entities) ? [] : [limitOf(text, clause, 'when', [], clause.sure.kind)]
