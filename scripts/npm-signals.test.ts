import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(await readFile('package.json', 'utf8')))

/** Stands in for the program that a script starts: prints its process id and the signals it receives. */
const program = `
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { console.log('sent', signal); process.exit() })
  setInterval(() => undefined, 1_000)
  console.log('up', process.pid)`

// A shell between npm and the program would keep a signal to itself, and npm would wait for the program forever.
it.runIf(process.platform !== 'win32').each([
  ['demo', 'scripts/demo.mjs', 'SIGINT'],
  ['demo', 'scripts/demo.mjs', 'SIGTERM'],
  ['test', 'scripts/test.mjs', 'SIGINT'],
] as const)(
  'npm run %s passes on to %s that it is sent %s',
  async (script, file, signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-'))
    await mkdir(join(folder, 'scripts'))
    await writeFile(join(folder, file), program)
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'stand-in', version: '1.0.0', scripts: { [script]: scripts[script] } }),
    )
    const npm = spawn('npm', ['run', script], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
    let said = ''
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const closed = once(npm, 'close')
    onTestFinished(async () => {
      const [, own] = /up (\d+)/.exec(said) ?? []
      if (own && !said.includes('sent')) process.kill(Number(own), 'SIGKILL')
      npm.kill('SIGKILL')
      await rm(folder, { recursive: true })
    })
    await expect.poll(() => said, { timeout: 30_000 }).toContain('up')
    npm.kill(signal)
    await expect.poll(() => said, { timeout: 6_000 }).toContain(`sent ${signal}`)
    await closed
  },
  60_000,
)
