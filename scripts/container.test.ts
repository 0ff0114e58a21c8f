import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { serverCommand } from './server-command.mjs'

/** Stands in for the server: prints its process id and Node's flags, and ends with a word when it is told to. */
const program = `
  process.on('SIGTERM', () => { console.log('ended'); process.exit() })
  setInterval(() => undefined, 1_000)
  console.log('up', JSON.stringify([process.pid, process.env.NODE_ENV, ...process.execArgv]))`

it('npm start runs the compiled server with one flag', () => {
  expect(serverCommand()).toEqual([expect.stringMatching(/^--max-old-space-size=\d+$/), 'dist/server.mjs'])
})

it.runIf(process.platform !== 'win32')('a container runs the server like npm start, and signals reach it', async () => {
  const dockerfile = await readFile('Dockerfile', 'utf8')
  const [, written = ''] = /^CMD (.*)$/m.exec(dockerfile) ?? []
  const [command = '', ...rest] = z.array(z.string()).parse(JSON.parse(written))
  const folder = await mkdtemp(join(tmpdir(), 'countersign-'))
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'dist', 'server.mjs'), program)
  await copyFile('package.json', join(folder, 'package.json'))
  const server = spawn(command, rest, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const closed = once(server, 'close')
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await rm(folder, { recursive: true })
  })
  await expect.poll(() => said).toContain('up')
  const [flag] = serverCommand()
  expect(said.trim()).toBe(`up ${JSON.stringify([server.pid, 'production', flag])}`)
  server.kill('SIGTERM')
  expect(await closed).toEqual([0, null])
  expect(said).toContain('ended')
})
