import { type Hex, parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildSiweMessage } from '@/lib/wire/siwe'
import { tokenHash } from './auth/sessions'
import {
  Browser,
  call,
  frames,
  newAccount,
  rpcError,
  signedInBrowser,
  signIn,
  siweFields,
  words,
} from './testing/client'
import { openGate } from './testing/scripted-agent'
import { startTestServiceOn, stores } from './testing/stores'
import type { TestService } from './testing/test-service'

const minute = 60_000
/** The service's clock. */
let ahead = 0
const now = () => Date.now() + ahead
let running: TestService
let origin: string

/** Returns the account that the service sees in this browser; null for none. */
const me = async (browser: Browser): Promise<unknown> => (await browser.fetch('/api/auth/session')).json()

describe.each(stores)('on %s', (store) => {
  beforeAll(async () => {
    running = await startTestServiceOn(store, { now, signatureTimeoutMs: 300 })
    origin = running.origin
  })
  afterAll(() => running.stop())

  describe('sign-in', () => {
    it.each(['compact', 'eip4361'] as const)('opens a session with a message in the %s layout', async (layout) => {
      const account = newAccount()
      const browser = new Browser(origin)
      const response = await signIn(browser, account, { layout })
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({
        token: expect.any(String),
        success: true,
        user: { id: expect.any(String), walletAddress: account.address, chainId: 31337 },
      })
      expect(await me(browser)).toEqual({
        user: { walletAddress: account.address, chainId: 31337 },
        expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      })
    })

    it('accepts a message that states the scheme, if it is the right one', async () => {
      const { protocol } = new URL(origin)
      const ours = await signIn(new Browser(origin), newAccount(), { scheme: protocol.slice(0, -1) })
      expect(ours.status).toBe(200)
      const strict = await signIn(new Browser(origin), newAccount(), { scheme: 'http', layout: 'eip4361' })
      expect(strict.status).toBe(200)
      for (const scheme of ['https', 'ftp', 'ws', 'http+unix'])
        expect((await signIn(new Browser(origin), newAccount(), { scheme })).status).toBe(401)
      const elsewhere = await signIn(new Browser(origin), newAccount(), { scheme: 'http', domain: 'evil.example' })
      expect(elsewhere.status).toBe(401)
    })

    it('accepts 64-byte signatures (EIP-2098), only of the account’s own key', async () => {
      const compact = (signature: Hex) =>
        serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))
      // Tries keys until both parities have occurred.
      for (let count = 0; count < 8; count += 1) {
        const made: Hex[] = []
        const written = (signature: Hex) => {
          made.push(compact(signature))
          return compact(signature)
        }
        expect((await signIn(new Browser(origin), newAccount(), {}, now(), written)).status).toBe(200)
        expect(made[0]).toHaveLength(130)
      }
      const flipped = (signature: Hex): Hex => {
        const s = compact(signature)
        const first = Number.parseInt(s.slice(66, 68), 16) ^ 0x80
        return `${s.slice(0, 66)}${first.toString(16).padStart(2, '0')}${s.slice(68)}` as Hex
      }
      // Not a signature of the key, so the chain is asked whether the account is a contract; there is no chain here.
      expect((await signIn(new Browser(origin), newAccount(), {}, now(), flipped)).status).toBe(503)
    })

    it('sets cookies that scripts and other sites cannot read', async () => {
      const account = newAccount()
      const first = await new Browser(origin).post('/api/auth/siwe/nonce', {
        walletAddress: account.address,
        chainId: 31337,
      })
      expect(first.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^countersign\.siwe=[\w-]{43}; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax$/),
      ])
      const { nonce } = await first.json()
      expect(nonce).toMatch(/^[0-9a-f]{32}$/)
      const cookies = (await signIn(new Browser(origin), account)).headers.getSetCookie()
      const session = cookies.find((cookie) => cookie.startsWith('countersign.session_token='))
      expect(session).toMatch(/HttpOnly/)
      expect(session).toMatch(/SameSite=Lax/)
      expect(session).not.toMatch(/Secure/)
      expect(cookies.some((cookie) => /^countersign\.siwe=;.*Max-Age=0/.test(cookie))).toBe(true)
    })

    it('binds its cookies to its own host over https', async () => {
      const at = 'https://chat.example.org'
      const { service, stop } = await startTestServiceOn(store, { now, settings: { APP_ORIGIN: at } })
      onTestFinished(stop)
      const post = async (path: string, body: unknown, cookies: readonly string[]) => {
        const cookie = cookies.map((each) => each.split(';', 1)[0]).join('; ')
        const sent = {
          method: 'POST',
          headers: { origin: at, cookie, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }
        const response = await service.fetch(new Request(`${at}/api/auth/${path}`, sent))
        return { body: await response.json(), cookies: response.headers.getSetCookie() }
      }
      const account = newAccount()
      const wallet = { walletAddress: account.address, chainId: 31337 }
      const asked = await post('siwe/nonce', wallet, [])
      const message = buildSiweMessage(siweFields(at, account.address, asked.body.nonce, now()))
      const signature = await account.signMessage({ message })
      const verified = await post('siwe/verify', { ...wallet, message, signature }, asked.cookies)
      const session = verified.cookies.find((cookie) => cookie.includes('session_token')) ?? ''
      const left = await post('sign-out', {}, [session])
      const all = [...asked.cookies, ...verified.cookies, ...left.cookies]
      expect(all.filter((cookie) => /session_token=;/.test(cookie))).toHaveLength(1)
      for (const cookie of all) expect(cookie).toMatch(/^__Host-countersign\.(?!.*domain).*path=\/;.*secure/i)
    })

    it('accepts a lowercase address as the same account', async () => {
      const account = newAccount()
      const browser = new Browser(origin)
      const lower = account.address.toLowerCase()
      const nonce = await browser.nonce(lower)
      const message = buildSiweMessage(siweFields(origin, account.address, nonce)).replace(account.address, lower)
      const signature = await account.signMessage({ message })
      const response = await browser.post('/api/auth/siwe/verify', {
        message,
        signature,
        walletAddress: lower,
        chainId: 31337,
      })
      expect(await response.json()).toMatchObject({ user: { walletAddress: account.address } })
    })

    it('keeps one user per account over several sign-ins, with a new token each time', async () => {
      const account = newAccount()
      const [one, two] = [await signIn(new Browser(origin), account), await signIn(new Browser(origin), account)]
      const [first, second] = [await one.json(), await two.json()]
      expect(second.user.id).toBe(first.user.id)
      expect(second.token).not.toBe(first.token)
    })

    it('ends the browser’s previous session', async () => {
      const browser = await signedInBrowser(origin)
      const old = new Browser(origin)
      for (const [name, value] of browser.cookies) old.cookies.set(name, value)
      expect((await signIn(browser, newAccount())).status).toBe(200)
      expect(await me(browser)).not.toBeNull()
      expect(await me(old)).toBeNull()
    })
  })

  describe('a session', () => {
    it('ends immediately on sign-out, also for a copy of the cookie and for open streams', async () => {
      const browser = await signedInBrowser(origin)
      const copy = new Browser(origin)
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
      const stream = frames(await call(copy, 'message/stream', words(`gate signed-out ${store}`)))
      await stream.next()
      const response = await browser.post('/api/auth/sign-out', {})
      expect(response.status).toBe(200)
      expect(browser.cookies.has('countersign.session_token')).toBe(false)
      expect(await me(copy)).toBeNull()
      expect((await call(copy, 'tasks/get', { id: 'x' })).status).toBe(401)
      const rest = []
      for await (const frame of stream) rest.push(frame)
      expect(rest.some(({ event }) => event.kind === 'status-update' && event.final)).toBe(false)
      openGate(`signed-out ${store}`)
    })

    it('ends everywhere after signing out everywhere, and only that account’s', async () => {
      const account = newAccount()
      const [one, two] = [new Browser(origin), new Browser(origin)]
      await signIn(one, account)
      await signIn(two, account)
      const somebody = await signedInBrowser(origin)
      expect((await one.post('/api/auth/revoke-sessions', {})).status).toBe(200)
      expect(await me(one)).toBeNull()
      expect(await me(two)).toBeNull()
      expect(await me(somebody)).not.toBeNull()
      expect((await new Browser(origin).post('/api/auth/revoke-sessions', {})).status).toBe(401)
    })

    it('ends after 7 days', async () => {
      const browser = await signedInBrowser(origin)
      ahead = 7 * 24 * 60 * minute - minute
      expect(await me(browser)).not.toBeNull()
      ahead += 2 * minute
      expect(await me(browser)).toBeNull()
      expect((await rpcError(call(browser, 'tasks/get', { id: 'x' }))).error.code).toBe(-32000)
      ahead = 0
    })

    it('is refused with another signature, token or half of the cookie', async () => {
      const browser = await signedInBrowser(origin)
      const cookie = decodeURIComponent(browser.cookies.get('countersign.session_token') ?? '')
      const [token = '', signature = ''] = cookie.split('.')
      for (const forged of [
        token,
        `${token}.`,
        `.${signature}`,
        `${token}x.${signature}`,
        `${token}.${'A'.repeat(44)}`,
        '%',
        `${tokenHash(token)}.${signature}`,
        // Each spelling of a valid one would be remembered as another.
        `${token}.${signature}.x`,
        `${token}.${signature}!`,
      ]) {
        const other = new Browser(origin)
        other.cookies.set('countersign.session_token', encodeURIComponent(forged).replace('%25', '%'))
        expect(await me(other)).toBeNull()
      }
    })

    it('has nothing else at its address', async () => {
      const browser = await signedInBrowser(origin)
      for (const path of [
        'sign-up/email',
        'sign-in/email',
        'update-user',
        'delete-user',
        'list-sessions',
        'siwe/get-nonce',
        'constructor',
      ])
        expect((await browser.post(`/api/auth/${path}`, {})).status).toBe(404)
      expect((await browser.fetch('/api/auth/get-session')).status).toBe(404)
    })
  })
})
