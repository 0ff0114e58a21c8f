import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { type ChannelListener, type Query, reasonOf } from './database'

/** Milliseconds before a lost connection is opened again. */
const retryMs = 1_000
/** Payload sent to our own channel to test it. */
const echo = 'echo'

type Options = ChannelListener & {
  url: string
  /** Sends from another connection, as other instances do. */
  query: Query
  channel: string
  /** Milliseconds between tests of whether the connection still receives. */
  beatMs?: number
}

/**
 * Listens on a connection of its own, and reopens it whenever it is lost. Anything sent in between is missed. If
 * nothing ever arrives (a pooler without sessions stands in between), logs that once and gives up.
 */
export function listenTo({ url, query, channel, beatMs = 15_000, heard, opened }: Options): () => Promise<void> {
  const closing = new AbortController()
  const { signal } = closing
  let works = false

  /** Resolves when closed or of no use; rejects when the connection is lost. */
  async function listenOnce(): Promise<void> {
    const client = new Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
    })
    let beat: NodeJS.Timeout | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => resolve(), { once: true })
        client.on('error', reject)
        client.on('end', () => reject(new Error('The server closed the connection.')))
        let unheard = false
        client.on('notification', ({ payload = '' }) => {
          if (payload !== echo) return heard(payload)
          works = true
          unheard = false
        })
        const tryIt = () => {
          if (unheard && works) return reject(new Error('The connection no longer receives anything.'))
          if (unheard) {
            console.error(
              'Notifications of other instances are not heard at this database address, as happens behind a pooler. Their events come by polling instead; set DATABASE_DIRECT_URL to an address without a pooler.',
            )
            return resolve()
          }
          unheard = true
          // If it cannot be sent it will not arrive either, and the next beat notices.
          query('select pg_notify($1, $2)', [channel, echo]).catch(() => undefined)
        }
        const begin = async () => {
          await client.connect()
          await client.query(`listen ${channel}`)
          opened()
          tryIt()
          beat = setInterval(tryIt, beatMs)
          beat.unref()
        }
        begin().catch(reject)
      })
    } finally {
      clearInterval(beat)
      // Not awaited: a dead connection never ends.
      client.end().catch(() => undefined)
    }
  }

  const listening = (async () => {
    while (!signal.aborted) {
      try {
        return await listenOnce()
      } catch (error) {
        const reason = reasonOf(error)
        console.error(`The connection on which other instances are heard was lost and is opened again: ${reason}`)
        await pause(retryMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
  })()
  return async () => {
    closing.abort()
    await listening
  }
}
