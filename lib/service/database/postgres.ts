import { Pool } from 'pg'
import type { Database, Query, Row } from './database'
import { listenTo } from './listen'

/**
 * Connects to a Postgres server. Other instances may use it at the same time. `directUrl` reaches it without a pooler,
 * which would not pass notifications on.
 */
export function openPostgres(url: string, directUrl = url): Database {
  const pool = new Pool({ connectionString: url, max: 10 })
  // An idle connection that breaks is replaced by the pool; without a listener the event would end the process.
  pool.on('error', (error) => console.error('A database connection was lost:', error.message))
  const queryOf =
    (source: Pick<Pool, 'query'>): Query =>
    async (text, values = []) =>
      (await source.query<Row>(text, [...values])).rows
  const query = queryOf(pool)
  return {
    exclusive: false,
    query,
    listen: (channel, listener) => listenTo({ url: directUrl, query, channel, ...listener }),
    transaction: async (work) => {
      const client = await pool.connect()
      const query = queryOf(client)
      let broken: Error | undefined
      try {
        await query('begin')
        const value = await work(query)
        await query('commit')
        return value
      } catch (error) {
        await query('rollback').catch((cause: unknown) => {
          broken = new Error('The connection cannot be used any more.', { cause })
        })
        throw error
      } finally {
        client.release(broken)
      }
    },
    close: () => pool.end(),
  }
}
