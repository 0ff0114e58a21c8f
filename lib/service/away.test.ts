import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listenLocally } from '@/devnet/listen'
import { type Browser, call, result, rpcError, signedInBrowser, words } from './testing/client'
import { startPostgres, type TestPostgres } from './testing/postgres'
import { postgresSettings, startTestService, type TestService } from './testing/test-service'

/** The way to the server: it may be `open`, `silent` (what is sent gets lost, and nobody is told), or `shut`. */
const way = { is: 'open' as 'open' | 'silent' | 'shut', sockets: new Set<Socket>() }
let postgres: TestPostgres
let service: TestService
let ada: Browser

beforeAll(async () => {
  postgres = await startPostgres()
  const url = new URL(await postgres.newDatabase())
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

it('a Postgres that is away is answered with 503, a JSON-RPC envelope and when to ask again', async () => {
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

it('a network that swallows everything costs seconds, however many wait for an answer, and no more once it is back', async () => {
  await Promise.all(Array.from({ length: 20 }, ask))
  way.is = 'silent'
  const began = Date.now()
  const lost = await Promise.all(Array.from({ length: 60 }, ask))
  expect(lost.map(({ status }) => status)).toEqual(lost.map(() => 503))
  // On new connections too, each of which is tried for its time.
  expect((await ask()).status).toBe(503)
  expect(Date.now() - began).toBeLessThan(14_000)
  way.is = 'open'
  const back = Date.now()
  expect((await ask()).status).toBe(200)
  expect(Date.now() - back).toBeLessThan(4_000)
}, 60_000)
