import { mkdir, mkdtemp, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { newDataFolder } from '../testing/data-folder'
import { startPostgres, type TestPostgres } from '../testing/postgres'
import { DatabaseError } from './database'
import { openDatabase } from './open-database'

let postgres: TestPostgres
let url: string
beforeAll(async () => {
  postgres = await startPostgres()
  url = await postgres.newDatabase()
})
afterAll(() => postgres.stop())

/** Returns what the operator is told at startup. */
async function refusal(settings: { DATABASE_URL?: string; DATA_DIR?: string }): Promise<string> {
  const refused = openDatabase({ DATABASE_URL: undefined, DATA_DIR: '', ...settings }, Date.now)
  const error: unknown = await refused.then(
    (database) => database.close(),
    (cause: unknown) => cause,
  )
  if (!(error instanceof DatabaseError)) throw new Error('it is not refused in a sentence', { cause: error })
  return error.message
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

it('says that no Postgres answers, and keeps the password to itself', async () => {
  const said = await refusal({ DATABASE_URL: 'postgres://me:hidden@127.0.0.1:1/chat' })
  expect(said).toContain('The database 127.0.0.1:1/chat cannot be used: connect ECONNREFUSED')
  expect(said).not.toContain('hidden')
  // A name with two addresses, neither of which answers.
  expect(await refusal({ DATABASE_URL: 'postgres://localhost:1/chat' })).toContain('ECONNREFUSED')
})

it('says that there is no such database', async () => {
  const missing = Object.assign(new URL(url), { pathname: '/missing' }).href
  expect(await refusal({ DATABASE_URL: missing })).toContain('database "missing" does not exist')
})

it('says that its user may not create tables', async () => {
  const client = new Client(url)
  await client.connect()
  await client.query('create role guest login').finally(() => client.end())
  const asGuest = Object.assign(new URL(url), { username: 'guest' }).href
  expect(await refusal({ DATABASE_URL: asGuest })).toContain('permission denied for schema public')
})

it('says why a data folder cannot be used', async () => {
  const folder = await newFolder()
  const file = join(folder, 'file')
  await writeFile(file, '')
  expect(await refusal({ DATA_DIR: join(file, 'data') })).toContain('cannot be used: ENOTDIR')
})

describe('a folder that is not empty', () => {
  it.each([
    ['a database without its mark', 'base', 'global', 'pg_wal'],
    ['somebody’s files', 'holiday.jpg'],
    ['a database that was only begun, and more', 'making', 'base'],
    ['a database on its way into place, and more', 'made', 'base', 'pg_wal'],
    ['an empty folder for a database on its way into place', 'made'],
    ['hidden files of the system', '.DS_Store'],
    ['a mark in another spelling', 'pg_version', 'base'],
  ])('and holds no database is refused by name and left untouched: %s', async (_, ...names) => {
    const folder = join(await newFolder(), 'database')
    for (const name of names) await mkdir(join(folder, name), { recursive: true })
    const said = await refusal({ DATA_DIR: dirname(folder) })
    expect(said).toContain(`The folder ${folder} is not empty and not a database`)
    expect(said).toContain('Nothing in it was changed')
    expect((await readdir(folder)).toSorted()).toEqual(names.toSorted())
  })

  it('becomes a database if one was only begun, with a warning if there was one before', async () => {
    const dataDir = await newFolder()
    await mkdir(join(dataDir, 'database', 'making', 'base'), { recursive: true })
    await writeFile(join(dataDir, 'auth-secret'), 'x'.repeat(64))
    const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    onTestFinished(() => said.mockRestore())
    const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined }, Date.now)
    expect(await database.query('select count(*)::int as n from tasks')).toEqual([{ n: 0 }])
    await database.close()
    expect(said.mock.lastCall?.[0]).toContain('A new, empty one is made')
    expect(await readdir(join(dataDir, 'database'))).not.toContain('making')
  }, 180_000)

  it('keeps the existing database if a new one was not moved into place entirely', async () => {
    const dataDir = await newDataFolder()
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const folder = join(dataDir, 'database')
    await mkdir(join(folder, 'made'))
    for (const name of ['PG_VERSION', 'base', 'pg_wal']) await rename(join(folder, name), join(folder, 'made', name))
    const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined }, Date.now)
    expect(await database.query('select count(*)::int as n from tasks')).toEqual([{ n: 0 }])
    await database.close()
    expect(await readdir(folder)).not.toContain('made')
  })
})

it.each<[string, (database: string) => Promise<unknown>]>([
  ['an invalid mark', (database) => writeFile(join(database, 'PG_VERSION'), 'damaged')],
  ['the mark of another Postgres', (database) => writeFile(join(database, 'PG_VERSION'), '12\n')],
  ['an empty control file', (database) => truncate(join(database, 'global', 'pg_control'))],
  ['an empty mark', (database) => truncate(join(database, 'PG_VERSION'))],
  ['no list of its files', (database) => truncate(join(database, 'global', 'pg_filenode.map'))],
  [
    'a folder as the mark',
    async (database) => {
      await rm(join(database, 'PG_VERSION'))
      await mkdir(join(database, 'PG_VERSION'))
    },
  ],
  [
    'a truncated log',
    async (database) => {
      for (const name of await readdir(join(database, 'pg_wal')))
        if (/^[0-9A-F]{24}$/.test(name)) await truncate(join(database, 'pg_wal', name))
    },
  ],
  ['no log', (database) => rm(join(database, 'pg_wal'), { recursive: true })],
  ['no tables', (database) => rm(join(database, 'base'), { recursive: true })],
])('explains that the embedded database is damaged, and where the backup belongs: %s', async (_, harm) => {
  const dataDir = await newDataFolder()
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await harm(join(dataDir, 'database'))
  const said = await refusal({ DATA_DIR: dataDir })
  expect(said).toContain(
    `The embedded database in ${join(dataDir, 'database')} cannot be opened: its files are damaged`,
  )
  expect(said).toContain('put the one of your last backup in its place')
  expect(said).not.toMatch(/Aborted|ASSERTIONS|PGlite/)
})

it('reports a damaged table', async () => {
  const dataDir = await newDataFolder()
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined }, Date.now)
  const [row] = await database.query(`select pg_relation_filepath('schema_versions') as path`)
  await database.close()
  await truncate(join(dataDir, 'database', String(row?.path)))
  expect(await refusal({ DATA_DIR: dataDir })).toContain('its files are damaged')
})
