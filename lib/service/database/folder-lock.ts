import { randomUUID } from 'node:crypto'
import { closeSync, openSync, realpathSync, statSync, unlinkSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseError } from './database'

/** Releases the folder. */
export type FolderLock = () => Promise<void>

/** Milliseconds within which all that found a dead process's socket at the same time have replaced it by their own. */
const takeoverMs = 250

/** Milliseconds to wait for a process that accepts a connection and stays silent, such as a stopped one. */
const silenceMs = 2_000

/**
 * Locks a folder for this process by listening on a local socket named after it. The kernel closes the socket when the
 * process ends, however it ends, so a crash leaves no lock behind (two processes on one PGlite folder lose data without
 * any error). Throws DatabaseError `in-use`.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const place = realpathSync(folder)
  const server = await lockHere(place, folder).catch((cause: unknown) => {
    throw cause instanceof DatabaseError ? cause : inUse(folder, cause)
  })
  const closeServer = () => closing(server)
  if (process.platform !== 'linux') return closeServer
  try {
    const unlockEverywhere = await lockEverywhere(place, folder)
    return () => unlockEverywhere().then(closeServer)
  } catch (error) {
    await closeServer()
    throw error
  }
}

const inUse = (folder: string, cause?: unknown) =>
  new DatabaseError(
    'in-use',
    `The data folder ${folder} is already in use by another running Countersign. Stop that one first, or set DATA_DIR to another folder.`,
    { cause },
  )

/** The mark left by a process cannot be queried for whether that process still runs, or cannot be removed. */
const lockUnreadable = (folder: string, mark: string, cause: unknown) =>
  new DatabaseError(
    'in-use',
    `Whether another Countersign uses the data folder ${folder} cannot be told: ${mark}, which one has left there, belongs to another user (${String(cause)}). If none is running, delete that file and start again. Otherwise stop that one first, or set DATA_DIR to another folder.`,
    { cause },
  )

/**
 * Keeps out every other process of this machine or container. Uses the folder's device and inode number: containers
 * that share the host's network share these sockets, and have different folders under the same path.
 */
async function lockHere(place: string, folder: string): Promise<Server> {
  const { dev, ino } = statSync(place, { bigint: true })
  const name = `countersign-${dev}-${ino}`
  const address = socketAddress(name)
  return listen(address).catch(async (error: unknown) => {
    // A socket file outlives its process; the abstract sockets of Linux and the pipes of Windows do not.
    if (process.platform === 'linux' || process.platform === 'win32') throw error
    try {
      if ((await whoAnswers(address)) !== null) throw inUse(folder, error)
      unlinkSync(address)
    } catch (cause) {
      throw cause instanceof DatabaseError ? cause : lockUnreadable(folder, address, cause)
    }
    return listen(address)
  })
}

/**
 * Keeps out other containers, which have abstract sockets of their own, by a socket in the file `<folder>.lock`, which
 * they share together with the folder. A killed process leaves the file behind; whoever finds it checks whether anybody
 * still answers.
 */
async function lockEverywhere(place: string, folder: string): Promise<FolderLock> {
  const file = `${place}.lock`
  const mine = randomUUID()
  const made = `${file}.${mine}`
  const server = await inFolder(made, (address) => listen(address, mine)).catch(() => null)
  if (!server) {
    console.warn(
      `Where ${folder} lies there can be no sockets, so whether another container uses it cannot be told. See to it that none does.`,
    )
    return async () => undefined
  }
  try {
    const isFree = await link(made, file).then(
      () => true,
      () => false,
    )
    if (!isFree) {
      if ((await inFolder(file, whoAnswers)) !== null) throw inUse(folder)
      await rename(made, file)
      await wait(takeoverMs)
      if ((await inFolder(file, whoAnswers)) !== mine) throw inUse(folder)
    }
  } catch (error) {
    await closing(server)
    throw error instanceof DatabaseError ? error : lockUnreadable(folder, file, error)
  } finally {
    await rm(made, { force: true })
  }
  return async () => {
    await rm(file, { force: true })
    await closing(server)
  }
}

/** Passes a socket file's address that is short enough for one, however long the folder's own path is. */
async function inFolder<Result>(file: string, work: (address: string) => Promise<Result>): Promise<Result> {
  const folder = openSync(dirname(file), 'r')
  try {
    return await work(`/proc/self/fd/${folder}/${basename(file)}`)
  } finally {
    closeSync(folder)
  }
}

function socketAddress(name: string): string {
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(tmpdir(), `${name}.sock`)
}

/** Listens, and sends `id` to whoever connects. */
function listen(address: string, id = 'in use'): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => undefined).end(id))
    server.once('error', reject)
    server.listen({ path: address, exclusive: true }, () => {
      server.unref()
      resolve(server)
    })
  })
}

const closing = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))

/**
 * Returns what the process listening there sends, possibly nothing; null if none listens. Rejects if we may not
 * connect.
 */
function whoAnswers(address: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    let told = ''
    const socket = connect({ path: address, timeout: silenceMs })
    socket.setEncoding('utf8').on('data', (text: string) => {
      told += text
    })
    socket.once('timeout', () => socket.destroy())
    socket.once('error', (error) => {
      const code = 'code' in error ? error.code : null
      if (code === 'ECONNREFUSED' || code === 'ENOENT') resolve(null)
      if (code === 'EACCES' || code === 'EPERM') reject(error)
    })
    socket.once('close', () => resolve(told))
  })
}
