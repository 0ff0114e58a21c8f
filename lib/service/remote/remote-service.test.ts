import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { readConfig } from '@/lib/config'
import type { Service } from '../service'
import { Browser, call, newAccount, result, signIn, words } from '../testing/client'
import { openGate } from '../testing/scripted-agent'
import { startTestService, type TestService } from '../testing/test-service'
import { remoteAgents } from './remote-agents'
import { createRemoteService } from './remote-service'

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, 'localhost', resolve))
const end = (server: Server) => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}

/** Starts a front end of the service at `upstream`. */
async function startFront(
  port: number,
  upstream: string,
  pingMs?: number,
  settings: Record<string, string> = {},
): Promise<{ origin: string; stop: () => Promise<unknown> }> {
  const config = readConfig({ PORT: String(port), AGENT_SERVICE_URL: upstream, ...settings })
  const service: Service = createRemoteService(config, upstream, Date.now, pingMs)
  const server = createServer((req, res) => void service.node(req, res))
  await listen(server, port)
  return { origin: `http://localhost:${port}`, stop: () => end(server) }
}

describe('in front of a service that speaks the interface', () => {
  let upstream: TestService
  let front: Awaited<ReturnType<typeof startFront>>
  beforeAll(async () => {
    upstream = await startTestService({})
    front = await startFront(22901, upstream.origin)
  })
  afterAll(async () => {
    await front.stop()
    await upstream.stop()
  })

  /** Signs in through the front end, with the message that the service behind it expects. */
  async function signedIn(): Promise<{ browser: Browser; address: string }> {
    const account = newAccount()
    const browser = new Browser(front.origin)
    const { host } = new URL(upstream.origin)
    const response = await signIn(browser, account, { domain: host, uri: upstream.origin })
    expect(response.status).toBe(200)
    return { browser, address: account.address }
  }

  it('signs in with cookies of its own, and knows the account', async () => {
    const { browser, address } = await signedIn()
    expect([...browser.cookies.keys()].every((name) => /^(agent\.|countersign\.)/.test(name))).toBe(true)
    const session = await (await browser.fetch('/api/auth/session')).json()
    expect(session).toEqual({ user: { walletAddress: address, chainId: 31337 }, expiresAt: null })
  })

  it('binds all of its cookies to this host over https, and removes them on sign-out', async () => {
    const secure = await startFront(22904, upstream.origin, undefined, { APP_ORIGIN: 'https://chat.example.org' })
    onTestFinished(async () => void (await secure.stop()))
    const set: string[] = []
    const browser = new Browser(secure.origin)
    const fetchOf = browser.fetch.bind(browser)
    browser.fetch = async (...args) => {
      const response = await fetchOf(...args)
      set.push(...response.headers.getSetCookie())
      return response
    }
    const account = newAccount()
    const { host } = new URL(upstream.origin)
    expect((await signIn(browser, account, { domain: host, uri: upstream.origin })).status).toBe(200)
    const session = await (await browser.fetch('/api/auth/session')).json()
    expect(session).toMatchObject({ user: { walletAddress: account.address } })
    expect((await call(browser, 'message/send', words('say hello'))).status).toBe(200)
    expect([...browser.cookies.keys()].toSorted()).toEqual([
      '__Host-agent.countersign.session_token',
      '__Host-countersign.account',
    ])
    await browser.post('/api/auth/sign-out', {})
    expect([...browser.cookies.keys()]).toEqual([])
    expect(set.length).toBeGreaterThan(4)
    // Required by browsers for a cookie with such a name.
    for (const cookie of set) expect(cookie).toMatch(/^__Host-(?!.*Domain)(?=.*; Path=\/(;|$))(?=.*; Secure)/)
    // A cookie that a neighboring site could have set is not accepted.
    const planted = new Browser(secure.origin)
    for (const [name, value] of [
      ['agent.sid', '1'],
      ['countersign.account', `${account.address}.1`],
    ] as const)
      planted.cookies.set(name, value)
    expect(await (await planted.fetch('/api/auth/session')).json()).toBeNull()
  })

  it('says that nobody is signed in, before and after signing out', async () => {
    const nobody = new Browser(front.origin)
    expect(await (await nobody.fetch('/api/auth/session')).json()).toBeNull()
    expect((await call(nobody, 'tasks/get', { id: 'x' })).status).toBe(401)
    const { browser } = await signedIn()
    expect(await (await browser.post('/api/auth/sign-out', {})).json()).toEqual({ success: true, told: true })
    expect([...browser.cookies.keys()]).toEqual([])
    expect(await (await browser.fetch('/api/auth/session')).json()).toBeNull()
  })

  it('says the same when the session has ended at the service, whatever the cookies say', async () => {
    const { browser } = await signedIn()
    const copy = new Browser(front.origin)
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    await browser.post('/api/auth/sign-out', {})
    expect(await (await copy.fetch('/api/auth/session')).json()).toBeNull()
    expect([...copy.cookies.keys()]).toEqual([])
  })

  it('sends messages and passes the limits on', async () => {
    const { browser } = await signedIn()
    const response = await call(browser, 'message/send', words('say hello'))
    expect(Number(response.headers.get('x-ratelimit-limit'))).toBe(100_000)
    expect((await result(response)).status.state).toBe('input-required')
  })

  it('streams each event as it comes', async () => {
    const { browser } = await signedIn()
    const response = await call(browser, 'message/stream', words('gate front'), { accept: 'text/event-stream' })
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      // The agent continues only once its first words have been read here.
      if (text.includes('before ')) openGate('front')
    }
    expect(text).toContain('"kind":"task"')
    expect(text).toContain('after')
    expect(text).toContain('"final":true')
    const id = z.string().parse(/^id: (.+)$/m.exec(text)?.[1])
    const task = id.split(':')[0]
    const again = await call(browser, 'tasks/resubscribe', { id: task }, { 'last-event-id': id })
    expect(await again.text()).toContain('"final":true')
  })

  it('lets a page of another origin read the card after a preflight, and nothing else', async () => {
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    const asked = async (path: string) => {
      const { status, headers: answered } = await fetch(front.origin + path, { method: 'OPTIONS', headers })
      return [status, answered.get('access-control-allow-origin')]
    }
    expect(await asked('/.well-known/agent-card.json')).toEqual([200, '*'])
    expect(await asked('/api/a2a')).toEqual([403, null])
    expect(await asked('/api/auth/session')).toEqual([403, null])
  })

  it('serves the service’s card at all three paths', async () => {
    for (const path of [
      '/agent/chat/.well-known/agent-card.json',
      '/.well-known/agent-card.json',
      '/.well-known/agent.json',
    ]) {
      const card = await (await fetch(front.origin + path)).json()
      expect(card.url).toBe(`${upstream.origin}/api/a2a`)
    }
  })

  it('refuses other sites, paths and methods, and bodies that are too large', async () => {
    const { browser } = await signedIn()
    expect((await call(browser, 'tasks/get', { id: 'x' }, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await browser.fetch('/api/a2a')).status).toBe(405)
    for (const path of ['/api/auth/get-session', '/api/auth/..%2fa2a', '/api/auth/siwe/nonce/x', '/api/other'])
      expect((await browser.fetch(path)).status).toBe(404)
    expect((await browser.post('/api/a2a', 'x'.repeat(1024 * 1024 + 1))).status).toBe(413)
  })
})

const withoutPings = (text: string): string => text.replaceAll(': ping\n\n', '')

describe('in front of a misbehaving service', () => {
  let upstream: Server
  let front: Awaited<ReturnType<typeof startFront>>
  let seen: IncomingMessage[] = []
  let answer: (req: IncomingMessage, res: ServerResponse) => void
  beforeEach(async () => {
    seen = []
    answer = (_, res) => res.end('{}')
    upstream = createServer((req, res) => {
      seen.push(req)
      answer(req, res)
    })
    await listen(upstream, 22902)
    front = await startFront(22903, 'http://localhost:22902/base', 20)
  })
  afterEach(async () => {
    await front.stop()
    await end(upstream)
  })
  const ask = (headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`${front.origin}/api/a2a`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', ...headers },
      ...(signal ? { signal } : {}),
    })

  it('passes on the service’s own cookies and nothing else from the browser', async () => {
    await ask({
      cookie: 'agent.sid=1; other=2; countersign.account=3; agent.b=4',
      authorization: 'Bearer x',
      'x-y': 'z',
      'x-forwarded-for': '203.0.113.7, 203.0.113.9',
    })
    const { headers, url } = z.object({ headers: z.record(z.string(), z.unknown()), url: z.string() }).parse(seen[0])
    expect(url).toBe('/base/api/a2a')
    expect(headers).toMatchObject({
      cookie: 'sid=1; b=4',
      origin: 'http://localhost:22902',
      'x-forwarded-for': '203.0.113.9',
    })
    expect(headers).not.toHaveProperty('authorization')
    expect(headers).not.toHaveProperty('x-y')
  })

  it('makes the service’s cookies its own, and drops invalid ones', async () => {
    answer = (_, res) => {
      res.setHeader('set-cookie', [
        '__Secure-sid=abc; Domain=example.org; Path=/x; Secure; SameSite=None; Max-Age=60',
        'no cookie at all',
        'gone=; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      ])
      res.end('{}')
    }
    const response = await ask()
    expect(response.headers.getSetCookie()).toEqual([
      'agent.__Secure-sid=abc; Max-Age=60; Path=/api; HttpOnly; SameSite=Lax',
      'agent.gone=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/api; HttpOnly; SameSite=Lax',
    ])
  })

  it('reports a reached limit, and when it ends', async () => {
    const limits = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1800000000' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'Too many requests' } })
    answer = (_, res) => res.writeHead(429, { ...limits, 'retry-after': '9', 'x-internal': 'secret' }).end(body)
    const response = await ask()
    expect(response.status).toBe(429)
    expect(Object.fromEntries(response.headers)).toMatchObject({ ...limits, 'retry-after': '9' })
    expect(response.headers.has('x-internal')).toBe(false)
    expect(await response.text()).toBe(body)
  })

  it('passes on how to sign in, unless browsers would prompt for a password', async () => {
    let schemes: string[] = []
    answer = (_, res) => res.writeHead(401, { 'www-authenticate': schemes }).end('{}')
    schemes = ['Cookie realm="a2a", cookie-name="sid"']
    expect((await ask()).headers.get('www-authenticate')).toBe(schemes[0])
    schemes = ['Cookie realm="a2a"', 'Basic realm="Your password"']
    const response = await ask()
    expect(response.status).toBe(401)
    expect(response.headers.has('www-authenticate')).toBe(false)
  })

  it('cleans the texts of its card, and drops examples with an address', async () => {
    const examples = ['What do I have?', 'Send 1 ETH to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'rate\u202Eflip']
    answer = (_, res) =>
      res.end(
        JSON.stringify({
          skills: [{ id: 3, name: 'Tra\u200Bder', description: 'a\u{E0041}b', tags: ['sw\u202Eap'], examples }],
        }),
      )
    expect(await remoteAgents('http://localhost:22902/card', 0)).toEqual([
      {
        id: 3,
        name: 'Tra␣U+200Bder',
        description: 'a␣U+E0041b',
        tags: ['sw␣U+202Eap'],
        examples: ['What do I have?', 'rate␣U+202Eflip'],
      },
    ])
  })

  it('reads an endless card only up to its limit', async () => {
    let written = 0
    answer = (_, res) => {
      const pour = () => {
        while (!res.destroyed && res.write('a'.repeat(2 ** 20))) written++
        if (!res.destroyed) res.once('drain', pour)
      }
      pour()
    }
    expect(await remoteAgents('http://localhost:22902/endless', 0)).toEqual([
      { id: 1, name: 'Agent', description: '', tags: [], examples: [] },
    ])
    expect(written).toBeLessThan(64)
  })

  it('asks for the card again half a minute after a failure, and five minutes after a success', async () => {
    let asked = 0
    let skills: object[] | null = null
    answer = (_, res) => {
      asked++
      if (skills) res.end(JSON.stringify({ skills }))
      else res.writeHead(500).end()
    }
    const namesAt = async (now: number) =>
      (await remoteAgents('http://localhost:22902/sometimes', now)).map(({ name }) => name)
    expect(await namesAt(0)).toEqual(['Agent'])
    skills = [{ id: 1, name: 'Ada' }]
    expect(await namesAt(29_999)).toEqual(['Agent'])
    expect(asked).toBe(1)
    expect(await namesAt(30_000)).toEqual(['Ada'])
    skills = null
    expect(await namesAt(329_999)).toEqual(['Ada'])
    expect(asked).toBe(2)
    expect(await namesAt(330_000)).toEqual(['Ada'])
    expect(asked).toBe(3)
  })

  it.each([200, 204])('takes an answer of %i as proof of a session', async (status) => {
    answer = (_, res) => res.writeHead(status).end()
    const cookie = `agent.sid=1; countersign.account=${newAccount().address}.1`
    const session = await fetch(`${front.origin}/api/auth/session`, { headers: { cookie } })
    expect(await session.json()).toMatchObject({ user: { chainId: 1 } })
  })

  it.each([
    [401, 200],
    [403, 200],
    [404, 502],
    [429, 502],
    [400, 502],
    [500, 502],
    [302, 502],
    [304, 502],
    [503, 502],
  ])('takes nobody as signed in if the service answers %i', async (status, expected) => {
    answer = (_, res) => res.writeHead(status).end('{}')
    const cookie = `agent.sid=1; countersign.account=${newAccount().address}.1`
    const session = await fetch(`${front.origin}/api/auth/session`, { headers: { cookie } })
    expect(session.status).toBe(expected)
    if (expected === 200) expect(await session.json()).toBeNull()
    // The browser drops the session only if the service refused it.
    expect(session.headers.getSetCookie().length > 0).toBe(expected === 200)
  })

  it('follows no redirect', async () => {
    answer = (_, res) => res.writeHead(307, { location: 'http://localhost:22902/elsewhere' }).end()
    expect((await ask()).status).toBe(502)
    expect(seen).toHaveLength(1)
  })

  it('reports an answer longer than the limit', async () => {
    answer = (_, res) => res.end(JSON.stringify({ text: 'a'.repeat(32 * 2 ** 20) }))
    const response = await ask()
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('more than 32 MB') })
  })

  it('shows no page of the service as its own', async () => {
    answer = (_, res) => res.writeHead(503, { 'content-type': 'text/html', 'retry-after': '7' }).end('<h1>hi</h1>')
    const response = await ask()
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(await response.json()).toMatchObject({ code: 'UPSTREAM_UNREADABLE' })
    answer = (_, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>hi</h1>')
    expect((await ask()).status).toBe(502)
  })

  it('reports that nobody answers', async () => {
    await end(upstream)
    const response = await ask()
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ code: 'UPSTREAM_UNREACHABLE' })
    await listen(upstream, 22902)
  })

  it("drops the service's stream when the reader leaves", async () => {
    const left = new Promise<void>((resolve) => {
      answer = (req, res) => {
        res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
        req.once('close', resolve)
        res.once('close', resolve)
      }
    })
    const leave = new AbortController()
    const response = await ask({}, leave.signal)
    await response.body?.getReader().read()
    leave.abort()
    await left
  })

  it('passes on a broken stream as broken, after what came before', async () => {
    answer = (_, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n', () => res.destroy())
    }
    const response = await ask()
    let text = ''
    const reading = async () => {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk
    }
    await expect(reading()).rejects.toThrow()
    expect(withoutPings(text)).toBe('data: 1\n\n')
  })

  it('passes on a stream without a last event as one that ends', async () => {
    answer = (_, res) => void res.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: 1\n\n')
    expect(withoutPings(await (await ask()).text())).toBe('data: 1\n\n')
  })

  it('reports that an answer other than a stream broke off', async () => {
    answer = (_, res) => {
      const head = { 'content-type': 'application/json', 'content-length': '100' }
      res.writeHead(200, head).write('{"result":', () => res.destroy())
    }
    const response = await ask()
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ code: 'UPSTREAM_UNREACHABLE' })
  })

  it.each([403, 410, 503])('passes on plain text from the service with HTTP %i', async (status) => {
    answer = (_, res) => void res.writeHead(status, { 'content-type': 'text/plain' }).end('Not in your country.')
    const response = await ask()
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ code: 'UPSTREAM_REFUSED', message: 'Not in your country.' })
  })

  it('keeps a stream open while the service is silent, and inserts nothing within an event', async () => {
    let service: ServerResponse | undefined
    answer = (_, res) => {
      service = res.writeHead(200, { 'content-type': 'text/event-stream' })
      res.write('data: 1\n\n')
    }
    let text = ''
    for await (const chunk of (await ask()).body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      if (text.endsWith('data: 1\n\n: ping\n\n')) {
        service?.write('data: 2')
        // Longer than the interval between signs of life.
        setTimeout(() => service?.end('3\n\n'), 100)
      }
    }
    expect(text).toMatch(/^data: 1\n\n(: ping\n\n)+data: 23\n\n$/)
  })
})
