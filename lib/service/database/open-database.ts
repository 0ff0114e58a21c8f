import type { Config } from '@/lib/config'
import type { Database } from './database'
import { migrate } from './migrate'
import { openPglite } from './pglite'
import { openPostgres } from './postgres'

/** Opens the store that the settings name, with its schema up to date. Throws DatabaseError. */
export async function openDatabase(
  { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'> & Partial<Config>,
  now: () => number,
): Promise<Database> {
  const database = DATABASE_URL ? openPostgres(DATABASE_URL, DATABASE_DIRECT_URL) : await openPglite(DATA_DIR)
  try {
    await migrate(database, now)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
