import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFailed, vi } from 'vitest'
import { allFrames, call, type Frame, frames, result, returned, signedInBrowser, words } from './testing/client'
import { newDataFolder } from './testing/data-folder'
import { startTestService, type TestService } from './testing/test-service'

const port = 21130
const origin = `http://localhost:${port}`
let dataDir: string

beforeAll(async () => {
  dataDir = await newDataFolder()
})
afterAll(() => rm(dataDir, { recursive: true }))

// Each test starts one or more Node processes, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const started = new Set<{ child: ChildProcess; closed: Promise<unknown> }>()
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await Promise.all([...started].map(({ closed }) => closed))
  started.clear()
})

/** Runs Node with TypeScript. `output` returns everything printed so far. */
function start(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (chunk: unknown) => {
    output += String(chunk)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  started.add({ child, closed })
  onTestFailed(() => console.error(`The process said:\n${output}`))
  return { child, closed, output: () => output }
}

async function startProcess(): Promise<{ child: ChildProcess; closed: Promise<number | null> }> {
  const script = `import { startTestService } from './lib/service/testing/test-service.ts'
    await startTestService({ port: ${port}, dataDir: process.argv[1] })
    console.log('SERVER UP')`
  const server = start(['--input-type=module', '-e', script, dataDir])
  await expect.poll(server.output, { timeout: 60_000 }).toContain('SERVER UP')
  return server
}

describe('a server that dies in the middle of an answer', () => {
  it('has lost nothing that it had sent, and says what happened when it is back', async () => {
    const dying = await startProcess()
    const browser = await signedInBrowser(origin)
    const settled = await result(call(browser, 'message/send', words('propose 1')))
    // A card that is open while the agent answers something else.
    const card = await result(call(browser, 'message/send', words('propose 1')))
    await call(browser, 'message/send', {
      ...words('gate of nobody', { taskId: card.id }),
      configuration: { blocking: false },
    })
    const seen: Frame[] = []
    try {
      for await (const frame of frames(await call(browser, 'message/stream', words('count 100000')))) {
        seen.push(frame)
        if (seen.length === 12) dying.child.kill('SIGKILL')
      }
    } catch (error) {
      expect(String(error)).toMatch(/terminated|reset/i)
    }
    await dying.closed
    const first = seen[0]?.event
    if (first?.kind !== 'task') throw new Error('no task')

    const running: TestService = await startTestService({ port, dataDir })
    try {
      // The same cookie still opens the same session.
      const task = await result(call(browser, 'tasks/get', { id: first.id }))
      expect(task).toMatchObject({
        status: { state: 'input-required' },
        metadata: { pendingCalls: [], error: { code: 'interrupted', message: expect.stringContaining('stopped') } },
      })
      const log = await allFrames(
        await call(browser, 'tasks/resubscribe', { id: first.id }, { 'last-event-id': `${first.id}:1` }),
      )
      // The log repeats everything seen after the task, in the same words and with the same numbers.
      expect(log.slice(1, seen.length)).toEqual(seen.slice(1))
      const last = log.at(-1)?.event
      expect(last).toMatchObject({ kind: 'status-update', final: true, metadata: { error: { code: 'interrupted' } } })
      const said = log.flatMap(({ event }) =>
        event.kind === 'artifact-update' ? event.artifact.parts.map((part) => part.text) : [],
      )
      expect(task.status.message?.parts[0]?.text).toBe(said.join(''))
      const rest = await allFrames(
        await call(browser, 'tasks/resubscribe', { id: first.id }, { 'last-event-id': seen.at(-1)?.id ?? '' }),
      )
      expect([...seen, ...rest.slice(1)].map(({ id }) => id)).toEqual([
        `${first.id}:1`,
        ...log.slice(1).map(({ id }) => id),
      ])

      const next = await result(call(browser, 'message/send', words('say on we go', { taskId: first.id })))
      expect(next.metadata.error).toBeUndefined()
      expect(next.status.message?.parts[0]?.text).toBe('on we go')
      const [open = ''] = card.metadata.pendingCalls
      expect((await result(call(browser, 'tasks/get', { id: card.id }))).metadata).toMatchObject({
        pendingCalls: [open],
        error: { code: 'interrupted' },
      })
      const done = { status: 'success', txHash: `0x${'ab'.repeat(32)}`, chainId: 31337 }
      const told = await result(call(browser, 'message/send', returned(open, done)))
      expect(told.status.message?.parts[0]?.text).toContain(done.txHash)
      // Conversations that had ended before are unchanged.
      expect(await result(call(browser, 'tasks/get', { id: settled.id }))).toEqual(settled)
    } finally {
      await running.stop()
    }
  })
})

describe('a server that is shut down properly', () => {
  it('ends its answers honestly, and its streams with them', async () => {
    let running = await startTestService({ port, dataDir })
    const browser = await signedInBrowser(origin)
    const stream = frames(await call(browser, 'message/stream', words('gate stopped')))
    const first = (await stream.next()).value?.event
    if (first?.kind !== 'task') throw new Error('no task')
    const reading = (async () => {
      const rest: Frame[] = []
      for await (const frame of stream) rest.push(frame)
      return rest.at(-1)?.event
    })()
    await running.service.close()
    const last = await reading
    expect(last).toMatchObject({ kind: 'status-update', final: true, metadata: { error: { code: 'interrupted' } } })
    await running.stop().catch(() => undefined)
    running = await startTestService({ port, dataDir })
    expect((await result(call(browser, 'tasks/get', { id: first.id }))).metadata.error?.code).toBe('interrupted')
    await running.stop()
  })

  it('accepts nothing more on a busy connection that is kept alive', async () => {
    const running = await startTestService({ port, dataDir })
    const browser = await signedInBrowser(origin)
    const reading = allFrames(await call(browser, 'message/stream', words('gate late')))
    const closed = running.service.close()
    const refused = await call(browser, 'message/send', words('say hi'))
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(refused.headers.get('connection')).toBe('close')
    expect(await refused.json()).toMatchObject({
      code: 'CLOSING',
      message: expect.stringContaining('Nothing was done'),
    })
    expect((await reading).at(-1)?.event).toMatchObject({ metadata: { error: { code: 'interrupted' } } })
    await closed
    await running.stop()
  })
})

describe('npm start', () => {
  const begin = (environment: Record<string, string>) =>
    start(['server.ts'], { PORT: String(port), DATA_DIR: dataDir, APP_ORIGIN: '', CHAINS: 'devnet', ...environment })

  it('says in a sentence which settings are wrong', async () => {
    const server = begin({ RATE_LIMIT_PER_MINUTE: 'many', AUTH_SECRET: 'short' })
    expect(await server.closed).toBe(1)
    expect(server.output()).toContain('RATE_LIMIT_PER_MINUTE')
    expect(server.output()).toContain('AUTH_SECRET')
    expect(server.output()).not.toContain('    at ')
  })

  it('says that its port is taken', async () => {
    const other = createServer().listen(port)
    const server = begin({})
    expect(await server.closed).toBe(1)
    expect(server.output()).toBe(`Port ${port} is taken by another program. Stop it, or set PORT to another one.\n`)
    await new Promise((resolve) => other.close(resolve))
  })

  it('says that another server uses its data folder', async () => {
    const running = await startTestService({ port, dataDir })
    const server = begin({ PORT: String(port + 1) })
    expect(await server.closed).toBe(1)
    expect(server.output()).toContain('already in use by another running Countersign')
    expect(server.output()).not.toContain('    at ')
    await running.stop()
  })
})
