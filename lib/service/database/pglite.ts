import { execFile } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { type Database, DatabaseError, type Query, type Row, reasonOf } from './database'
import { lockFolder } from './folder-lock'

const replySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('failed'), message: z.string() }),
  z.object({ type: z.literal('rows'), id: z.int(), rows: z.custom<Row[]>(Array.isArray) }),
  z.object({ type: z.literal('error'), id: z.int(), message: z.string(), code: z.string().nullable() }),
])

/** A statement that the database refused, with its SQLSTATE. */
class StatementError extends Error {
  override readonly name = 'StatementError'
  constructor(
    message: string,
    readonly code: string | null,
  ) {
    super(message)
  }
}

/**
 * Opens the embedded database in `<dataDir>/database`, alone: a second process is refused with DatabaseError `in-use`.
 * Its files survive the death of the process, not a power cut (PGlite does not fsync).
 */
export async function openPglite(dataDir: string): Promise<Database> {
  const folder = join(dataDir, 'database')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new DatabaseError(
      'cannot-open',
      `The data folder ${folder} cannot be used: ${reasonOf(cause)}. Give it to the user who runs Countersign${userId}, or set DATA_DIR to another one.`,
      { cause },
    )
  }
  const unlock = await lockFolder(folder)
  try {
    if (!existsSync(join(folder, 'PG_VERSION'))) await make(folder)
    const connection = await startWorker(folder)
    const close = connection.close
    return {
      ...shareOneConnection(connection.send),
      exclusive: true,
      lost: connection.lost,
      close: async () => {
        await close()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Making a database leaves hundreds of MB in its process that are never used again: another one makes it. */
async function make(folder: string): Promise<void> {
  const making = promisify(execFile)(process.execPath, [program, folder])
  // Without this process nobody holds the folder's lock.
  const end = () => void making.child.kill('SIGKILL')
  process.once('exit', end)
  await making.catch((cause: unknown) => {
    throw notOpened(folder, cause)
  })
  process.off('exit', end)
}

/**
 * Of the JavaScript around the database, which would let a hundred MB of garbage lie otherwise; its own memory is apart.
 * What it passes on is soon garbage, and ten MB are all that it keeps.
 */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 6 }

type Pending = { resolve: (rows: Row[]) => void; reject: (error: Error) => void }

type Connection = { send: Query; lost: Promise<DatabaseError>; close: () => Promise<void> }

/** The path is taken from the working directory, the project's folder, since bundled code has no place of its own. */
const program = join(/* turbopackIgnore: true */ process.cwd(), 'lib', 'service', 'database', 'pglite-worker.mjs')

const notOpened = (folder: string, cause: unknown) =>
  new DatabaseError('cannot-open', `The embedded database in ${folder} cannot be opened: ${reasonOf(cause)}`, { cause })

const userId = process.getuid ? ` (id ${process.getuid()})` : ''

async function startWorker(folder: string): Promise<Connection> {
  // Set by `npm start`, they would go before the worker's limits. The heap of this thread is made and keeps what they said.
  for (const flag of ['--max-semi-space-size', '--max-old-space-size']) setFlagsFromString(`${flag}=0`)
  const worker = new Worker(program, { workerData: { folder }, execArgv: [], resourceLimits })
  const pending = new Map<number, Pending>()
  let nextId = 1
  let gone: DatabaseError | null = null

  let tell: (error: DatabaseError) => void = () => undefined
  const lost = new Promise<DatabaseError>((resolve) => {
    tell = resolve
  })
  const lose = (error: DatabaseError) => {
    if (!gone) tell(error)
    gone ??= error
    for (const { reject } of pending.values()) reject(gone)
    pending.clear()
  }
  const opened = new Promise<void>((resolve, reject) => {
    const cannotOpen = (cause: unknown) => reject(notOpened(folder, cause))
    worker.on('message', (message: unknown) => {
      const reply = replySchema.parse(message)
      if (reply.type === 'ready') return resolve()
      if (reply.type === 'failed') return cannotOpen(reply.message)
      const waiting = pending.get(reply.id)
      pending.delete(reply.id)
      if (reply.type === 'rows') waiting?.resolve(reply.rows)
      else waiting?.reject(new StatementError(reply.message, reply.code))
    })
    worker.on('error', (cause) => {
      cannotOpen(cause)
      lose(new DatabaseError('lost', 'The embedded database stopped. Restart the server.', { cause }))
    })
    worker.on('exit', () => {
      cannotOpen('the worker ended')
      lose(new DatabaseError('lost', 'The embedded database stopped. Restart the server.'))
    })
  })

  const post = (text: string | null, values: readonly unknown[]) =>
    new Promise<Row[]>((resolve, reject) => {
      if (gone) return reject(gone)
      const id = nextId++
      pending.set(id, { resolve, reject })
      worker.postMessage({ id, text, values })
    })
  await opened.catch(async (error: unknown) => {
    await worker.terminate()
    throw error
  })
  return {
    send: (text, values = []) => post(text, values),
    lost,
    close: async () => {
      if (gone) return
      await post(null, [])
      gone = new DatabaseError('closed', 'The database is closed.')
      await worker.terminate()
    },
  }
}

/**
 * Lets one connection serve everybody, in the order in which they come: a statement waits for the transactions that were
 * asked for before it, and not for those after it, which may follow each other without end.
 */
function shareOneConnection(send: Query): Pick<Database, 'query' | 'transaction'> {
  let turn: Promise<unknown> = Promise.resolve()
  let transactions = 0
  return {
    query: async (text, values) => {
      // Whoever has waited longer for the same end is let go first: no transaction begins before this is sent.
      if (transactions > 0) await turn
      return send(text, values)
    },
    transaction: (work) => {
      transactions++
      const result = turn.then(async () => {
        try {
          await send('begin')
          const value = await work(send)
          await send('commit')
          return value
        } catch (error) {
          await send('rollback')
          throw error
        } finally {
          transactions--
        }
      })
      turn = result.catch(() => undefined)
      return result
    },
  }
}
