import { execFile } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import { access, mkdir, readdir, rename, rm, rmdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { type Database, DatabaseError, type Query, type Row, reasonOf } from './database'
import { lockFolder } from './folder-lock'
import { secretFile } from './secret-file'

const replySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('failed'), message: z.string() }),
  z.object({ type: z.literal('rows'), id: z.int(), rows: z.custom<Row[]>(Array.isArray) }),
  z.object({ type: z.literal('error'), id: z.int(), message: z.string(), code: z.string().nullable() }),
  z.object({ type: z.literal('gone'), message: z.string(), isFull: z.boolean() }),
])

/** SQLSTATEs that only damaged files cause: an invalid block or index, a missing file. */
const damage: ReadonlySet<string | null> = new Set(['XX001', 'XX002', '58P01', '58030'])

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
 * Opens the embedded database in `<dataDir>/database` exclusively: a second process is refused with DatabaseError
 * `in-use`. Its files survive the death of the process, but not a power cut (PGlite does not fsync).
 */
export async function openPglite(dataDir: string): Promise<Database> {
  const folder = join(dataDir, 'database')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    if (isNoSpace(cause)) throw noRoom(folder)
    throw new DatabaseError(
      'cannot-open',
      `The data folder ${folder} cannot be used: ${reasonOf(cause)}. Give it to the user who runs Countersign${userId}, or set DATA_DIR to another one.`,
      { cause },
    )
  }
  const unlock = await lockFolder(folder)
  try {
    // It might open without space, and would end with its first write.
    if (await isFull(folder)) throw noRoom(folder)
    if (!existsSync(join(folder, mark))) await make(folder, dataDir)
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

/** The file that marks a folder as a Postgres database. */
const mark = 'PG_VERSION'
/** Subfolders in which a database is created, and in which it waits once complete. */
const [making, whole] = ['making', 'made']

/**
 * Creates a database in an empty folder, and starts over if one was begun and not finished. Moves its files into place
 * once it is complete, the mark last. Leaves anything else in the folder alone, since it was not created here.
 */
async function make(folder: string, dataDir: string): Promise<void> {
  const found = await readdir(folder)
  if (!existsSync(join(folder, whole, mark))) {
    if (found.some((name) => name !== making))
      throw new DatabaseError(
        'cannot-open',
        `The folder ${folder} is not empty and not a database: ${mark} is missing. Nothing in it was changed. If it was one, put its backup in its place; otherwise move it away, or set DATA_DIR to another folder.`,
      )
    if (existsSync(secretFile(dataDir)))
      console.warn(
        `There is no database in ${folder}, though ${secretFile(dataDir)} is from an earlier start. A new, empty one is made: conversations and plans of before are not in it. If there is a backup, stop Countersign and put it in its place.`,
      )
    await rm(join(folder, making), { recursive: true, force: true })
    await makeIn(join(folder, making), folder)
    await rename(join(folder, making), join(folder, whole))
  }
  const files = (await readdir(join(folder, whole))).filter((name) => name !== mark)
  for (const name of [...files, mark]) await rename(join(folder, whole, name), join(folder, name))
  await rmdir(join(folder, whole))
}

/** Creates the database in another process, because that leaves hundreds of MB that are never used again. */
async function makeIn(place: string, folder: string): Promise<void> {
  const making = promisify(execFile)(process.execPath, [program, place])
  // The child must not outlive this process, which holds the folder's lock.
  const end = () => void making.child.kill('SIGKILL')
  process.once('exit', end)
  await making.catch(async (cause: unknown) => {
    throw (await isFull(folder)) ? noRoom(folder) : notMade(folder, cause)
  })
  process.off('exit', end)
}

/**
 * Limits for the JavaScript around the database, which would otherwise accumulate a hundred MB of garbage; the
 * database's own memory is separate. What it passes on soon becomes garbage, and it keeps only ten MB.
 */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 6 }

type Pending = { resolve: (rows: Row[]) => void; reject: (error: Error) => void }

type Connection = { send: Query; lost: Promise<DatabaseError>; close: () => Promise<void> }

/** Relative to the working directory, the project's folder, since bundled code has no location of its own. */
const program = join(/* turbopackIgnore: true */ process.cwd(), 'lib', 'service', 'database', 'pglite-worker.mjs')

const notMade = (folder: string, cause: unknown) =>
  new DatabaseError('cannot-open', `The embedded database in ${folder} cannot be made: ${reasonOf(cause)}`, { cause })

export const damaged = (folder: string, cause: unknown) =>
  new DatabaseError(
    'damaged',
    `The embedded database in ${folder} cannot be opened: its files are damaged, not all there, or not this user’s. Stop Countersign, move that folder away, and put the one of your last backup in its place, whole. Without a backup an empty folder begins anew: conversations and plans are lost then. What is on the chain is not touched by this.`,
    { cause },
  )

const noRoom = (folder: string) =>
  new DatabaseError(
    'lost',
    `The disk on which ${folder} lies is full, so nothing more can be written down. What was acknowledged is kept. Make room, then start Countersign again.`,
  )

const isNoSpace = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT')

/** Bytes. Ample for what is written while a database is opened. */
const roomBytes = 1 << 20

async function isFull(folder: string): Promise<boolean> {
  const { blocks, bavail, bsize } = await statfs(folder)
  // Some disks do not state their size.
  return blocks > 0 && bavail * bsize < roomBytes
}

const userId = process.getuid ? ` (id ${process.getuid()})` : ''

async function startWorker(folder: string): Promise<Connection> {
  // Set by `npm start`, the flag would override the worker's limit. The heap of this thread exists already and keeps
  // its size.
  setFlagsFromString('--max-old-space-size=0')
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
    const cannotOpen = (cause: unknown) =>
      void isFull(folder).then((full) => reject(full ? noRoom(folder) : damaged(folder, cause)), reject)
    worker.on('message', (message: unknown) => {
      const reply = replySchema.parse(message)
      if (reply.type === 'ready') return resolve()
      if (reply.type === 'failed') return cannotOpen(reply.message)
      if (reply.type === 'gone') {
        const stopped = `The embedded database stopped: ${reply.message}. What was acknowledged is kept. Restart the server.`
        lose(reply.isFull ? noRoom(folder) : new DatabaseError('lost', stopped))
        return void worker.terminate()
      }
      const waiting = pending.get(reply.id)
      pending.delete(reply.id)
      if (reply.type === 'rows') return waiting?.resolve(reply.rows)
      const refused = new StatementError(reply.message, reply.code)
      waiting?.reject(damage.has(reply.code) ? damaged(folder, refused) : refused)
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
 * Lets everyone share one connection in order of arrival. A statement waits for the transactions requested before it,
 * but not for later ones, which may follow each other without end.
 */
function shareOneConnection(send: Query): Pick<Database, 'query' | 'transaction'> {
  let turn: Promise<unknown> = Promise.resolve()
  let transactions = 0
  return {
    query: async (text, values) => {
      // Those waiting for the same promise continue in order of arrival: no transaction begins before this is sent.
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
