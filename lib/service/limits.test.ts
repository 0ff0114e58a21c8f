import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { clientAddress } from './http/client-address'
import { sharedRateLimit } from './limits/rate-limit'
import { Browser, call, rpcError, signedInBrowser, words } from './testing/client'
import { openTestDatabaseOn, startTestServiceOn, stores } from './testing/stores'
import type { TestService } from './testing/test-service'

/** Ten seconds into a minute. */
const start = Math.floor(Date.now() / 60_000) * 60_000 + 10_000
let clock = start
let running: TestService

const limits = ({ headers }: Response) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)))

describe.each(stores)('on %s', (store) => {
  beforeAll(async () => {
    const settings = { RATE_LIMIT_PER_MINUTE: '3' }
    running = await startTestServiceOn(store, { now: () => clock, settings })
  })
  afterAll(() => running.stop())

  describe('the limit of an account', () => {
    it('is stated with every answer, stops the fourth request of a minute, and starts over', async () => {
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
      expect((await ada.post('/api/a2a', '{')).status).toBe(429)
      expect((await call(bob, 'tasks/get', { id: 'x' })).status).toBe(200)
      clock = start + 49_999
      expect((await call(ada, 'tasks/get', { id: 'x' })).headers.get('retry-after')).toBe('1')
      clock = start + 50_000
      expect(limits(await call(ada, 'tasks/get', { id: 'x' }))).toEqual([3, 2, reset + 60])
      clock = start
    })

    it('counts exactly, even concurrent requests', async () => {
      const ada = await signedInBrowser(running.origin, clock)
      const answers = await Promise.all(Array.from({ length: 20 }, () => call(ada, 'tasks/get', { id: 'x' })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(17)
    })
  })

  describe('a limit that several instances count', () => {
    it('also holds if their clocks are in different minutes', async () => {
      const { database, remove } = await openTestDatabaseOn(store, () => start)
      onTestFinished(remove)
      const [ahead, behind] = [start + 50_000, start + 49_000].map((at) => sharedRateLimit(database.query, () => at))
      const left = async (count = ahead) => (await count?.('key', 3))?.remaining
      expect([await left(behind), await left(ahead), await left(behind), await left(ahead)]).toEqual([2, 2, 1, 0])
      // An instance whose clock is far off keeps nobody out for that long.
      const wrong = sharedRateLimit(database.query, () => start + 600_000)
      for (let i = 0; i < 4; i++) await wrong('key', 3)
      expect(await left(ahead)).toBe(2)
    })
  })

  describe('sign-in attempts', () => {
    it('are limited by network address', async () => {
      const browser = new Browser(running.origin)
      const body = { walletAddress: `0x${'11'.repeat(20)}`, chainId: 31337 }
      const ask = () => browser.post('/api/auth/siwe/nonce', body, { 'x-forwarded-for': '1.2.3.4, 203.0.113.9' })
      const answers = await Promise.all(Array.from({ length: 301 }, ask))
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused).toHaveLength(1)
      expect(await refused[0]?.json()).toMatchObject({ code: 'RATE_LIMITED' })
      expect((await browser.post('/api/auth/siwe/nonce', body)).status).toBe(200)
    })
  })
})

describe('sign-in attempts', () => {
  it.each([
    ['203.0.113.7', undefined, '203.0.113.7'],
    ['203.0.113.7', '9.9.9.9', '203.0.113.7'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['::ffff:10.0.0.5', 'spoofed, 198.51.100.2', '198.51.100.2'],
    ['::1', '198.51.100.2', '198.51.100.2'],
    ['::1', '2001:DB8:0:07::1', '2001:db8:0:7::/64'],
    ['2001:db8:0:7:a:b:c:d', '9.9.9.9', '2001:db8:0:7::/64'],
    ['2001:db8::7', undefined, '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3::192.0.2.1', undefined, '2001:db8:1:2::/64'],
    ['::', undefined, '0:0:0:0::/64'],
    ['10.0.0.1', 'no address: 1::', 'no address: 1::'],
    [undefined, '198.51.100.2', '198.51.100.2'],
    [undefined, undefined, ''],
  ])('from %s with X-Forwarded-For %s count for %s', (socket, forwarded, expected) => {
    expect(clientAddress(socket, forwarded)).toBe(expected)
  })
})
