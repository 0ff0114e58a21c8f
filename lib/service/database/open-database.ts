import { join } from 'node:path'
import type { Config } from '@/lib/config'
import { type Database, DatabaseError, reasonOf } from './database'
import { migrate } from './migrate'
import { damaged, openPglite } from './pglite'
import { openPostgres } from './postgres'

/**
 * Ample for any statement but a migration's, and short enough that a network which swallowed everything for ten seconds
 * costs no more than some seconds beyond them. Milliseconds.
 */
const patienceMs = 4_000
/** Ample for any pause between two statements of a transaction, and shorter than a lease. Milliseconds. */
const holdMs = 15_000

/** Opens the store that the settings name, with its schema up to date. Throws DatabaseError. */
export async function openDatabase(
  { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'> & Partial<Config>,
  now: () => number,
): Promise<Database> {
  if (DATABASE_URL) {
    // A migration of much data takes its time, and others that start wait for it.
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
    // The migrations were right wherever this version was tried: what they find is not what a Countersign has left there.
    throw error instanceof DatabaseError ? error : damaged(join(DATA_DIR, 'database'), error)
  }
}

/** Of the address only what is no secret. */
function unusable(url: string, cause: unknown): DatabaseError {
  const { host, pathname } = new URL(url)
  return new DatabaseError(
    'cannot-open',
    `The database ${host}${pathname} cannot be used: ${reasonOf(innermost(cause))}. See whether it runs, what DATABASE_URL says, and whether that user owns the database.`,
    { cause },
  )
}

/** What the server or the network said, without our own words around it. */
const innermost = (error: unknown): unknown => (error instanceof DatabaseError && error.cause) || error

/** SQLSTATE 42501: the user may not do that, as make tables in a database that it does not own (from Postgres 15 on). */
const isForbidden = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '42501'
