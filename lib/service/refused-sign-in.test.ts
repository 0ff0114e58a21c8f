import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSiweMessage, type SiweFields } from '@/lib/wire/siwe'
import { Browser, newAccount, signIn, siweFields } from './testing/client'
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

/** Signs an altered message with a valid nonce, and returns the answer. */
async function attempt(change: Partial<SiweFields>, body: Record<string, unknown> = {}, edit = (text: string) => text) {
  const account = newAccount()
  const browser = new Browser(origin)
  const nonce = await browser.nonce(account.address)
  const message = edit(buildSiweMessage({ ...siweFields(origin, account.address, nonce, now()), ...change }))
  const signature = await account.signMessage({ message })
  const sent = { message, signature, walletAddress: account.address, chainId: 31337, ...body }
  const response = await browser.post('/api/auth/siwe/verify', sent)
  const { message: text, code } = await response.json()
  expect(text).toEqual(expect.any(String))
  expect(await me(browser)).toBeNull()
  // Every failed attempt uses up the nonce, so the right message comes too late.
  const right = buildSiweMessage(siweFields(origin, account.address, nonce, now()))
  const rightSignature = await account.signMessage({ message: right })
  const retry = await browser.post('/api/auth/siwe/verify', {
    ...sent,
    message: right,
    signature: rightSignature,
    walletAddress: account.address,
    chainId: 31337,
  })
  expect(await retry.json()).toMatchObject({ code: 'UNAUTHORIZED_INVALID_OR_EXPIRED_NONCE' })
  return { status: response.status, code }
}

describe.each(stores)('on %s, a sign-in is refused, and its nonce burnt,', (store) => {
  beforeAll(async () => {
    running = await startTestServiceOn(store, { port: 21111, now, signatureTimeoutMs: 300 })
    origin = running.origin
  })
  afterAll(() => running.stop())

  const mismatch = { status: 401, code: 'UNAUTHORIZED_SIWE_MESSAGE_MISMATCH' }
  const badNonce = { status: 401, code: 'UNAUTHORIZED_INVALID_OR_EXPIRED_NONCE' }
  const badSignature = { status: 401, code: 'UNAUTHORIZED_INVALID_SIGNATURE' }
  const other = newAccount()

  it.each<[string, Partial<SiweFields>]>([
    ['another domain', { domain: 'evil.example' }],
    ['another URI', { uri: 'https://evil.example' }],
    ['the URI with a path', { uri: 'http://localhost:21111/login' }],
    ['another chain', { chainId: 1 }],
    ['another address', { address: other.address }],
  ])('with %s', async (_, change) => {
    expect(await attempt(change)).toEqual(mismatch)
  })

  it.each<[string, number, boolean]>([
    ['just 10 minutes old', -10 * minute + 5_000, true],
    ['older than 10 minutes', -10 * minute - 1_000, false],
    ['almost a minute ahead', minute - 5_000, true],
    ['more than a minute ahead', minute + 5_000, false],
  ])('by its time, unless %s', async (_, age, good) => {
    const issuedAt = new Date(now() + age).toISOString()
    if (good) expect((await signIn(new Browser(origin), newAccount(), { issuedAt })).status).toBe(200)
    else expect(await attempt({ issuedAt })).toEqual(mismatch)
  })

  it.each<[string, (text: string) => string]>([
    ['an injected line', (text) => text.replace('\n\n', '\n\nResources: all\n')],
    ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
    ['"yesterday"', (text) => text.replace(/Issued At: .*/, 'Issued At: yesterday')],
    ['text at the end', (text) => `${text}\nRequest ID: 1`],
    ['a second nonce', (text) => text.replace(/(Nonce: .*)/, '$1\nNonce: 0123456789abcdef')],
  ])('with %s in the message', async (_, edit) => {
    const { status, code } = await attempt({}, {}, edit)
    expect(status).toBe(401)
    expect(code).toBe('UNAUTHORIZED_SIWE_MESSAGE_MISMATCH')
  })

  it('with a body that names another address or chain than the nonce', async () => {
    expect(await attempt({}, { walletAddress: other.address })).toEqual(badNonce)
    expect(await attempt({}, { chainId: 1 })).toEqual(badNonce)
  })

  it('in another browser than the one that asked', async () => {
    const account = newAccount()
    const asking = new Browser(origin)
    const nonce = await asking.nonce(account.address)
    const message = buildSiweMessage(siweFields(origin, account.address, nonce, now()))
    const signature = await account.signMessage({ message })
    const body = { message, signature, walletAddress: account.address, chainId: 31337 }
    const elsewhere = new Browser(origin)
    await elsewhere.nonce(account.address)
    expect(await (await elsewhere.post('/api/auth/siwe/verify', body)).json()).toMatchObject({ code: badNonce.code })
    expect((await asking.post('/api/auth/siwe/verify', body)).status).toBe(401)
  })

  it('after 15 minutes', async () => {
    const account = newAccount()
    const [early, late] = [new Browser(origin), new Browser(origin)]
    const [good, bad] = [await early.nonce(account.address), await late.nonce(account.address)]
    const verify = async (browser: Browser, nonce: string) => {
      const message = buildSiweMessage(siweFields(origin, account.address, nonce, now()))
      const signature = await account.signMessage({ message })
      return browser.post('/api/auth/siwe/verify', {
        message,
        signature,
        walletAddress: account.address,
        chainId: 31337,
      })
    }
    ahead += 15 * minute - 5_000
    expect((await verify(early, good)).status).toBe(200)
    ahead += 10_000
    expect(await (await verify(late, bad)).json()).toMatchObject({ code: badNonce.code })
    ahead = 0
  })

  it('with a used nonce: of 40 concurrent attempts one succeeds', async () => {
    const account = newAccount()
    const browser = new Browser(origin)
    const nonce = await browser.nonce(account.address)
    const message = buildSiweMessage(siweFields(origin, account.address, nonce))
    const signature = await account.signMessage({ message })
    const cookies = [...browser.cookies]
    const attempts = Array.from({ length: 40 }, () => {
      const copy = new Browser(origin)
      for (const [name, value] of cookies) copy.cookies.set(name, value)
      return copy.post('/api/auth/siwe/verify', { message, signature, walletAddress: account.address, chainId: 31337 })
    })
    const statuses = (await Promise.all(attempts)).map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 39 }, () => 401)])
  })

  it('with a nonce that was never issued', async () => {
    const account = newAccount()
    const browser = new Browser(origin)
    await browser.nonce(account.address)
    const message = buildSiweMessage(siweFields(origin, account.address, '0123456789abcdef0123456789abcdef'))
    const signature = await account.signMessage({ message })
    const response = await browser.post('/api/auth/siwe/verify', {
      message,
      signature,
      walletAddress: account.address,
      chainId: 31337,
    })
    expect(await response.json()).toMatchObject({ code: badNonce.code })
  })

  it.each([{ walletAddress: '0x12' }, { walletAddress: 7 }, { chainId: '31337' }, { chainId: -1 }])(
    'before it begins, with %j in the first step',
    async (wrong) => {
      const body = { walletAddress: other.address, chainId: 31337, ...wrong }
      const response = await new Browser(origin).post('/api/auth/siwe/nonce', body)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'VALIDATION_ERROR' })
    },
  )

  it('before it begins, on a chain that is not served', async () => {
    const response = await new Browser(origin).post('/api/auth/siwe/nonce', {
      walletAddress: other.address,
      chainId: 1,
    })
    expect(await response.json()).toMatchObject({ code: 'UNSUPPORTED_CHAIN' })
  })

  it('with a body that is not JSON or far too long', async () => {
    const browser = new Browser(origin)
    expect((await browser.post('/api/auth/siwe/verify', '{')).status).toBe(400)
    expect((await browser.post('/api/auth/siwe/verify', 'x'.repeat(100_000))).status).toBe(400)
  })

  it('on a chain that does not answer, if only the chain can tell: 503, not 401', async () => {
    const account = newAccount()
    const browser = new Browser(origin)
    const nonce = await browser.nonce(account.address)
    const message = buildSiweMessage(siweFields(origin, account.address, nonce))
    const signature = await other.signMessage({ message })
    const response = await browser.post('/api/auth/siwe/verify', {
      message,
      signature,
      walletAddress: account.address,
      chainId: 31337,
    })
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'CHAIN_UNREACHABLE' })
    expect(badSignature.status).toBe(401)
  })

  it('from a page of another site', async () => {
    const browser = new Browser(origin)
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'http://127.0.0.1:21111' }]) {
      const body = { walletAddress: other.address, chainId: 31337 }
      const response = await browser.post('/api/auth/siwe/nonce', body, headers)
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ code: 'CROSS_SITE' })
    }
  })
})
