import { rm } from 'node:fs/promises'
import type { Database } from '../database/database'
import { openDatabase } from '../database/open-database'
import { newDataFolder } from './data-folder'
import { startPostgres } from './postgres'
import { postgresSettings, startTestService, type TestService, type TestServiceOptions } from './test-service'

/** The stores that the service runs on, for `describe.each`. */
export const stores = ['PGlite', 'Postgres'] as const

/** Opens an empty database, without a service. `remove` closes it and leaves nothing behind. */
export async function openTestDatabaseOn(
  store: (typeof stores)[number],
  now: () => number,
): Promise<{ database: Database; remove: () => Promise<void> }> {
  if (store === 'PGlite') {
    const dataDir = await newDataFolder()
    const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined }, now)
    return { database, remove: () => database.close().then(() => rm(dataDir, { recursive: true })) }
  }
  const postgres = await startPostgres()
  const database = await openDatabase({ DATA_DIR: '', DATABASE_URL: await postgres.newDatabase() }, now)
  return { database, remove: () => database.close().then(postgres.stop) }
}

/**
 * Starts the service on an empty store, which is removed with it. `url` is the store's address if others can open it.
 */
export async function startTestServiceOn(
  store: (typeof stores)[number],
  options: TestServiceOptions,
): Promise<TestService & { url: string | null }> {
  if (store === 'PGlite') return { ...(await startTestService(options)), url: null }
  const postgres = await startPostgres()
  try {
    const url = await postgres.newDatabase()
    const settings = { ...options.settings, ...postgresSettings(url) }
    const running = await startTestService({ ...options, settings })
    return { ...running, url, stop: () => running.stop().finally(postgres.stop) }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/** Opens an empty store for two servers, each with its own connection if possible. */
export async function openStore(
  store: (typeof stores)[number],
  now: () => number,
): Promise<{ databases: [Database, Database]; close: () => Promise<void> }> {
  if (store === 'PGlite') {
    const dataDir = await newDataFolder()
    const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined }, now)
    // Neither may take the other's runs for dead at startup.
    const shared = { ...database, exclusive: false }
    return { databases: [shared, shared], close: () => database.close().then(() => rm(dataDir, { recursive: true })) }
  }
  const postgres = await startPostgres()
  const url = await postgres.newDatabase()
  const open = () => openDatabase({ DATA_DIR: '', DATABASE_URL: url }, now)
  const databases: [Database, Database] = [await open(), await open()]
  const close = () => Promise.all(databases.map((each) => each.close())).then(postgres.stop)
  return { databases, close }
}
