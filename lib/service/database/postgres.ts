import { Pool, DatabaseError as Refusal } from 'pg'
import { type Database, DatabaseError, type Query, type Row, reasonOf } from './database'
import { listenTo } from './listen'

export type PostgresOptions = {
  url: string
  /** Reaches it without a pooler, which would not pass notifications on. */
  directUrl?: string | undefined
  /**
   * How long a connection may take to open, and a statement to be answered. A server that has gone without a word (its
   * machine, or the network to it) would otherwise be waited for until the operating system gives up, a quarter of an
   * hour. Milliseconds; 0 waits.
   */
  patienceMs: number
  /**
   * How long the server lets a transaction stand in which it hears nothing from us: it is rolled back then. What an instance
   * has locked that froze, or that the network has cut off, would otherwise be locked for the others too. Milliseconds;
   * 0, as without it, is for ever.
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
  // An idle connection that breaks is replaced by the pool; without a listener the event would end the process.
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
      // Without a listener, a connection that breaks off between two statements would end the process.
      const breakOff = (error: Error) => {
        broken = error
      }
      client.on('error', breakOff)
      try {
        // For this transaction alone, and in one message: a pooler passes settings of a connection on to nobody.
        await query(`begin; set local idle_in_transaction_session_timeout = ${holdMs}`)
        const value = await work(query)
        await query('commit')
        return value
      } catch (error) {
        // Of a server that is away, the connection is given up: it rolls back what it hears nothing more of.
        if (error instanceof DatabaseError) broken ??= error
        else
          await query('rollback').catch((cause: unknown) => {
            broken = new Error('The connection cannot be used any more.', { cause })
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
 * SQLSTATEs of a server that takes nothing now, whatever it is asked: connections fail (08), it has no room (53), it is
 * being stopped, started or crashed (57P), or it is a copy that may only be read (25006).
 */
const awayStates = /^(08|53|57P0[1-5]|25006)/

/** Throws what a statement has come to: DatabaseError `away` unless the server has refused that statement. */
function orAway(error: unknown): never {
  const isRefused = error instanceof Refusal ? !awayStates.test(error.code ?? '') : error instanceof TypeError
  if (isRefused) throw error
  throw new DatabaseError('away', `The database cannot be used now: ${reasonOf(error)}`, { cause: error })
}
