import { deleteDB, openDB } from 'idb'

/**
 * Turns the ledger `name` into one of the version whose keys named no account. `damage` changes each row on the way.
 * Returns a tab of that version, which closes the database as that version did.
 */
export async function makeFormer(
  name: string,
  damage: (row: Record<string, unknown>) => unknown = (row) => row,
): Promise<{ close: () => void }> {
  const now = await openDB(name)
  const rows: Record<string, unknown>[] = await now.getAll('calls')
  now.close()
  await deleteDB(name)
  const former = await openDB(name, 1, {
    upgrade: (db) => void db.createObjectStore('calls'),
    blocking: () => former.close(),
  })
  for (const row of rows) {
    const key = `${row.taskId}:${row.callId}`
    await former.put('calls', damage({ ...row, key }), key)
  }
  return { close: () => former.close() }
}
