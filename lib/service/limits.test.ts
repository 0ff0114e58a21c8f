import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientAddress } from './http/client-address'
import { Browser, call, rpcError, signedInBrowser, words } from './testing/client'
import { startTestService, type TestService } from './testing/test-service'

/** Ten seconds into a minute. */
const start = Math.floor(Date.now() / 60_000) * 60_000 + 10_000
let clock = start
let running: TestService
let upstream: Server
const asked: { method: string | undefined; url: string | undefined; key: unknown; body: string }[] = []
let reply: { status: number; body: string; type?: string } | 'hang up' = { status: 200, body: '{"ok":true}' }

beforeAll(async () => {
  upstream = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    asked.push({ method: req.method, url: req.url, key: req.headers['x-lifi-api-key'], body })
    if (reply === 'hang up') return void res.destroy()
    res.writeHead(reply.status, { 'content-type': 'application/json', location: 'http://localhost:21143/elsewhere' })
    res.end(reply.body)
  })
  await new Promise<void>((resolve) => upstream.listen(21143, '127.0.0.1', resolve))
  running = await startTestService({
    port: 21140,
    now: () => clock,
    settings: {
      RATE_LIMIT_PER_MINUTE: '3',
      ROUTING_API_URL: 'http://127.0.0.1:21143/lifi/v1',
      ROUTING_API_KEY: 'secret-key',
      DEVNET_PORT: '21141',
    },
  })
})
afterAll(async () => {
  await running.stop()
  await new Promise((resolve) => upstream.close(resolve))
})

const limits = ({ headers }: Response) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)))

describe('the limit of an account', () => {
  it('is told with every answer, stops the fourth request of a minute, and begins again', async () => {
    const ada = await signedInBrowser(running.origin, clock)
    const bob = await signedInBrowser(running.origin, clock)
    const reset = (start + 50_000) / 1000
    expect(limits(await call(ada, 'message/send', words('say hi')))).toEqual([3, 2, reset])
    const stream = await call(ada, 'message/stream', words('say hi'))
    expect(limits(stream)).toEqual([3, 1, reset])
    await stream.text()
    expect(limits(await ada.post('/api/a2a', '{'))).toEqual([3, 0, reset])
    const refused = await call(ada, 'tasks/get', { id: 'x' })
    expect(refused.status).toBe(429)
    expect(limits(refused)).toEqual([3, 0, reset])
    expect(refused.headers.get('retry-after')).toBe('50')
    expect(await rpcError(refused)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32000, message: 'Rate limit exceeded', data: { retryAfter: 50 } },
    })
    expect((await call(bob, 'tasks/get', { id: 'x' })).status).toBe(200)
    clock = start + 49_999
    expect((await call(ada, 'tasks/get', { id: 'x' })).headers.get('retry-after')).toBe('1')
    clock = start + 50_000
    expect(limits(await call(ada, 'tasks/get', { id: 'x' }))).toEqual([3, 2, reset + 60])
    clock = start
  })

  it('counts exactly, also at the same time', async () => {
    const ada = await signedInBrowser(running.origin, clock)
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(ada, 'tasks/get', { id: 'x' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(17)
  })
})

describe('sign-in attempts', () => {
  it('are limited by address of the network', async () => {
    const browser = new Browser(running.origin)
    const body = { walletAddress: `0x${'11'.repeat(20)}`, chainId: 31337 }
    const ask = () => browser.post('/api/auth/siwe/nonce', body, { 'x-forwarded-for': '1.2.3.4, 203.0.113.9' })
    const answers = await Promise.all(Array.from({ length: 301 }, ask))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(await refused[0]?.json()).toMatchObject({ code: 'RATE_LIMITED' })
    expect((await browser.post('/api/auth/siwe/nonce', body)).status).toBe(200)
  })

  it.each([
    ['203.0.113.7', undefined, '203.0.113.7'],
    ['203.0.113.7', '9.9.9.9', '203.0.113.7'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['::ffff:10.0.0.5', 'spoofed, 198.51.100.2', '198.51.100.2'],
    ['::1', '198.51.100.2', '198.51.100.2'],
    [undefined, '198.51.100.2', '198.51.100.2'],
    [undefined, undefined, ''],
  ])('from %s with X-Forwarded-For %s count for %s', (socket, forwarded, expected) => {
    expect(clientAddress(socket, forwarded)).toBe(expected)
  })
})

describe('the way to the routing provider', () => {
  const browser = () => new Browser(running.origin)

  it('passes on what is allowed, with the key', async () => {
    asked.length = 0
    const got = await browser().fetch('/api/routing/v1/quote?fromChain=1&toToken=0x0')
    expect(got.status).toBe(200)
    expect(await got.json()).toEqual({ ok: true })
    await browser().post('/api/routing/v1/advanced/stepTransaction', { step: 1 })
    expect(asked).toEqual([
      { method: 'GET', url: '/lifi/v1/quote?fromChain=1&toToken=0x0', key: 'secret-key', body: '' },
      { method: 'POST', url: '/lifi/v1/advanced/stepTransaction', key: 'secret-key', body: '{"step":1}' },
    ])
  })

  it.each([
    ['GET', 'keys/test'],
    ['GET', 'quote/'],
    ['GET', '../v2/quote'],
    ['GET', '%2e%2e/quote'],
    ['GET', 'advanced/routes'],
    ['POST', 'quote'],
    ['POST', 'advanced/possibilities'],
  ])('is closed for %s %s', async (method, path) => {
    asked.length = 0
    const response = await browser().fetch(`/api/routing/v1/${path}`, { method })
    expect(response.status).toBe(404)
    expect(asked).toEqual([])
  })

  it('is closed for other sites', async () => {
    const get = (headers: Record<string, string>) => browser().fetch('/api/routing/v1/chains', { headers })
    expect((await get({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await get({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await get({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  it('passes on the provider’s own failures, and says clearly when there is no answer', async () => {
    const ask = () => browser().fetch('/api/routing/v1/tools')
    reply = { status: 404, body: '{"message":"No available quotes","code":1002}' }
    const notFound = await ask()
    expect(notFound.status).toBe(404)
    expect(await notFound.json()).toEqual({ message: 'No available quotes', code: 1002 })
    for (const [upset, code] of [
      [{ status: 200, body: '<html>' }, 'UPSTREAM_UNREADABLE'],
      [{ status: 302, body: '{}' }, 'UPSTREAM_UNREACHABLE'],
      ['hang up', 'UPSTREAM_UNREACHABLE'],
    ] as const) {
      reply = upset
      const response = await ask()
      expect(response.status).toBe(502)
      expect(await response.json()).toEqual({ code, message: expect.stringContaining('The routing service') })
    }
    reply = { status: 200, body: '{"ok":true}' }
  })

  it('takes no long bodies', async () => {
    const response = await browser().post('/api/routing/v1/advanced/routes', 'x'.repeat(300_000))
    expect(response.status).toBe(413)
  })
})

describe('the way to the faucet', () => {
  it('leads to the devnet, for pages of this app', async () => {
    asked.length = 0
    const browser = new Browser(running.origin)
    expect((await browser.post('/api/faucet', { address: '0x1' })).status).toBe(200)
    expect(asked).toEqual([{ method: 'POST', url: '/faucet', key: undefined, body: '{"address":"0x1"}' }])
    expect((await browser.post('/api/faucet', {}, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await browser.fetch('/api/faucet')).status).toBe(404)
  })

  it('does not exist on real chains', async () => {
    const real = await startTestService({ port: 21142, settings: { CHAINS: '1' } })
    expect((await new Browser(real.origin).post('/api/faucet', { address: '0x1' })).status).toBe(404)
    await real.stop()
  })
})
