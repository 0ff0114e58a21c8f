import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFailed, onTestFinished, vi } from 'vitest'
import { listenLocally } from '@/devnet/listen'
import { buildChains } from '@/lib/chain/chains/chains'
import type { Database } from '../database/database'
import { migrate } from '../database/migrate'
import { migrations } from '../database/migrations'
import { call, result, signedInBrowser, words } from '../testing/client'
import { newDataFolder } from '../testing/data-folder'
import { openTestDatabaseOn, stores } from '../testing/stores'
import { startTestService } from '../testing/test-service'
import { ClockGuard } from './clock-guard'

const day = 24 * 60 * 60_000
const begin = Date.UTC(2025, 0, 5)

/** Serves a node whose latest block is from `at`; null: it does not answer. */
async function chainAt(at: () => number | null) {
  const node = createServer(async (req, res) => {
    let text = ''
    for await (const piece of req) text += piece
    const time = at()
    if (time === null) return res.destroy()
    const answer = ({ id }: { id: number }) => ({
      jsonrpc: '2.0',
      id,
      result: { number: '0x1', timestamp: `0x${Math.floor(time / 1000).toString(16)}`, transactions: [] },
    })
    const asked = JSON.parse(text)
    res.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)))
  })
  const port = await listenLocally(node)
  onTestFinished(() => {
    node.closeAllConnections()
    node.close()
  })
  return buildChains([{ id: 31337, rpcUrl: `http://127.0.0.1:${port}` }])
}

/** Sets up a database last used at `begin`, and the clocks of its user. */
async function scene(database: Database) {
  await database.query('delete from clock_marks')
  const clocks: { machine: number; shared: number; chain: number | null } = {
    machine: begin,
    shared: begin,
    chain: null,
  }
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => said.mockRestore())
  const chains = await chainAt(() => clocks.chain)
  const restarted = () => {
    const guard = new ClockGuard({ database, chains, compare: async () => clocks })
    return async () => (await guard.whenTrusted(async () => 'done')) === 'done'
  }
  const works = restarted()
  expect(await works()).toBe(true)
  const turn = (days: number) => {
    clocks.shared = begin + days * day
    if (database.exclusive) clocks.machine = clocks.shared
  }
  return { clocks, works, restarted, turn, said }
}

describe.each(stores)('a clock on %s', (store) => {
  let database: Database
  let remove: () => Promise<void>
  beforeAll(async () => {
    ;({ database, remove } = await openTestDatabaseOn(store, () => begin))
  })
  afterAll(() => remove())

  it('is trusted as it advances, for months', async () => {
    const { works, restarted, turn, said } = await scene(database)
    for (let days = 1; days < 90; days += 2) {
      turn(days)
      expect(await works()).toBe(true)
    }
    turn(91)
    expect(await restarted()()).toBe(true)
    expect(said).not.toHaveBeenCalled()
  })

  it.each([380, 30, 4, -380, 3.1, -4, 36_500])(
    'that is %i days off is not trusted, neither at startup nor while running',
    async (off) => {
      const { works, restarted, turn, said } = await scene(database)
      turn(off)
      expect(await restarted()()).toBe(false)
      expect(await works()).toBe(false)
      // A second check neither makes it right nor reports it again.
      expect(await works()).toBe(false)
      expect(said).toHaveBeenCalledTimes(2)
      expect(said.mock.lastCall?.[0]).toContain(new Date(begin + off * day).toISOString())
      expect(said.mock.lastCall?.[0]).toContain('nothing old is deleted and nothing that is due is proposed')
      turn(1)
      expect(await works()).toBe(true)
    },
  )

  it('is trusted after a month without use if a chain agrees, and not if the chain is of another time', async () => {
    const { clocks, restarted, turn } = await scene(database)
    turn(31)
    clocks.chain = begin
    expect(await restarted()()).toBe(false)
    clocks.chain = begin + 31 * day - 3_600_000
    expect(await restarted()()).toBe(true)
    // No chain from now on.
    clocks.chain = null
    turn(32)
    expect(await restarted()()).toBe(true)
  })

  it('that leaps ahead of a chain’s clock is not trusted until it is set back', async () => {
    const { clocks, works, turn } = await scene(database)
    turn(2)
    clocks.chain = clocks.shared
    expect(await works()).toBe(true)
    turn(30)
    expect(await works()).toBe(false)
    clocks.chain = begin + 2.2 * day
    turn(2.2)
    expect(await works()).toBe(true)
    // Not gradually either: an untrusted time sets no mark.
    for (const days of [30, 31, 32]) {
      turn(days)
      expect(await works()).toBe(false)
    }
  })

  it.runIf(store === 'Postgres')('is trusted after a month without use if the machine agrees', async () => {
    const { clocks, restarted, turn } = await scene(database)
    turn(31)
    expect(await restarted()()).toBe(false)
    clocks.machine = clocks.shared + 3_600_000
    expect(await restarted()()).toBe(true)
  })
})

it('is compared with the newest row of an older database', async () => {
  const { database, remove } = await openTestDatabaseOn('PGlite', () => begin)
  onTestFinished(remove)
  await database.query('drop schema public cascade')
  await database.query('create schema public')
  const before = migrations.findIndex((statements) => statements.some((text) => text.includes('clock_marks')))
  await migrate(database, () => begin, migrations.slice(0, before))
  await database.query(
    `insert into tasks (id, owner, address, chain_id, context_id, agent_id, state, status_at, turn_seq, last_seq, created_at)
     values ('t', 'u', '0x', 1, 'c', 1, 'completed', $1, 1, 1, 1)`,
    [begin],
  )
  await migrate(database, () => begin)
  const at = (ms: number) =>
    new ClockGuard({ database, chains: new Map(), compare: async () => ({ machine: ms, shared: ms }) })
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => said.mockRestore())
  expect(await at(begin + 380 * day).whenTrusted(async () => true)).toBeNull()
  expect(await at(begin + day).whenTrusted(async () => true)).toBe(true)
})

it('a start with the clock 380 days ahead deletes nothing and uses up no date of a plan', async () => {
  const dataDir = await newDataFolder()
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const first = await startTestService({ dataDir })
  const port = Number(new URL(first.origin).port)
  const ada = await signedInBrowser(first.origin)
  const { id } = await result(call(ada, 'message/send', words('plan')))
  await result(call(ada, 'message/send', words('yes', { taskId: id })))
  const plans = () => ada.fetch('/api/plans').then((answer) => answer.json())
  const before = await plans()
  await first.stop()

  const script = `await fetch('http://127.0.0.1:${port}', { method: 'POST', body: '${380 * day}' })
    const { startTestService } = await import('./lib/service/testing/test-service.ts')
    const service = await startTestService({ port: ${port} + 1, dataDir: process.argv[1], settings: { CRON_SECRET: 'a secret of the scheduler' } })
    const headers = { authorization: 'Bearer a secret of the scheduler' }
    console.log(await (await fetch(service.origin + '/api/cron/plans', { headers })).text())
    await service.stop()
    process.exit()`
  const turned = spawn(
    process.execPath,
    ['--import', './e2e/fixtures/turned-clock.mjs', '--import', 'tsx', '--input-type=module', '-e', script, dataDir],
    { env: { ...process.env, CLOCK_PORT: String(port) }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  for (const stream of [turned.stdout, turned.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  onTestFailed(() => console.log(said))
  await once(turned, 'close')
  expect(said).toContain('{"proposed":0}')
  expect(said).toContain('nothing old is deleted')

  const again = await startTestService({ dataDir, port })
  onTestFinished(again.stop)
  expect((await result(call(ada, 'tasks/get', { id }))).history).toHaveLength(4)
  expect(await plans()).toEqual(before)
}, 180_000)
