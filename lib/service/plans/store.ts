import { randomUUID } from 'node:crypto'
import { type Address, getAddress } from 'viem'
import { z } from 'zod'
import {
  type Confirmed,
  isAsOffered,
  mostPlans,
  type Plan,
  type PlanBook,
  planStates,
  sameAmong,
} from '@/lib/agents/plans/plan'
import { type PlanOffer, type PlanTerms, planTermsSchema } from '@/lib/wire/plan'
import { dueOrEnd, lastDueBy } from '@/lib/wire/schedule'
import type { Database, Query } from '../database/database'

/** The owner of a plan, and the account, chain and agent of its proposals. */
export type PlanOwner = { userId: string; address: Address; chainId: number; agentId: number }

/** A plan as stored in the database. Times are in milliseconds since the epoch. */
export type KeptPlan = {
  id: string
  owner: PlanOwner
  number: number
  terms: PlanTerms
  state: Plan['state']
  /** Index and time of the next date of its schedule. The time is null if no date is left. */
  position: number
  nextAt: number | null
  /** The task of its last proposal, and the index of the first date which that covers. */
  lastTask: string | null
  offeredFrom: number
  /** The offer that the person confirmed, and its conversation. Plans of former versions have none. */
  offer: { id: string; taskId: string } | null
}

const rowSchema = z
  .object({
    id: z.string(),
    owner: z.string(),
    address: z.string().transform((text) => getAddress(text)),
    chain_id: z.int(),
    agent_id: z.int(),
    number: z.int(),
    terms: planTermsSchema,
    state: z.enum(planStates),
    position: z.int(),
    next_at: z.coerce.number().nullable(),
    last_task: z.string().nullable(),
    offered_from: z.int(),
    offer: z.string().nullable(),
    set_up_in: z.string().nullable(),
  })
  .transform(
    (row): KeptPlan => ({
      id: row.id,
      owner: { userId: row.owner, address: row.address, chainId: row.chain_id, agentId: row.agent_id },
      number: row.number,
      terms: row.terms,
      state: row.state,
      position: row.position,
      nextAt: row.next_at,
      lastTask: row.last_task,
      offeredFrom: row.offered_from,
      offer: row.offer === null || row.set_up_in === null ? null : { id: row.offer, taskId: row.set_up_in },
    }),
  )
const readRows = (rows: unknown): KeptPlan[] => z.array(rowSchema).parse(rows)

const columns =
  'id, owner, address, chain_id, agent_id, number, terms, state, position, next_at, last_task, offered_from, offer, set_up_in'
const live = `state in ('active', 'paused')`

/** Converts a plan to its owner's view. */
export function viewOf({ number, terms, state, position }: KeptPlan): Plan {
  const { schedule } = terms
  const next = [0, 1, 2].flatMap((more) => dueOrEnd(schedule, position + more) ?? [])
  return {
    number,
    terms,
    state,
    next: state === 'active' ? next : [],
    left: schedule.times === null ? null : schedule.times - position,
  }
}

/** Opens the plans of one owner. `now` is in milliseconds since the epoch. */
export function openPlanBook(database: Database, { userId }: PlanOwner, now: () => number): PlanBook {
  return {
    list: async () => (await listPlans(database.query, userId)).map(viewOf),
    change: async (number, to) => {
      const changed = await changePlanOf(database, userId, number, to, now())
      return changed && viewOf(changed)
    },
  }
}

/** The confirmed content of an offer, and its conversation. */
type ConfirmedOffer = Pick<PlanOffer, 'id' | 'terms' | 'changes' | 'until'> & { taskId: string }

/** Sets up the plan of a confirmed offer once, however often it is confirmed. */
export const confirmOffer = (
  database: Database,
  owner: PlanOwner,
  offer: ConfirmedOffer,
  now: number,
): Promise<Confirmed> => database.transaction((query) => confirm(query, owner, offer, now))

async function confirm(query: Query, owner: PlanOwner, offer: ConfirmedOffer, now: number): Promise<Confirmed> {
  await lockOwner(query, owner)
  const { terms, changes } = offer
  const before = await planOfOffer(query, owner, offer.id)
  if (before) return { is: 'again', plan: viewOf(before), changed: null }
  if (offer.until <= now) return { is: 'late' }
  const old = changes ? await lockedPlan(query, owner.userId, changes.number) : null
  if (changes && !(old && isAsOffered(viewOf(old), changes))) return { is: 'moved' }
  const same = sameAmong(await listPlans(query, owner.userId), terms)
  if (same) return { is: 'there', plan: viewOf(same), changed: null }
  if (old) await writeState(query, { ...old, state: 'canceled', nextAt: null }, now)
  // Takes over the last proposal, which is taken back at the new plan's first date as if the plan were the same.
  const made = await insertPlan(query, owner, offer, old?.lastTask ?? null, now)
  if (made) return { is: 'made', plan: viewOf(made), changed: old && viewOf(old) }
  if (old) throw new Error('The account has too many plans.')
  return { is: 'full' }
}

const planOfOffer = async (query: Query, { userId }: PlanOwner, offer: string): Promise<KeptPlan | undefined> =>
  readRows(await query(`select ${columns} from plans where owner = $1 and offer = $2`, [userId, offer]))[0]

/**
 * Locks the account to the end of the transaction: its plans are numbered one after the other, and none is made for an
 * account being deleted.
 */
async function lockOwner(query: Query, { userId }: PlanOwner): Promise<void> {
  const locked = await query('select id from auth_user where id = $1 for update', [userId])
  if (locked.length === 0) throw new Error('The account of the new plan no longer exists.')
}

/** Null if there are `mostPlans` already. */
async function insertPlan(
  query: Query,
  owner: PlanOwner,
  { id: offer, terms, taskId }: ConfirmedOffer,
  lastTask: string | null,
  now: number,
): Promise<KeptPlan | null> {
  const rows = await query(
    `insert into plans (id, owner, address, chain_id, agent_id, number, terms, state, position, next_at, last_task,
       offered_from, created_at, changed_at, offer, set_up_in)
     select $1::text, $2::text, $3::text, $4::int, $5::int,
       (select coalesce(max(number), 0) + 1 from plans where owner = $2), $6::jsonb, 'active', 0, $7::bigint, $10::text, 0,
       $8::bigint, $8::bigint, $11::text, $12::text
     where (select count(*) from plans where owner = $2 and ${live}) < $9::int
     returning ${columns}`,
    [
      randomUUID(),
      owner.userId,
      owner.address,
      owner.chainId,
      owner.agentId,
      JSON.stringify(terms),
      dueOrEnd(terms.schedule, 0),
      now,
      mostPlans,
      lastTask,
      offer,
      taskId,
    ],
  )
  return readRows(rows)[0] ?? null
}

/** Returns a user's active and paused plans by number. */
export const listPlans = async (query: Query, userId: string): Promise<KeptPlan[]> =>
  readRows(await query(`select ${columns} from plans where owner = $1 and ${live} order by number`, [userId]))

/** Number of ended plans in the list. */
const mostEnded = 10

/** Returns a user's completed and canceled plans, most recent first, at most `mostEnded`. */
export const listEndedPlans = async (query: Query, userId: string): Promise<KeptPlan[]> =>
  readRows(
    await query(
      `select ${columns} from plans where owner = $1 and not (${live}) order by changed_at desc, number desc limit ${mostEnded}`,
      [userId],
    ),
  )

/**
 * Pauses, resumes or cancels a plan of this user. Returns the updated plan, or null if there is no live one with this
 * number. Dates that passed during a pause are skipped.
 */
export const changePlanOf = (
  database: Database,
  userId: string,
  number: number,
  to: 'active' | 'paused' | 'canceled',
  now: number,
): Promise<KeptPlan | null> => database.transaction((query) => changePlan(query, userId, number, to, now))

async function changePlan(
  query: Query,
  userId: string,
  number: number,
  to: 'active' | 'paused' | 'canceled',
  now: number,
): Promise<KeptPlan | null> {
  const plan = await lockedPlan(query, userId, number)
  if (!plan || plan.state === to) return plan
  const { schedule } = plan.terms
  const position = to === 'active' ? Math.max(plan.position, lastDueBy(schedule, now) + 1) : plan.position
  const nextAt = to === 'active' ? dueOrEnd(schedule, position) : null
  const changed = { ...plan, state: to === 'active' && nextAt === null ? ('ended' as const) : to, position, nextAt }
  await writeState(query, changed, now)
  return changed
}

/** Locks a live plan until the end of the transaction. Null if there is none with this number. */
async function lockedPlan(query: Query, userId: string, number: number): Promise<KeptPlan | null> {
  const rows = await query(`select ${columns} from plans where owner = $1 and number = $2 and ${live} for update`, [
    userId,
    number,
  ])
  return readRows(rows)[0] ?? null
}

const writeState = (query: Query, { id, state, position, nextAt }: KeptPlan, now: number): Promise<unknown> =>
  query('update plans set state = $2, position = $3, next_at = $4, changed_at = $5 where id = $1', [
    id,
    state,
    position,
    nextAt,
    now,
  ])

/** Returns plans after `after` with a due date, longest overdue first, with a single index scan. */
export const duePlans = async (
  query: Query,
  now: number,
  limit: number,
  after: Pick<KeptPlan, 'id' | 'nextAt'> | null,
): Promise<KeptPlan[]> =>
  readRows(
    await query(
      `select ${columns} from plans where state = 'active' and next_at <= $1 and (next_at, id) > ($3::bigint, $4::text)
       order by next_at, id limit $2`,
      [now, limit, after?.nextAt ?? -1, after?.id ?? ''],
    ),
  )

/**
 * Moves a plan on to `position` if it is active and unchanged since it was read, so that only one of several attempts
 * succeeds. Must run in the transaction that makes the proposal.
 */
export async function claimDates(query: Query, plan: KeptPlan, position: number, now: number): Promise<boolean> {
  const nextAt = dueOrEnd(plan.terms.schedule, position)
  const rows = await query(
    `update plans set position = $3, next_at = $4, state = $5, changed_at = $6
     where id = $1 and position = $2 and state = 'active' returning id`,
    [plan.id, plan.position, position, nextAt, nextAt === null ? 'ended' : 'active', now],
  )
  return rows.length > 0
}

/** Records the last proposal of a plan. */
export async function noteProposal(query: Query, plan: KeptPlan, taskId: string, offeredFrom: number): Promise<void> {
  await query('update plans set last_task = $2, offered_from = $3 where id = $1', [plan.id, taskId, offeredFrom])
}
