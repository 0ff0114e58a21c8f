import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
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

/** What the person who starts the server is told. */
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

it('says where there is no Postgres, and keeps the password to itself', async () => {
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

it('says that its user may not make tables', async () => {
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

it('says that what lies in the data folder cannot be opened, and why', async () => {
  const folder = await newFolder()
  await mkdir(join(folder, 'database'))
  await writeFile(join(folder, 'database', 'PG_VERSION'), 'damaged')
  expect(await refusal({ DATA_DIR: folder })).toMatch(/cannot be opened: \S/)
})
