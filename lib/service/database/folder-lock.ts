import { createHash } from 'node:crypto'
import { realpathSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseError } from './database'

/** Gives the folder back. */
export type FolderLock = () => Promise<void>

/**
 * Takes a folder for this process alone, by listening on a local socket named after its real path. The kernel closes
 * the socket when the process ends, however it ends, so a crash leaves no lock behind (two processes on one PGlite
 * folder lose data without any error). Throws DatabaseError `in-use`.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const name = `countersign-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)}`
  const address = socketAddress(name)
  let server: Server
  try {
    server = await listen(address).catch(async (error: unknown) => {
      // A socket file outlives its process; the abstract sockets of Linux and the pipes of Windows do not.
      if (process.platform === 'linux' || process.platform === 'win32' || (await answers(address))) throw error
      unlinkSync(address)
      return listen(address)
    })
  } catch (cause) {
    throw new DatabaseError(
      'in-use',
      `The data folder ${folder} is already in use by another running Countersign. Stop that one first, or set DATA_DIR to another folder.`,
      { cause },
    )
  }
  return () => new Promise((resolve) => server.close(() => resolve()))
}

function socketAddress(name: string): string {
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(tmpdir(), `${name}.sock`)
}

function listen(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen({ path: address, exclusive: true }, () => {
      server.unref()
      resolve(server)
    })
  })
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
