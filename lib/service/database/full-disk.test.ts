import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFailed, onTestFinished } from 'vitest'
import { newDataFolder } from '../testing/data-folder'

/** Prefix that runs a command with mounts of its own; null without the permission. */
const apart =
  [
    ['unshare', '--mount'],
    ['unshare', '--map-root-user', '--mount'],
  ].find(([command = '', ...args]) => spawnSync(command, [...args, 'true']).status === 0) ?? null

/** Uses a database whose disk fills up, and prints the outcome. */
const script = `
  import { rm, statfs, writeFile } from 'node:fs/promises'
  import { openDatabase } from './lib/service/database/open-database.ts'
  const [, disk] = process.argv
  const open = () => openDatabase({ DATA_DIR: disk + '/data', DATABASE_URL: undefined }, Date.now)
  const fill = async (name) => {
    const { bavail, bsize } = await statfs(disk)
    await writeFile(disk + name, Buffer.alloc(bavail * bsize))
  }
  let database = await open()
  await database.query('create table written (n int, text text)')
  await database.query('insert into written values (1)')
  await fill('/full')
  const write = () => database.query("insert into written select 2, repeat(md5(random()::text), 1000) from generate_series(1, 200)")
  const refused = await write().then(() => null, (error) => error)
  console.log('refused', refused?.name, refused?.code, refused?.message)
  console.log('lost', (await database.lost).message)
  await database.close()
  await fill('/fuller')
  const tried = (path) => openDatabase({ DATA_DIR: disk + path, DATABASE_URL: undefined }, Date.now).catch((error) => error)
  for (const path of ['/data', '/new']) console.log('start in', path, (await tried(path)).message)
  for (const name of ['/full', '/fuller']) await rm(disk + name)
  database = await open()
  console.log('kept', JSON.stringify(await database.query('select n from written')))
  process.exit()`

it.runIf(apart)(
  'a full disk ends the embedded database with a sentence, and nothing acknowledged is lost',
  async () => {
    const [command = '', ...args] = apart ?? []
    const data = await newDataFolder()
    const disk = await mkdtemp(join(tmpdir(), 'countersign-'))
    onTestFinished(async () => {
      await rm(data, { recursive: true })
      await rm(disk, { recursive: true })
    })
    const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', script, disk]
    const steps = 'mount -t tmpfs -o size=100m tmpfs "$1" && cp -r "$0" "$1/data" && shift && exec "$@"'
    const child = spawn(command, [...args, 'sh', '-c', steps, data, disk, ...node])
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    onTestFailed(() => console.error(said))
    await once(child, 'close')
    expect(said).toContain(`refused DatabaseError lost The disk on which ${disk}/data/database lies is full`)
    expect(said).toContain('lost The disk on which')
    expect(said).toContain('Make room, then start Countersign again.')
    expect(said).toContain('kept [{"n":1}]')
    for (const path of ['/data', '/new'])
      expect(said).toContain(`start in ${path} The disk on which ${disk}${path}/database lies is full`)
  },
  180_000,
)
