import type { Session } from '../auth/sessions'
import type { Database, Query } from '../database/database'

/**
 * Removes all that is kept of an account, in one transaction: conversations, plans, permissions, what was
 * seen of its portfolio, sessions, the account itself.
 * A run that is under way finds its task gone and writes nothing more.
 */
export async function deleteAccount(database: Database, { userId, address }: Session): Promise<void> {
  await database.transaction(async (query) => {
    // Held to the end, so that nothing is proposed to the account meanwhile.
    await query('select id from auth_user where id = $1 for update', [userId])
    await query('delete from plans where owner = $1', [userId])
    await query('delete from permissions where owner = $1', [userId])
    await query('delete from portfolio_looks where owner = $1', [userId])
    await deleteTasks(query, 'owner = $1', [userId])
    await query('delete from sign_in_nonces where lower(address) = lower($1)', [address])
    // Its sessions and wallets go with it.
    await query('delete from auth_user where id = $1', [userId])
  })
}

/** Removes the tasks that a condition names, with all that hangs on them. */
export async function deleteTasks(query: Query, condition: string, values: readonly unknown[]): Promise<void> {
  const chosen = `(select id from tasks where ${condition})`
  await query(`delete from proposals where task_id in ${chosen}`, values)
  await query(`delete from events where task_id in ${chosen}`, values)
  await query(`delete from calls where task_id in ${chosen}`, values)
  await query(`delete from messages where task_id in ${chosen}`, values)
  await query(`delete from tasks where ${condition}`, values)
}
