import { z } from 'zod'
import type { Session } from '../auth/sessions'
import type { Database, Query } from '../database/database'

/**
 * Deletes everything stored about an account in one transaction: conversations, plans, permissions, portfolio
 * snapshots, rate limits, sessions, the account itself. A running turn finds its task gone and writes nothing more.
 */
export async function deleteAccount(database: Database, { userId, address }: Session): Promise<void> {
  await database.transaction(async (query) => {
    // Locked to the end, so that nothing is proposed to the account meanwhile.
    await query('select id from auth_user where id = $1 for update', [userId])
    await query('delete from plans where owner = $1', [userId])
    await query('delete from permissions where owner = $1', [userId])
    await query('delete from portfolio_looks where owner = $1', [userId])
    await deleteTasks(query, 'owner = $1', [userId])
    await query('delete from sign_in_nonces where lower(address) = lower($1)', [address])
    await query(`delete from rate_limits where key in ('account:' || $1::text, 'picture:' || $2::text)`, [
      userId,
      address,
    ])
    // Cascades to its sessions and wallets.
    await query('delete from auth_user where id = $1', [userId])
  })
}

/**
 * SQL condition for an account that may be deleted: nothing depends on it, nobody is signing in with it, and nobody has
 * since `$1`. Scalar subqueries look each table up for one account; the planner would turn `not exists` into a scan of
 * the whole table.
 */
export const isForgotten = `"updatedAt" < $1
  and (select 1 from auth_session s where s."userId" = auth_user.id limit 1) is null
  and (select 1 from tasks t where t.owner = auth_user.id limit 1) is null
  and (select 1 from plans p where p.owner = auth_user.id limit 1) is null
  and (select 1 from permissions p where p.owner = auth_user.id limit 1) is null
  and (select 1 from portfolio_looks l where l.owner = auth_user.id limit 1) is null
  and (select 1 from auth_wallet w join sign_in_nonces n on lower(n.address) = lower(w.address)
    where w."userId" = auth_user.id limit 1) is null`

/** Deletes those of the given accounts that may go (`isForgotten`), in a transaction. */
export async function deleteEmptyAccounts(query: Query, before: Date, ids: readonly string[]): Promise<void> {
  const chosen = `id in (select jsonb_array_elements_text($2::jsonb)) and ${isForgotten}`
  // Locks first, so that nothing can be begun for these accounts. The condition is checked again after the lock, and so
  // sees whatever was begun just before.
  const rows = await query(`select id from auth_user where ${chosen} order by id for update skip locked`, [
    before,
    JSON.stringify(ids),
  ])
  const locked = JSON.stringify(idsSchema.parse(rows).map(({ id }) => id))
  await query(`delete from auth_user where ${chosen}`, [before, locked])
}

const idsSchema = z.array(z.object({ id: z.string() }))

/**
 * Deletes the tasks that match a condition, with everything that belongs to them, in a transaction. Locks their rows
 * first: a run that is writing to one finishes, and later finds the task gone. Returns the number of tasks.
 */
export async function deleteTasks(query: Query, condition: string, values: readonly unknown[]): Promise<number> {
  const rows = await query(`select id from tasks where ${condition} order by id for update`, values)
  const ids = [JSON.stringify(idsSchema.parse(rows).map(({ id }) => id))]
  const chosen = '(select jsonb_array_elements_text($1::jsonb))'
  await query(`delete from proposals where task_id in ${chosen}`, ids)
  await query(`delete from events where task_id in ${chosen}`, ids)
  await query(`delete from calls where task_id in ${chosen}`, ids)
  await query(`delete from messages where task_id in ${chosen}`, ids)
  await query(`delete from tasks where id in ${chosen}`, ids)
  return rows.length
}
