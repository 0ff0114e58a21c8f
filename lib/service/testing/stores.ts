import { startPostgres } from './postgres'
import { postgresSettings, startTestService, type TestService, type TestServiceOptions } from './test-service'

/** The stores that the service runs on, for `describe.each`. */
export const stores = ['PGlite', 'Postgres'] as const

/** Starts the service on an empty store, which goes with it. */
export async function startTestServiceOn(
  store: (typeof stores)[number],
  options: TestServiceOptions,
): Promise<TestService> {
  if (store === 'PGlite') return startTestService(options)
  const postgres = await startPostgres()
  try {
    const settings = { ...options.settings, ...postgresSettings(await postgres.newDatabase()) }
    const running = await startTestService({ ...options, settings })
    return { ...running, stop: () => running.stop().finally(postgres.stop) }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}
