import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Browser } from '../testing/client'
import { startTestService, type TestService } from '../testing/test-service'

/** Ten seconds into a minute, and fixed there: the limit is counted per minute. */
const clock = Math.floor(Date.now() / 60_000) * 60_000 + 10_000
let running: TestService
let upstream: Server
const asked: { method: string | undefined; url: string | undefined; key: unknown; body: string }[] = []
let reply = { status: 200, body: '{"ok":true}' }

beforeAll(async () => {
  upstream = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    asked.push({ method: req.method, url: req.url, key: req.headers['x-api-key'], body })
    res.writeHead(reply.status, { 'content-type': 'application/json' })
    res.end(reply.body)
  })
  await new Promise<void>((resolve) => upstream.listen(22421, '127.0.0.1', resolve))
  running = await startTestService({
    now: () => clock,
    settings: { YIELD_API_URL: 'http://127.0.0.1:22421/yield', YIELD_API_KEY: 'secret-key', DEVNET_PORT: '22422' },
  })
})
afterAll(async () => {
  await running.stop()
  await new Promise((resolve) => upstream.close(resolve))
})
beforeEach(() => {
  asked.length = 0
  reply = { status: 200, body: '{"ok":true}' }
})

const browser = () => new Browser(running.origin)

it('passes on allowed requests, with the key, and never reveals the key', async () => {
  const listed = await browser().fetch('/api/yields/v1/yields?network=base&limit=100')
  expect([listed.status, await listed.json()]).toEqual([200, { ok: true }])
  expect(JSON.stringify([...listed.headers])).not.toContain('secret-key')
  await browser().fetch('/api/yields/v1/yields/base-usdc-kpk_usdc-0xabc-4626-vault')
  await browser().post('/api/yields/v1/yields/balances', { queries: [] })
  await browser().post('/api/yields/v1/actions/enter', { yieldId: 'x' })
  await browser().post('/api/yields/v1/actions/exit', { yieldId: 'x' })
  expect(asked.map(({ method, url, key }) => [method, url, key])).toEqual([
    ['GET', '/yield/v1/yields?network=base&limit=100', 'secret-key'],
    ['GET', '/yield/v1/yields/base-usdc-kpk_usdc-0xabc-4626-vault', 'secret-key'],
    ['POST', '/yield/v1/yields/balances', 'secret-key'],
    ['POST', '/yield/v1/actions/enter', 'secret-key'],
    ['POST', '/yield/v1/actions/exit', 'secret-key'],
  ])
})

it.each([
  ['GET', 'actions/enter'],
  ['GET', 'yields/'],
  ['GET', 'yields/a/validators'],
  ['GET', 'yields/../keys'],
  ['GET', 'yields/%2e%2e'],
  ['GET', `yields/${'a'.repeat(201)}`],
  ['GET', 'keys'],
  ['POST', 'actions/manage'],
  ['POST', 'yields'],
  ['POST', 'transactions/1/submit'],
])('has nothing at %s %s', async (method, path) => {
  const response = await browser().fetch(`/api/yields/v1/${path}`, {
    method,
    ...(method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}),
  })
  expect(response.status).toBe(404)
  expect(asked).toEqual([])
})

it('serves only pages of this app', async () => {
  const get = (headers: Record<string, string>) => browser().fetch('/api/yields/v1/yields', { headers })
  expect((await get({ origin: 'https://evil.example' })).status).toBe(403)
  expect((await get({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect(asked).toEqual([])
})

it('refuses large requests, and passes refusals on', async () => {
  const large = await browser().post('/api/yields/v1/actions/enter', 'x'.repeat(20_000))
  expect(large.status).toBe(413)
  reply = { status: 412, body: '{"message":"closed"}' }
  const refused = await browser().post('/api/yields/v1/actions/exit', { yieldId: 'x' })
  expect([refused.status, await refused.json()]).toEqual([412, { message: 'closed' }])
})

it('stops the 301st request of a minute', async () => {
  const answers = await Promise.all(Array.from({ length: 320 }, () => browser().fetch('/api/yields/v1/yields')))
  expect(answers.some(({ status }) => status === 429)).toBe(true)
  expect(asked.length).toBeLessThanOrEqual(300)
})
