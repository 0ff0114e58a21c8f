import { Pool, DatabaseError as Refusal } from 'pg'
import { type Database, DatabaseError, type Query, type Row, reasonOf } from './database'
import { listenTo } from './listen'

export type PostgresOptions = {
  url: string
  /** Address without a pooler, which would not pass notifications on. */
  directUrl?: string | undefined
  /**
   * Milliseconds to wait for a connection to open and a statement to be answered; 0 waits forever. The operating system
   * gives up on a server that vanished (its machine, or the network to it) only after a quarter of an hour.
   */
  patienceMs: number
  /**
   * Milliseconds after which the server rolls back a transaction that we left idle; 0 or absent is never. Otherwise the
   * locks of an instance that froze or was cut off would stay for the others too.
   */
  holdMs?: number
}

/** Connects to a Postgres server. Other instances may use it at the same time. */
export function openPostgres({ url, directUrl = url, patienceMs, holdMs = 0 }: PostgresOptions): Database {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    keepAlive: true,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  })
  // The pool replaces an idle connection that breaks; without a listener the event would end the process.
  pool.on('error', (error) => console.error('A database connection was lost:', error.message))
  const queryOf =
    (source: Pick<Pool, 'query'>): Query =>
    async (text, values = []) =>
      (await source.query<Row>(text, [...values]).catch(orAway)).rows
  const query = queryOf(pool)
  return {
    exclusive: false,
    query,
    listen: (channel, listener) => listenTo({ url: directUrl, query, channel, ...listener }),
    transaction: async (work) => {
      const client = await pool.connect().catch(orAway)
      const query = queryOf(client)
      let broken: Error | undefined
      // Without a listener, a connection that breaks between two statements would end the process.
      const breakOff = (error: Error) => {
        broken = error
      }
      client.on('error', breakOff)
      try {
        // Set for this transaction only, and in one message: a pooler does not keep settings of a connection.
        await query(`begin; set local idle_in_transaction_session_timeout = ${holdMs}`)
        const value = await work(query)
        await query('commit')
        return value
      } catch (error) {
        // Drops the connection to a server that is away, which rolls back when it hears nothing more.
        if (error instanceof DatabaseError) broken ??= error
        else
          await query('rollback').catch((cause: unknown) => {
            broken = new Error('The connection can no longer be used.', { cause })
          })
        throw error
      } finally {
        client.off('error', breakOff)
        client.release(broken)
      }
    },
    close: () => pool.end(),
  }
}

/**
 * SQLSTATEs of a server that accepts nothing now, whatever the request: connections fail (08), it has no resources
 * (53), it is stopping, starting or crashed (57P), it is a read-only replica (25006), or it admits nobody: the password
 * has changed (28), the database does not exist (3D000) or is closed for a while (55000).
 */
const awayStates = /^(08|28|53|57P0[1-5]|25006|3D000|55000)/

/** Throws DatabaseError `away`, unless the server refused this very statement. */
function orAway(error: unknown): never {
  const isRefused = error instanceof Refusal ? !awayStates.test(error.code ?? '') : error instanceof TypeError
  if (isRefused) throw error
  throw new DatabaseError('away', `The database cannot be used now: ${reasonOf(error)}`, { cause: error })
}
