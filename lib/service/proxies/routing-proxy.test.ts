import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser } from '../testing/client'
import { startTestService, type TestService } from '../testing/test-service'

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
    settings: {
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

describe('the routing proxy', () => {
  const browser = () => new Browser(running.origin)

  it('passes on allowed requests, with the key', async () => {
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
    ['GET', 'tokens'],
    ['GET', 'chains'],
    ['GET', 'quote/'],
    ['GET', '../v2/quote'],
    ['GET', '%2e%2e/quote'],
    ['GET', 'advanced/routes'],
    ['POST', 'quote'],
    ['POST', 'advanced/possibilities'],
  ])('refuses %s %s', async (method, path) => {
    asked.length = 0
    const response = await browser().fetch(`/api/routing/v1/${path}`, { method })
    expect(response.status).toBe(404)
    expect(asked).toEqual([])
  })

  it('refuses other sites', async () => {
    const get = (headers: Record<string, string>) => browser().fetch('/api/routing/v1/quote', { headers })
    expect((await get({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await get({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await get({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  it('passes on the provider’s own failures, and says clearly if there is no answer', async () => {
    const ask = () => browser().fetch('/api/routing/v1/status')
    reply = { status: 404, body: '{"message":"No available quotes","code":1002}' }
    const notFound = await ask()
    expect(notFound.status).toBe(404)
    expect(await notFound.json()).toEqual({ message: 'No available quotes', code: 1002 })
    for (const [upset, code] of [
      [{ status: 200, body: '<html>' }, 'UPSTREAM_UNREADABLE'],
      [{ status: 200, body: `"${'x'.repeat(9 * 1024 * 1024)}"` }, 'UPSTREAM_TOO_LARGE'],
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

  it('refuses long bodies', async () => {
    const response = await browser().post('/api/routing/v1/advanced/routes', 'x'.repeat(300_000))
    expect(response.status).toBe(413)
  })
})

describe('the faucet proxy', () => {
  it('leads to the devnet, for pages of this app', async () => {
    asked.length = 0
    const browser = new Browser(running.origin)
    expect((await browser.post('/api/faucet', { address: '0x1' })).status).toBe(200)
    expect(asked).toEqual([{ method: 'POST', url: '/faucet', key: undefined, body: '{"address":"0x1"}' }])
    expect((await browser.post('/api/faucet', {}, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await browser.fetch('/api/faucet')).status).toBe(404)
  })

  it('does not exist on real chains', async () => {
    const real = await startTestService({ settings: { CHAINS: '1' } })
    expect((await new Browser(real.origin).post('/api/faucet', { address: '0x1' })).status).toBe(404)
    await real.stop()
  })
})
