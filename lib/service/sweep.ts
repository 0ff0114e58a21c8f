import { z } from 'zod'
import { deleteEmptyAccounts, deleteTasks } from './account/delete-account'
import { nonceLifetimeMs } from './auth/nonces'
import type { Database } from './database/database'

/** How long the single events of a turn are kept for readers that resume. Messages and tasks stay. */
const eventLifetimeMs = 24 * 60 * 60_000

/** How many conversations go in one transaction: others wait for it, everybody where the database is embedded. */
const atOnce = 100

/** How many conversations are looked for at once. */
const foundAtOnce = 10_000

const dayMs = 24 * 60 * 60_000

/**
 * Throws away what can be of no use any more, and conversations, plans and looks at portfolios that were left alone for
 * `retentionDays`; permissions whose term ended that long ago, and accounts of which nothing else is left and in which
 * nobody has signed in for as long. 0 keeps all.
 */
export async function sweepDatabase(database: Database, now: number, retentionDays: number): Promise<void> {
  const { query } = database
  if (retentionDays > 0) {
    const before = now - retentionDays * dayMs
    await deleteOldTasks(database, before)
    await query('delete from portfolio_looks where seen_at < $1', [before])
    // An active plan is no memory: it is what its owner has asked for, and ends by its own terms.
    await query(`delete from plans where changed_at < $1 and state <> 'active'`, [before])
    // A revoked one stays to its own end: until then its signature must not be taken a second time. What was proposed
    // under one goes by it for as long as that is kept: an outcome may come yet.
    await query(
      `delete from permissions p where p.valid_until < $1 and not exists (
         select 1 from proposals r where r.owner = p.owner and starts_with(r.key, 'rebalance:' || p.id || ':'))`,
      [before],
    )
  }
  await query('delete from sign_in_nonces where expires_at < $1', [now - nonceLifetimeMs])
  await query('delete from auth_verification where "expiresAt" < $1', [new Date(now)])
  await query('delete from auth_session where "expiresAt" < $1', [new Date(now)])
  if (retentionDays > 0) {
    const before = new Date(now - retentionDays * dayMs)
    while ((await database.transaction((query) => deleteEmptyAccounts(query, before, atOnce))) > 0);
  }
  await query('delete from rate_limits where window_start < $1', [now - 60 * 60_000])
  // Events of a turn that still runs belong to its readers; its last event is what a late reader gets.
  await query(
    `delete from events e using tasks t where e.task_id = t.id and e.at < $1 and not e.final and t.runner is null`,
    [now - eventLifetimeMs],
  )
}

/** Deletes the conversations that were left alone since `before`, bit by bit. */
async function deleteOldTasks({ query, transaction }: Database, before: number): Promise<void> {
  const old = 'status_at < $1 and runner is null'
  for (;;) {
    // No index leads there, which every turn would have to keep: of a million they are found in a second, and at once.
    const found = idsSchema.parse(await query(`select id from tasks where ${old} limit $2`, [before, foundAtOnce]))
    for (let from = 0; from < found.length; from += atOnce) {
      const some = JSON.stringify(found.slice(from, from + atOnce).map(({ id }) => id))
      const chosen = `${old} and id in (select jsonb_array_elements_text($2::jsonb))`
      await transaction((query) => deleteTasks(query, chosen, [before, some]))
    }
    if (found.length < foundAtOnce) return
  }
}

const idsSchema = z.array(z.object({ id: z.string() }))
