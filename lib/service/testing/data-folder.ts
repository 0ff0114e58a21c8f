import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../database/migrations'
import { openDatabase } from '../database/open-database'

const cache = join(process.cwd(), 'node_modules', '.cache')
const version = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16)
const template = join(cache, `countersign-test-database-${version}`)

/** A data folder of one's own with an empty database in it: copied, since making one takes seconds. */
export async function newDataFolder(): Promise<string> {
  if (!existsSync(template)) await makeTemplate()
  const folder = await mkdtemp(join(tmpdir(), 'countersign-'))
  await cp(template, folder, { recursive: true })
  return folder
}

async function makeTemplate(): Promise<void> {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(`${template}-`)
  await (await openDatabase({ DATA_DIR: folder, DATABASE_URL: undefined }, Date.now)).close()
  // Renamed when it is whole. Of several tests that make one at the same time, the first one's stays.
  await rename(folder, template).catch(() => rm(folder, { recursive: true }))
}
