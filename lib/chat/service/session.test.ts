import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseSiweMessage } from '@/lib/wire/siwe'
import { eventually } from '../fixtures/eventually'
import { createSession, type SessionOptions } from './session'

type Reply = { status: number; body: unknown; headers?: Record<string, string> }
type Route = (body: Record<string, unknown>, request: IncomingMessage) => Reply

const account = privateKeyToAccount(generatePrivateKey())
const another = privateKeyToAccount(generatePrivateKey()).address
const now = Date.parse('2026-11-21T12:00:00.000Z')
const port = 21520
const routes = new Map<string, Route>()
const asked: string[] = []

const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const name = `${request.method} ${request.url}`
  asked.push(name)
  const reply = routes.get(name)?.(text ? JSON.parse(text) : {}, request) ?? { status: 404, body: {} }
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
  response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
})

const date = (time: number) => ({ date: new Date(time).toUTCString() })
const nobody: Reply = { status: 200, body: null }
const refused: Reply = { status: 401, body: { code: 'UNAUTHORIZED', message: 'You are not signed in.' } }
const somebody = (walletAddress: string): Reply => ({
  status: 200,
  body: { user: { walletAddress, chainId: 31337 }, expiresAt: '2026-11-28T12:00:00.000Z' },
})

beforeAll(() => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked.length = 0
  routes.clear()
  let signedIn: string | null = null
  routes.set('GET /api/auth/session', () => (signedIn ? somebody(signedIn) : nobody))
  routes.set('POST /api/auth/siwe/nonce', () => ({
    status: 200,
    body: { nonce: 'abcdefgh12345678' },
    headers: date(now),
  }))
  routes.set('POST /api/auth/siwe/verify', (body) => {
    signedIn = String(body.walletAddress)
    return { status: 200, body: { token: 't', success: true, user: {} }, headers: date(now) }
  })
  routes.set('POST /api/auth/sign-out', () => {
    signedIn = null
    return { status: 200, body: { success: true } }
  })
})

function sessionWith(options: Partial<SessionOptions> = {}) {
  const session = createSession({
    baseUrl: `http://127.0.0.1:${port}`,
    now: () => now,
    config: { domain: 'localhost:3000', uri: 'http://localhost:3000', layout: 'compact' },
    signMessage: (_, message) => account.signMessage({ message }),
    ...options,
  })
  const states: string[] = []
  session.subscribe(() => {
    const state = session.getSnapshot()
    states.push(state.status === 'signing-in' ? state.step : state.status)
  })
  return { session, states }
}

const signedIn = {
  status: 'signed-in',
  address: account.address,
  chainId: 31337,
  expiresAt: Date.parse('2026-11-28T12:00:00.000Z'),
  problem: null,
}

describe('signing in', () => {
  it('signs the message of the service, then asks who is signed in', async () => {
    const signed: string[] = []
    const { session, states } = sessionWith({
      signMessage: (address, message) => {
        expect(address).toBe(account.address)
        signed.push(message)
        return account.signMessage({ message })
      },
    })
    expect(session.getSnapshot()).toEqual({ status: 'unknown', problem: null })
    await session.check()
    await session.signIn(account.address, 31337)
    expect(states).toEqual(['signed-out', 'nonce', 'wallet', 'verifying', 'signed-in'])
    expect(session.getSnapshot()).toEqual(signedIn)
    expect(parseSiweMessage(signed[0] ?? '')).toEqual({
      domain: 'localhost:3000',
      address: account.address,
      uri: 'http://localhost:3000',
      chainId: 31337,
      nonce: 'abcdefgh12345678',
      issuedAt: '2026-11-21T12:00:00.000Z',
      layout: 'compact',
    })
  })

  it.each([
    ['nine minutes ahead', 9 * 60_000],
    ['an hour behind', -60 * 60_000],
    ['a year ahead', 365 * 86_400_000],
  ])('signs with the service’s time on a device whose clock is %s', async (_, ahead) => {
    const signed: string[] = []
    const { session } = sessionWith({
      now: () => now + ahead,
      signMessage: (_, message) => {
        signed.push(message)
        return account.signMessage({ message })
      },
    })
    await session.signIn(account.address, 31337)
    expect(session.getSnapshot().status).toBe('signed-in')
    expect(parseSiweMessage(signed[0] ?? '').issuedAt).toBe('2026-11-21T12:00:00.000Z')
  })

  it.each([
    ['cannot be read', { date: 'in a moment' }],
    ['is missing', { date: '' }],
  ])('signs with this device’s time if the service’s %s', async (_, headers) => {
    routes.set('POST /api/auth/siwe/nonce', () => ({ status: 200, body: { nonce: 'abcdefgh12345678' }, headers }))
    const signed: string[] = []
    const { session } = sessionWith({
      signMessage: (_, message) => {
        signed.push(message)
        return account.signMessage({ message })
      },
    })
    await session.signIn(account.address, 31337)
    expect(session.getSnapshot().status).toBe('signed-in')
    expect(parseSiweMessage(signed[0] ?? '').issuedAt).toBe(new Date(now).toISOString())
  })

  it('signs with the time of each nonce if the device’s clock is corrected in between', async () => {
    let [clock, served] = [now + 600_000, now]
    routes.set('POST /api/auth/siwe/nonce', () => ({
      status: 200,
      body: { nonce: 'abcdefgh12345678' },
      headers: date(served),
    }))
    const signed: string[] = []
    const { session } = sessionWith({
      now: () => clock,
      signMessage: (_, message) => {
        signed.push(parseSiweMessage(message).issuedAt)
        return account.signMessage({ message })
      },
    })
    await session.signIn(account.address, 31337)
    await session.signOut()
    clock = served = now + 60_000
    await session.signIn(account.address, 31337)
    expect(signed).toEqual([now, now + 60_000].map((time) => new Date(time).toISOString()))
  })

  it('submits exactly what was signed', async () => {
    let submitted: Record<string, unknown> = {}
    routes.set('POST /api/auth/siwe/verify', (body) => {
      submitted = body
      return { status: 200, body: { success: true } }
    })
    const signed: string[] = []
    const { session } = sessionWith({
      signMessage: async (_, message) => {
        signed.push(message)
        return '0x1234'
      },
    })
    await session.signIn(account.address, 31337)
    expect(submitted).toEqual({
      message: signed[0],
      signature: '0x1234',
      walletAddress: account.address,
      chainId: 31337,
    })
  })

  const rejected = Object.assign(new Error('outer'), { cause: Object.assign(new Error('inner'), { code: 4001 }) })
  it.each<[string, unknown, string]>([
    ['declined', rejected, 'You declined'],
    ['declined, in viem’s form', Object.assign(new Error('no'), { name: 'UserRejectedRequestError' }), 'You declined'],
    ['refused by a locked wallet', new Error('locked'), 'could not sign'],
    ['rejected with a string', 'boom', 'could not sign'],
  ])('reports a signature that was %s', async (_, error, words) => {
    const { session } = sessionWith({ signMessage: () => Promise.reject(error) })
    await session.signIn(account.address, 31337)
    expect(session.getSnapshot()).toEqual({ status: 'signed-out', problem: expect.stringContaining(words) })
    expect(asked).not.toContain('POST /api/auth/siwe/verify')
  })

  const refusal = (status: number, code: string, time = now): Reply => ({
    status,
    body: { code, message: 'x' },
    headers: date(time),
  })
  it.each<[string, Reply, string]>([
    ['nonce', refusal(401, 'UNAUTHORIZED_INVALID_OR_EXPIRED_NONCE'), 'no longer valid'],
    ['message', refusal(401, 'UNAUTHORIZED_SIWE_MESSAGE_MISMATCH'), 'did not accept'],
    ['signature', refusal(401, 'UNAUTHORIZED_INVALID_SIGNATURE'), 'did not accept'],
    ['check of a contract account', refusal(503, 'CHAIN_UNREACHABLE'), 'could not be asked'],
    ['server', { status: 502, body: '<h1>Bad gateway</h1>' }, 'is not responding'],
    ['limit', refusal(429, 'RATE_LIMITED'), 'Too many'],
  ])('reports what was wrong: the %s', async (_, reply, words) => {
    routes.set('POST /api/auth/siwe/verify', () => reply)
    const { session } = sessionWith()
    await session.signIn(account.address, 31337)
    expect(session.getSnapshot()).toEqual({ status: 'signed-out', problem: expect.stringContaining(words) })
  })

  it.each([
    [
      'more than one line',
      'abcdefgh12345678\nIssued At: 2026-11-21T12:00:00.000Z\nResources:\n- urn:recap:eyJhdHQiOnt9fQ',
    ],
    ['words', 'abcdefgh and I grant you all that I hold'],
    ['bidirectional control characters', 'abcdefgh\u202e12345678'],
    ['too many characters', 'a'.repeat(251)],
    ['too few characters', 'abcdefg'],
  ])('never asks the wallet to sign a code of %s', async (_, nonce) => {
    routes.set('POST /api/auth/siwe/nonce', () => ({ status: 200, body: { nonce } }))
    let signed = 0
    const { session } = sessionWith({
      signMessage: (_, message) => {
        signed++
        return account.signMessage({ message })
      },
    })
    await session.signIn(account.address, 31337)
    expect(session.getSnapshot()).toEqual({
      status: 'signed-out',
      problem: expect.stringContaining('Nothing was signed'),
    })
    expect(signed).toBe(0)
  })

  it('signs a code with hyphens, as some services issue them', async () => {
    const nonce = '0b1f6c4e-7a0e-4c1f-9d59-0d6a4a5f2f11'
    routes.set('POST /api/auth/siwe/nonce', () => ({ status: 200, body: { nonce } }))
    const { session } = sessionWith()
    await session.signIn(account.address, 31337)
    expect(session.getSnapshot()).toMatchObject({ status: 'signed-in' })
  })

  it('reports an unsupported network, a service that is down, and a cookie that was not stored', async () => {
    const { session } = sessionWith()
    routes.set('POST /api/auth/siwe/nonce', () => refusal(400, 'UNSUPPORTED_CHAIN'))
    await session.signIn(account.address, 5)
    expect(session.getSnapshot()).toMatchObject({ problem: expect.stringContaining('not supported') })
    routes.set('POST /api/auth/siwe/nonce', () => ({ status: 200, body: { nonce: 'abcdefgh12345678' } }))
    routes.set('GET /api/auth/session', () => nobody)
    await session.signIn(account.address, 31337)
    expect(session.getSnapshot()).toMatchObject({ status: 'signed-out', problem: expect.stringContaining('cookies') })
    const { session: lost } = sessionWith({ baseUrl: 'http://127.0.0.1:21598' })
    await lost.signIn(account.address, 31337)
    expect(lost.getSnapshot()).toMatchObject({
      status: 'signed-out',
      problem: expect.stringContaining('is not responding'),
    })
  })
})

describe('a session', () => {
  it('is found again, and not assumed if the service cannot be asked', async () => {
    routes.set('GET /api/auth/session', () => somebody(account.address))
    const { session } = sessionWith()
    await session.check()
    expect(session.getSnapshot()).toEqual(signedIn)
    routes.set('GET /api/auth/session', () => ({ status: 500, body: '<h1>Oops</h1>' }))
    await session.check()
    expect(session.getSnapshot()).toEqual({ ...signedIn, problem: expect.stringContaining('is not responding') })
    const { session: other } = sessionWith()
    await other.check()
    expect(other.getSnapshot()).toEqual({ status: 'signed-out', problem: expect.stringContaining('not known') })
  })

  it.each([
    ['null', nobody],
    ['401', refused],
  ])('is nobody’s if the service answers %s, but unknown if it answers with a page', async (_, reply) => {
    routes.set('GET /api/auth/session', () => reply)
    const { session } = sessionWith()
    await session.check()
    expect(session.getSnapshot()).toEqual({ status: 'signed-out', problem: null })
    routes.set('GET /api/auth/session', () => ({ status: 200, body: '<h1>A captive portal</h1>' }))
    await session.check()
    expect(session.getSnapshot()).toEqual({ status: 'signed-out', problem: expect.stringContaining('not known') })
  })

  it('expires if it ends during use, and stays expired until somebody signs in again', async () => {
    const { session } = sessionWith()
    await session.signIn(account.address, 31337)
    session.expire()
    const expired = { status: 'expired', address: account.address, chainId: 31337, problem: null }
    expect(session.getSnapshot()).toEqual(expired)
    routes.set('GET /api/auth/session', () => nobody)
    await session.check()
    expect(session.getSnapshot()).toEqual(expired)
    routes.set('POST /api/auth/siwe/nonce', () => ({ status: 500, body: {} }))
    await session.signIn(account.address, 31337)
    expect(session.getSnapshot()).toEqual({ ...expired, problem: expect.any(String) })
  })

  it('ends with a sign-out, unless that fails', async () => {
    const { session } = sessionWith()
    await session.signIn(account.address, 31337)
    const signOut = routes.get('POST /api/auth/sign-out')
    routes.set('POST /api/auth/sign-out', () => ({ status: 500, body: {} }))
    await session.signOut()
    expect(session.getSnapshot()).toEqual({ ...signedIn, problem: expect.stringContaining('still signed in') })
    if (signOut) routes.set('POST /api/auth/sign-out', signOut)
    await session.signOut()
    expect(session.getSnapshot()).toEqual({ status: 'signed-out', problem: null })
  })

  it('is not used for another account, and is back with its own', async () => {
    const { session } = sessionWith()
    await session.accountChanged(account.address)
    await session.signIn(account.address, 31337)
    await session.accountChanged(another)
    expect(session.getSnapshot()).toMatchObject({ status: 'other-account', address: account.address })
    await session.accountChanged(account.address)
    expect(session.getSnapshot()).toEqual(signedIn)
    const before = asked.length
    await session.accountChanged(account.address)
    await session.accountChanged(null)
    expect(asked).toHaveLength(before)
    expect(session.getSnapshot()).toEqual(signedIn)
  })

  it('belongs to another account after an unannounced sign-in in another tab, and is not guessed at', async () => {
    const { session } = sessionWith()
    await session.signIn(account.address, 31337)
    expect(await session.isOf(account.address)).toBe(true)
    routes.set('GET /api/auth/session', () => ({ status: 503, body: 'later' }))
    expect(await session.isOf(account.address)).toBe(false)
    await eventually(() => expect(session.getSnapshot()).toMatchObject({ address: account.address }))
    routes.set('GET /api/auth/session', () => somebody(another))
    expect(await session.isOf(account.address)).toBe(false)
    await eventually(() => expect(session.getSnapshot()).toMatchObject({ status: 'signed-in', address: another }))
  })

  it('is checked again in other tabs after a sign-in or sign-out here: they share the cookie', async () => {
    const theirs = sessionWith()
    await theirs.session.accountChanged(another)
    const mine = sessionWith({ tellTabs: () => void theirs.session.check() })
    await theirs.session.signIn(another, 31337)
    expect(theirs.session.getSnapshot()).toMatchObject({ status: 'signed-in', address: another })
    await mine.session.signIn(account.address, 31337)
    await eventually(() => expect(theirs.session.getSnapshot()).toMatchObject({ status: 'other-account' }))
    await mine.session.signOut()
    await eventually(() => expect(theirs.session.getSnapshot()).toMatchObject({ status: 'signed-out' }))
    let told = 0
    const failing = sessionWith({ tellTabs: () => void told++ })
    routes.set('POST /api/auth/siwe/verify', () => refused)
    await failing.session.signIn(account.address, 31337)
    expect(told, 'the cookie is as it was').toBe(0)
  })

  it('does not begin for an account that the wallet left in the meantime', async () => {
    let answer: (signature: `0x${string}`) => void = () => undefined
    const { session } = sessionWith({
      signMessage: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    await session.accountChanged(account.address)
    const signing = session.signIn(account.address, 31337)
    await eventually(() => expect(session.getSnapshot()).toMatchObject({ step: 'wallet' }))
    await session.accountChanged(another)
    answer('0x1234')
    await signing
    expect(asked).not.toContain('POST /api/auth/siwe/verify')
    expect(session.getSnapshot()).toEqual({ status: 'signed-out', problem: null })
  })
})
