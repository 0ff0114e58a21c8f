import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { migrations } from '../database/migrations'
import { openDatabase } from '../database/open-database'

const cache = join(process.cwd(), 'node_modules', '.cache')
const version = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16)
const template = join(cache, `countersign-test-database-${version}`)

/**
 * The embedded database's code. While this process holds it, V8 reuses the compiled code for each database that is
 * opened; otherwise each would compile it again, at a second of CPU time.
 */
let code: Promise<WebAssembly.Module> | null = null
const wasm = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm')

/** Creates a data folder with an empty database: a copy, since making one takes seconds. */
export async function newDataFolder(): Promise<string> {
  code ??= readFile(wasm).then((bytes) => WebAssembly.compile(bytes))
  await code
  if (!existsSync(template)) await makeTemplate()
  const folder = await mkdtemp(join(tmpdir(), 'countersign-'))
  await cp(template, folder, { recursive: true })
  return folder
}

async function makeTemplate(): Promise<void> {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(`${template}-`)
  await (await openDatabase({ DATA_DIR: folder, DATABASE_URL: undefined }, Date.now)).close()
  // Renamed once complete. If several tests make one at the same time, the first one's stays.
  await rename(folder, template).catch(() => rm(folder, { recursive: true }))
}
