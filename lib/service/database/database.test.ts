import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, link, mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from './database'
import { migrate } from './migrate'
import { openPglite } from './pglite'

let folder: string
let database: Database

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-'))
  database = await openPglite(folder)
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

/** Prefix that runs a command with a network of its own, like another container; null without the permission. */
const apart =
  [
    ['unshare', '--net'],
    ['unshare', '--map-root-user', '--net'],
  ].find(([command = '', ...args]) => spawnSync(command, [...args, 'true']).status === 0) ?? null

/** Opens the folder in another Node process and returns its output. */
const openElsewhere = (before: readonly string[] = []) =>
  runElsewhere(`import { openPglite } from './lib/service/database/pglite.ts'`, 'openPglite', folder, before)

/** Takes only the lock in another process, as a user other than root. */
const lockAsAnother = (place: string) =>
  runElsewhere(
    `import { lockFolder } from './lib/service/database/folder-lock.ts'
     if (process.getuid() === 0) process.seteuid(65534)
     const lock = async (place) => ({ close: await lockFolder(place) })`,
    'lock',
    place,
  )

function runElsewhere(imports: string, open: string, place: string, before: readonly string[] = []): Promise<string> {
  const script = `${imports}
    try { await (await ${open}(process.argv[1])).close(); console.log('opened') }
    catch (error) { console.log(error.code, error.message) }`
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', script, place]
  const [command = '', ...args] = [...before, ...node]
  const child = spawn(command, args)
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve) => child.once('close', () => resolve(output)))
}

describe('the embedded database', () => {
  it('answers queries with values', async () => {
    expect(await database.query('select $1::int + 1 as sum, $2::jsonb as doc', [41, '{"a":[1]}'])).toEqual([
      { sum: 42, doc: { a: [1] } },
    ])
  })

  it.each([
    ['nothing', null],
    ['no letters', ''],
    ['letters of one to four bytes', 'aé€🙂'],
    ['more than one message of the client holds', `${'é"\\'.repeat(100_000)}.`],
    ['more than the worker’s buffer holds', `${'é"\\'.repeat(400_000)}.`],
  ])('keeps a text of %s unchanged among others', async (_, text) => {
    const rows = await database.query('select $1::int as before, $2::text as text, $3::boolean as after', [
      -7,
      text,
      true,
    ])
    expect(rows).toEqual([{ before: -7, text, after: true }])
  })

  it('keeps the values of concurrent statements apart', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(20_000 - 900 * index))
    const answers = await Promise.all(texts.map((text) => database.query('select $1::text as text', [text])))
    expect(answers).toEqual(texts.map((text) => [{ text }]))
  })

  it('runs a statement without values', async () => {
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('reports a failed statement only to its caller', async () => {
    const wrong = database.query('select nothing from nowhere')
    const right = database.query('select 1 as one')
    await expect(wrong).rejects.toMatchObject({ name: 'StatementError', code: '42P01' })
    expect(await right).toEqual([{ one: 1 }])
  })

  it('commits all of a transaction or nothing, and keeps other statements out of it', async () => {
    await database.query('create table numbers (n int)')
    const failing = database.transaction(async (query) => {
      await query('insert into numbers values (1)')
      throw new Error('no')
    })
    const outside = database.query('select count(*)::int as count from numbers')
    await expect(failing).rejects.toThrow('no')
    expect(await outside).toEqual([{ count: 0 }])
    await Promise.all(
      [1, 2, 3].map((n) =>
        database.transaction(async (query) => {
          const [row] = await query('select count(*)::int as count from numbers')
          await query('insert into numbers values ($1)', [Number(row?.count) * 10 + n])
        }),
      ),
    )
    expect(await database.query('select n from numbers order by n')).toEqual([{ n: 1 }, { n: 12 }, { n: 23 }])
  })

  it('lets a statement in between two transactions, however many follow each other', async () => {
    let done = 0
    const following = async () => {
      for (let i = 0; i < 20; i++) {
        await database.transaction((query) => query('select 1'))
        done++
      }
    }
    const all = following()
    await database.query('select 1')
    expect(done).toBeLessThan(3)
    await all
  })

  it('runs each migration once, and nothing of a version that fails', async () => {
    const versions = [['create table first (n int)', 'insert into first values (1)']]
    await Promise.all([migrate(database, () => 1, versions), migrate(database, () => 2, versions)])
    expect(await database.query('select * from first')).toEqual([{ n: 1 }])
    expect(await database.query('select version, applied_at from schema_versions')).toMatchObject([{ version: 1 }])
    const failing = [...versions, ['create table second (n int)', 'select * from nowhere']]
    await expect(migrate(database, () => 3, failing)).rejects.toThrow('nowhere')
    expect(await database.query(`select to_regclass('second')::text as name`)).toEqual([{ name: null }])
    await expect(migrate(database, () => 4, [])).rejects.toMatchObject({ code: 'newer-schema' })
  })

  it('fails as soon as it cannot write, tells everyone at once, and is intact when reopened', async () => {
    await database.query('create table written (n int)')
    await database.query('insert into written values (1)')
    const log = join(folder, 'database', 'pg_wal')
    await rename(log, `${log}-away`)
    // Leaves the log file that is open, after which no other can be opened.
    await database.query('select pg_switch_wal()')
    const asked = [
      database.transaction((query) => query('insert into written values (2)')),
      database.query('insert into written values (3)'),
    ]
    for (const outcome of await Promise.allSettled(asked))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'lost' } })
    await expect(database.query('select 1')).rejects.toMatchObject({ code: 'lost' })
    expect(await database.lost).toMatchObject({ code: 'lost', message: expect.stringContaining('Restart the server') })
    await database.close()
    await rename(`${log}-away`, log)
    database = await openPglite(folder)
    expect(await database.query('select n from written')).toEqual([{ n: 1 }])
  })

  it('refuses a second opening, in this process and in another, and allows the next one after closing', async () => {
    await expect(openPglite(folder)).rejects.toMatchObject({ code: 'in-use' })
    const refused = await openElsewhere()
    expect(refused).toContain('in-use')
    expect(refused).toContain('already in use by another running Countersign')
    await database.query('create table kept (n int)')
    await database.query('insert into kept values (7)')
    await database.close()
    expect(await openElsewhere()).toBe('opened\n')
    await expect(database.query('select 1')).rejects.toMatchObject({ code: 'closed' })
    database = await openPglite(folder)
    expect(await database.query('select n from kept')).toEqual([{ n: 7 }])
  }, 60_000)

  it.runIf(process.platform === 'linux')(
    'says which file is in the way where the mark on a folder is another user’s',
    async () => {
      const place = await mkdtemp(join(tmpdir(), 'countersign-'))
      const lock = `${place}.lock`
      const other = createServer().listen(lock)
      await once(other, 'listening')
      await chmod(lock, 0)
      const words = await lockAsAnother(place)
      expect(words).toContain(`in-use Whether another Countersign uses the data folder ${place} cannot be told`)
      expect(words).toContain(`${lock}, which one has left there, belongs to another user`)
      expect(words).toContain('delete that file and start again')
      other.close()
      await rm(place, { recursive: true })
    },
    60_000,
  )

  it.runIf(apart)(
    'refuses a second opening in another container, unless the first one has died',
    async () => {
      const container = apart ?? []
      expect(await openElsewhere(container)).toContain('already in use by another running Countersign')
      const lock = join(folder, 'database.lock')
      await link(lock, `${lock}-of-a-dead-one`)
      await database.close()
      expect(existsSync(lock)).toBe(false)
      await rename(`${lock}-of-a-dead-one`, lock)
      expect(await openElsewhere(container)).toBe('opened\n')
      database = await openPglite(folder)
    },
    60_000,
  )
})
