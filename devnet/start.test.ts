import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it, vi } from 'vitest'
import { assertPortsFree, startDevnet } from './start'
import { startTestDevnet, testOrigin } from './testing'

/** Returns the command lines of the chains on three ports, of any process. */
function chainsOn(port: number): string[] {
  const commands = execFileSync('ps', ['-A', '-o', 'args'], { encoding: 'utf8' }).split('\n')
  return commands.filter((command) => [port, port + 1].some((each) => command.includes(`--port ${each} `)))
}

it('stops without leaving a process or a port behind', async () => {
  const devnet = await startTestDevnet()
  expect((await devnet.ask('GET', '/health')).body).toEqual({ status: 'ok', chains: [31337, 31338] })
  expect(chainsOn(devnet.port).length).toBeGreaterThanOrEqual(2)
  await devnet.stop()
  expect(chainsOn(devnet.port)).toEqual([])
  await assertPortsFree([devnet.port, devnet.port + 1, devnet.port + 2])
})

const command = [process.execPath, '--import', 'tsx', 'devnet/main.ts'] as const

/** Runs the devnet on ports that were free a moment ago. Resolves once it reports that it is ready, or ends. */
async function run(port: number, [program, ...args]: readonly [string, ...string[]] = command) {
  const child = spawn(program, args, {
    env: { ...process.env, DEVNET_PORT: String(port), APP_ORIGIN: testOrigin },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = once(child, 'exit')
  await vi.waitFor(() => expect(output.includes('devnet ready:') || child.exitCode !== null).toBe(true), 20_000)
  return { child, ended, output: () => output }
}

const whole = process.platform === 'win32' ? it.skip : it

whole.each([
  ['SIGINT', 21_070, 0],
  ['SIGTERM', 21_073, 0],
  ['SIGKILL', 21_076, null],
] as const)('ends its chains on %s', async (signal, port, code) => {
  const { child, ended, output } = await run(port)
  expect(output()).toMatch(/^devnet ready: http:\/\/127\.0\.0\.1:\d+ /m)
  child.kill(signal)
  expect((await ended)[0]).toBe(code)
  await vi.waitFor(() => expect(chainsOn(port)).toEqual([]), 5_000)
  await vi.waitFor(() => assertPortsFree([port, port + 1, port + 2]), 5_000)
})

whole('ends when the process that started it dies', async () => {
  const { child, ended } = await run(21_087, ['/bin/sh', '-c', '"$@"; true', 'runner', ...command])
  child.kill('SIGKILL')
  await ended
  await vi.waitFor(() => expect(chainsOn(21_087)).toEqual([]), 10_000)
  await vi.waitFor(() => assertPortsFree([21_087, 21_088, 21_089]), 5_000)
})

const taken = (port: number) =>
  `Port ${port} is taken. Stop what uses it, or set DEVNET_PORT to the first of three free ports.`

async function hold(port: number) {
  const holder = createServer().listen(port, '127.0.0.1')
  await once(holder, 'listening')
  return holder
}

it.each([0, 1, 2])('names a port that is taken, and starts nothing (%i)', async (offset) => {
  const holder = await hold(21_080 + offset)
  const starting = startDevnet({ port: 21_080, allowOrigin: testOrigin, log: () => undefined })
  await expect(starting).rejects.toMatchObject({ code: 'port-taken', message: taken(21_080 + offset) })
  expect(chainsOn(21_080)).toEqual([])
  holder.close()
})

it('reports it in one line on the terminal', async () => {
  const holder = await hold(21_080)
  const { ended, output } = await run(21_080)
  expect((await ended)[0]).toBe(1)
  expect(output()).toBe(`${taken(21_080)}\n`)
  holder.close()
})

it('ends with the reason if a chain does', async () => {
  const { ended, output } = await run(21_084)
  const [pid] = execFileSync('ps', ['-A', '-o', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('--port 21085 ') && !line.includes('/bin/sh'))
    .map((line) => Number.parseInt(line, 10))
  if (!pid) throw new Error('the second chain does not run')
  process.kill(pid, 'SIGKILL')
  expect((await ended)[0]).toBe(1)
  expect(output()).toContain('Chain 31338 stopped')
  expect(chainsOn(21_084)).toEqual([])
})
