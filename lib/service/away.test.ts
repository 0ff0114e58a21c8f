import { connect, createServer, type Socket } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { listenLocally } from '@/devnet/listen'
import { type Browser, call, result, rpcError, signedInBrowser, words } from './testing/client'
import { startPostgres, type TestPostgres } from './testing/postgres'
import { postgresSettings, startTestService, type TestService } from './testing/test-service'

/** The connection to the server: `open`, `silent` (data is lost without notice) or `shut`. */
const way = { is: 'open' as 'open' | 'silent' | 'shut', sockets: new Set<Socket>() }
let postgres: TestPostgres
/** The server itself, bypassing that connection. */
let address: URL
let service: TestService
let ada: Browser

beforeAll(async () => {
  postgres = await startPostgres()
  const url = new URL(await postgres.newDatabase())
  address = new URL(url)
  const [host, port] = [url.hostname, Number(url.port)]
  const listener = createServer((client) => {
    if (way.is === 'shut') return void client.destroy()
    const server = connect(port, host)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      way.sockets.add(from)
      from
        .on('data', (piece) => way.is === 'open' && to.write(piece))
        .on('error', () => to.destroy())
        .on('close', () => {
          way.sockets.delete(from)
          to.destroy()
        })
    }
  })
  url.host = `127.0.0.1:${await listenLocally(listener)}`
  service = await startTestService({ settings: postgresSettings(url.href) })
  ada = await signedInBrowser(service.origin)
})
afterAll(async () => {
  way.is = 'open'
  await service.stop()
  await postgres.stop()
})

const ask = () => call(ada, 'message/send', words('say hi'))

it('answers 503 with a JSON-RPC envelope and Retry-After while Postgres is away', async () => {
  way.is = 'shut'
  for (const socket of way.sockets) socket.destroy()
  for (const method of ['message/send', 'message/stream', 'tasks/get', 'nothing']) {
    const response = await call(ada, method, words('say hi'), { accept: 'application/json, text/event-stream' })
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await rpcError(response)).toMatchObject({
      id: 1,
      error: { code: -32000, message: expect.stringContaining('No money was moved') },
    })
  }
  for (const path of ['/api/plans', '/api/proposals', '/api/auth/session', '/api/permissions']) {
    const response = await ada.fetch(path)
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.json()).toMatchObject({ code: 'DATABASE_AWAY' })
  }
  way.is = 'open'
  expect((await result(ask())).status.state).toBe('input-required')
})

it.each<[string, string, string]>([
  [
    'is closed for maintenance',
    'alter database "NAME" allow_connections false',
    'alter database "NAME" allow_connections true',
  ],
  [
    'may only be read',
    'alter database "NAME" set default_transaction_read_only = on',
    'alter database "NAME" reset default_transaction_read_only',
  ],
])('answers the same while Postgres %s, and uses it again afterwards', async (_, shut, open) => {
  const name = address.pathname.slice(1)
  const over = new Client(Object.assign(new URL(address), { pathname: '/postgres' }).href)
  await over.connect()
  onTestFinished(() => over.end())
  const breakOff = () => over.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await over.query(shut.replace('NAME', name))
  await breakOff()
  try {
    for (const method of ['message/send', 'message/stream']) {
      const response = await call(ada, method, words('say hi'))
      expect(response.status).toBe(503)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await rpcError(response)).toMatchObject({ id: 1, error: { code: -32000 } })
    }
  } finally {
    await over.query(open.replace('NAME', name))
    await breakOff()
  }
  await expect.poll(async () => (await ask()).status, { timeout: 10_000 }).toBe(200)
})

it('reports a failure before a call is read in a JSON-RPC envelope too', async () => {
  const over = new Client(address.href)
  await over.connect()
  onTestFinished(() => over.end())
  await over.query('alter table auth_session rename to gone')
  try {
    const response = await call(ada, 'message/send', words('say hi'))
    expect(response.status).toBe(500)
    expect(await rpcError(response)).toMatchObject({ error: { code: -32603, message: expect.stringMatching(/again/) } })
  } finally {
    await over.query('alter table gone rename to auth_session')
  }
  expect((await ask()).status).toBe(200)
})

it('waits only seconds on a network that drops everything, however many callers wait', async () => {
  await Promise.all(Array.from({ length: 20 }, ask))
  way.is = 'silent'
  const began = Date.now()
  const lost = await Promise.all(Array.from({ length: 60 }, ask))
  expect(lost.map(({ status }) => status)).toEqual(lost.map(() => 503))
  // Also on new connections, each of which is tried for its time.
  expect((await ask()).status).toBe(503)
  expect(Date.now() - began).toBeLessThan(14_000)
  way.is = 'open'
  const back = Date.now()
  expect((await ask()).status).toBe(200)
  expect(Date.now() - back).toBeLessThan(4_000)
}, 60_000)
