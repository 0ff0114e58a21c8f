import { z } from 'zod'
import { keptDeletedDays } from '@/lib/wire/conversations'
import { deleteEmptyAccounts, deleteTasks, isForgotten } from '../account/delete-account'
import { nonceLifetimeMs } from '../auth/nonces'
import type { Database, Query } from '../database/database'

/** Milliseconds that the single events of a turn are kept for readers that resume. Messages and tasks stay. */
const eventLifetimeMs = 24 * 60 * 60_000

/** Conversations deleted per transaction. Others wait for it, and with an embedded database everybody does. */
const atOnce = 100

/** Blocks of a table read per statement: some thousand rows and some milliseconds. */
const blocksAtOnce = 32

/** Events deleted per statement. */
const eventsAtOnce = 1_000

const dayMs = 24 * 60 * 60_000

/**
 * Deletes what is of no use any more: conversations, plans and portfolio snapshots untouched for `retentionDays`,
 * permissions whose term ended that long ago, and accounts without any other data in which nobody has signed in for as
 * long. 0 keeps all of these.
 */
export async function sweepDatabase(database: Database, now: number, retentionDays: number): Promise<void> {
  const { query } = database
  if (retentionDays > 0) {
    const before = now - retentionDays * dayMs
    await deleteOldTasks(database, before)
    await deleteRows(query, 'portfolio_looks', 'seen_at < $1', before)
    // An active plan is no old data: its owner asked for it, and it ends by its own terms.
    await deleteRows(query, 'plans', `changed_at < $1 and state <> 'active'`, before)
    // A revoked permission stays to its own end, because its signature must not be accepted a second time until then.
    // One with proposals stays as long as they do, since they may still have an outcome.
    await deleteRows(
      query,
      'permissions',
      `valid_until < $1 and not exists (
         select 1 from proposals r
         where r.owner = permissions.owner and starts_with(r.key, 'rebalance:' || permissions.id || ':'))`,
      before,
    )
  }
  await deleteDeletedTasks(database, now - keptDeletedDays * dayMs)
  await query('delete from sign_in_nonces where expires_at < $1', [now - nonceLifetimeMs])
  await query('delete from auth_session where "expiresAt" < $1', [new Date(now)])
  if (retentionDays > 0) await deleteForgottenAccounts(database, new Date(now - retentionDays * dayMs))
  await deleteRows(query, 'rate_limits', 'window_start < $1', now - 60 * 60_000)
  await deleteOldEvents(query, now - eventLifetimeMs)
}

const blocksSchema = z.tuple([z.object({ blocks: z.coerce.number() })])

/**
 * Yields the present ranges of a table by `ctid`, which Postgres finds without reading what is before. Scanning a large
 * table in one statement would hold up everybody if the database is embedded, and an index to old rows would cost every
 * turn. Rows written or moved meanwhile are not old.
 */
async function* stretchesOf(query: Query, table: string): AsyncGenerator<readonly [from: string, to: string]> {
  const rows = await query(`select pg_relation_size($1::regclass) / current_setting('block_size')::bigint as blocks`, [
    table,
  ])
  const [{ blocks }] = blocksSchema.parse(rows)
  for (let from = 0; from < blocks; from += blocksAtOnce) yield [`(${from},0)`, `(${from + blocksAtOnce},0)`]
}

const within = 'ctid >= $2::tid and ctid < $3::tid'

/** Deletes the rows of a table that match a condition, range by range. `$1` in it is `value`. */
async function deleteRows(query: Query, table: string, condition: string, value: number | Date): Promise<void> {
  for await (const stretch of stretchesOf(query, table))
    await query(`delete from ${table} where ${within} and ${condition}`, [value, ...stretch])
}

/** Yields the ids that match a condition, range by range. `$1` in it is `value`. */
async function* foundIn(
  query: Query,
  table: string,
  condition: string,
  value: number | Date,
): AsyncGenerator<readonly string[]> {
  for await (const stretch of stretchesOf(query, table)) {
    const rows = await query(`select id from ${table} where ${within} and ${condition}`, [value, ...stretch])
    const ids = idsSchema.parse(rows).map(({ id }) => id)
    for (let from = 0; from < ids.length; from += atOnce) yield ids.slice(from, from + atOnce)
  }
}

/** Deletes the conversations untouched since `before`. */
async function deleteOldTasks({ query, transaction }: Database, before: number): Promise<void> {
  const old = 'status_at < $1 and runner is null'
  for await (const some of foundIn(query, 'tasks', old, before)) {
    const chosen = `${old} and id in (select jsonb_array_elements_text($2::jsonb))`
    await transaction((query) => deleteTasks(query, chosen, [before, JSON.stringify(some)]))
  }
}

/**
 * Deletes the conversations that their owners deleted before `before` and can no longer restore. Those with a call
 * claimed for signing stay until its outcome arrives.
 */
async function deleteDeletedTasks({ query, transaction }: Database, before: number): Promise<void> {
  const passed = `deleted_at <= $1 and runner is null and not exists (select 1 from calls c
    where c.task_id = tasks.id and c.state = 'pending' and c.signing_by is not null)`
  for (;;) {
    const some = await query(`select id from tasks where ${passed} order by deleted_at limit $2`, [before, atOnce])
    const ids = JSON.stringify(idsSchema.parse(some).map(({ id }) => id))
    const chosen = `${passed} and id in (select jsonb_array_elements_text($2::jsonb))`
    const gone = some.length === 0 ? 0 : await transaction((query) => deleteTasks(query, chosen, [before, ids]))
    if (gone < atOnce) return
  }
}

/** Deletes the accounts without any data in which nobody has signed in since `before`. */
async function deleteForgottenAccounts({ query, transaction }: Database, before: Date): Promise<void> {
  for await (const some of foundIn(query, 'auth_user', isForgotten, before))
    await transaction((query) => deleteEmptyAccounts(query, before, some))
}

/** A running turn keeps its events for its readers. A turn's last event is kept for late readers. */
async function deleteOldEvents(query: Query, before: number): Promise<void> {
  for (;;) {
    const deleted = await query(
      `delete from events where ctid = any(array(
         select e.ctid from events e
         where e.at < $1 and not e.final and (select t.runner from tasks t where t.id = e.task_id) is null
         order by e.at limit $2))
       returning seq`,
      [before, eventsAtOnce],
    )
    if (deleted.length < eventsAtOnce) return
  }
}

const idsSchema = z.array(z.object({ id: z.string() }))
