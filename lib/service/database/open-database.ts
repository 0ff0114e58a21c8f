import { join } from 'node:path'
import type { Config } from '@/lib/config'
import { type Database, DatabaseError, reasonOf } from './database'
import { migrate } from './migrate'
import { damaged, openPglite } from './pglite'
import { openPostgres } from './postgres'

/**
 * Milliseconds to wait for a statement. Ample for any but a migration's, and short enough that a network which drops
 * everything for ten seconds costs only a few seconds more.
 */
const patienceMs = 4_000
/** Milliseconds between two statements of a transaction. Ample for any pause, and shorter than a lease. */
const holdMs = 15_000

/** Opens the configured store, with its schema up to date. Throws DatabaseError. */
export async function openDatabase(
  { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'> & Partial<Config>,
  now: () => number,
): Promise<Database> {
  if (DATABASE_URL) {
    // Migrating much data takes its time, and other starting instances wait for it.
    const patient = openPostgres({ url: DATABASE_URL, patienceMs: 0 })
    try {
      await patient.query('select 1').catch((cause: unknown) => {
        throw unusable(DATABASE_URL, cause)
      })
      await migrate(patient, now).catch((cause: unknown) => {
        throw isForbidden(cause) ? unusable(DATABASE_URL, cause) : cause
      })
    } finally {
      await patient.close()
    }
    return openPostgres({ url: DATABASE_URL, directUrl: DATABASE_DIRECT_URL, patienceMs, holdMs })
  }
  const database = await openPglite(DATA_DIR)
  try {
    await migrate(database, now)
    return database
  } catch (error) {
    await database.close()
    // The migrations worked wherever this version was tested, so what they found is not a Countersign database.
    throw error instanceof DatabaseError ? error : damaged(join(DATA_DIR, 'database'), error)
  }
}

/** Names only the parts of the address that are no secret. */
function unusable(url: string, cause: unknown): DatabaseError {
  const { host, pathname } = new URL(url)
  return new DatabaseError(
    'cannot-open',
    `The database ${host}${pathname} cannot be used: ${reasonOf(innermost(cause))}. See whether it runs, what DATABASE_URL says, and whether that user owns the database.`,
    { cause },
  )
}

/** Returns what the server or the network said, without our own words around it. */
const innermost = (error: unknown): unknown => (error instanceof DatabaseError && error.cause) || error

/**
 * SQLSTATE 42501: the user lacks the privilege, such as creating tables in a database it does not own (since Postgres
 * 15).
 */
const isForbidden = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '42501'
