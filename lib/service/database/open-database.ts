import type { Config } from '@/lib/config'
import type { Database } from './database'
import { migrate } from './migrate'
import { openPglite } from './pglite'
import { openPostgres } from './postgres'

/** Ample for any statement but a migration's. Milliseconds. */
const patienceMs = 60_000

/** Opens the store that the settings name, with its schema up to date. Throws DatabaseError. */
export async function openDatabase(
  { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'> & Partial<Config>,
  now: () => number,
): Promise<Database> {
  if (DATABASE_URL) {
    // A migration of much data takes its time, and others that start wait for it.
    const patient = openPostgres({ url: DATABASE_URL, patienceMs: 0 })
    await migrate(patient, now).finally(patient.close)
    return openPostgres({ url: DATABASE_URL, directUrl: DATABASE_DIRECT_URL, patienceMs })
  }
  const database = await openPglite(DATA_DIR)
  try {
    await migrate(database, now)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
