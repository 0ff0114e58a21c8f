import { z } from 'zod'
import { type Database, DatabaseError } from './database'
import { migrations } from './migrations'

/** Arbitrary, but the same in every instance, so that two that start together do not both migrate. */
const lockKey = 4_172_001

/** Brings the schema up to date. Each version runs once, entirely or not at all. Versions count from 1. */
export async function migrate(database: Database, now: () => number, versions = migrations): Promise<void> {
  await database.transaction(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [lockKey])
    await query('create table if not exists schema_versions (version int primary key, applied_at bigint not null)')
    const rows = await query('select coalesce(max(version), 0) as version from schema_versions')
    const { version: current } = z.object({ version: z.coerce.number() }).parse(rows[0])
    if (current > versions.length)
      throw new DatabaseError(
        'newer-schema',
        `The database has schema version ${current}, this Countersign knows only ${versions.length}. It was written by a newer one: use that, or another DATA_DIR or DATABASE_URL.`,
      )
    for (const [index, statements] of versions.entries()) {
      if (index < current) continue
      for (const statement of statements) await query(statement)
      await query('insert into schema_versions (version, applied_at) values ($1, $2)', [index + 1, now()])
    }
  })
}
