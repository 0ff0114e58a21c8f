import { parseEther, parseUnits, zeroHash } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { nativeAddress } from '../chains/chain'
import { devnetAddresses } from '../chains/devnet-addresses'
import { createRouting } from './lifi'
import { QuoteError, type QuoteRequest, type Routing } from './routing'

const { tokens } = devnetAddresses

let devnet: TestDevnet
let user: TestUser
let routing: Routing

beforeAll(async () => {
  devnet = await startTestDevnet()
  user = await createTestUser(devnet)
  routing = createRouting({ apiUrl: devnet.urls.routing, integrator: 'countersign', now: () => 42 })
})
afterAll(() => devnet?.stop())
beforeEach(() => control({ reset: true }))

const control = (change: Record<string, unknown>) => devnet.ask('POST', '/control', change)

describe('routing', () => {
  const request = (change: Partial<QuoteRequest> = {}): QuoteRequest => ({
    fromChainId: 31337,
    toChainId: 31337,
    fromToken: tokens.USDC,
    toToken: tokens.DAI,
    fromAmount: parseUnits('100', 6),
    fromAddress: user.address,
    slippage: 0.005,
    ...change,
  })
  const failure = async (asked: Promise<unknown>): Promise<QuoteError> => {
    const error = await asked.then(
      () => null,
      (reason: unknown) => reason,
    )
    if (!(error instanceof QuoteError)) throw new Error(`not a QuoteError: ${error}`)
    return error
  }

  it('quotes a swap with its transaction, in one request', async () => {
    const asked = vi.spyOn(globalThis, 'fetch')
    const quote = await routing.quote(request())
    const requests = asked.mock.calls.filter(([url]) => String(url).startsWith(devnet.urls.api))
    asked.mockRestore()
    expect(requests).toHaveLength(1)
    expect(quote).toMatchObject({
      tool: 'uniswap',
      toolName: 'Uniswap V2',
      fromAmount: parseUnits('100', 6),
      approvalAddress: devnetAddresses.diamond,
      transaction: { chainId: 31337, to: devnetAddresses.diamond, value: 0n },
      at: 42,
    })
    expect(quote.toAmount).toBeGreaterThan(parseEther('99'))
    expect(quote.toAmountMin).toBe((quote.toAmount * 995n) / 1000n)
    expect(quote.fees).toEqual([
      { name: 'Integrator Fee', amount: 250_000n, token: tokens.USDC, chainId: 31337, included: true },
    ])
    expect(quote.path.map(({ type }) => type)).toEqual(['protocol', 'swap'])
  })

  it('lists the ways to choose from, and quotes the chosen one', async () => {
    const routes = await routing.routes(request())
    expect(routes.map(({ path }) => path.filter(({ type }) => type === 'swap').length)).toEqual([1, 2])
    expect(routes[0]).toMatchObject({ toolName: 'Uniswap V2', gas: 400_000n, duration: 2 })
    expect(routes[0]?.toAmount).toBeGreaterThan(routes[1]?.toAmount ?? 0n)
    const [best, other] = await Promise.all([
      routing.quote(request()),
      routing.quote(request(), undefined, routes[1]?.key),
    ])
    expect(best.routeKey).toBe(routes[0]?.key)
    expect(other).toMatchObject({ routeKey: routes[1]?.key, toAmount: routes[1]?.toAmount })
    expect((await routing.quote(request(), undefined, 'no such route')).routeKey).toBe(best.routeKey)
  })

  it('quotes the native coin and a bridge', async () => {
    const amount = parseEther('1')
    const native = request({ fromToken: nativeAddress, toToken: nativeAddress, toChainId: 31338, fromAmount: amount })
    const quote = await routing.quote(native)
    expect(quote).toMatchObject({ tool: 'localbridge', transaction: { value: amount } })
  })

  it.each([
    [404, 'no-route'],
    [400, 'unsupported'],
    [403, 'unsupported'],
    [429, 'rate-limited'],
    [424, 'unreachable'],
    [503, 'unreachable'],
  ] as const)('describes a %s in words', async (status, code) => {
    await control({ failNext: { path: '/routing', status, times: 2 } })
    const error = await failure(routing.quote(request()))
    expect(error.code).toBe(code)
    expect(error.message).toMatch(/^[A-Z].*\.$/)
    expect(error.message).not.toMatch(/SDK|HTTPError/)
  })

  it('says that nobody answers', async () => {
    const nowhere = createRouting({ apiUrl: 'http://127.0.0.1:21298/v1', integrator: 'countersign' })
    expect((await failure(nowhere.quote(request()))).code).toBe('unreachable')
  })

  it('stops when the person moves on', async () => {
    const stopped = new AbortController()
    stopped.abort(new Error('moved on'))
    await expect(routing.quote(request(), stopped.signal)).rejects.toThrow('moved on')
  })

  it('follows a bridge to its end, whatever that is', async () => {
    await control({ bridgeDelayMs: 0 })
    const amount = parseEther('0.5')
    const quote = await routing.quote(
      request({ fromToken: nativeAddress, toToken: nativeAddress, toChainId: 31338, fromAmount: amount }),
    )
    const { to, data, value } = quote.transaction
    const { transactionHash: hash } = await user.send(devnet.first, { to, data, value })
    const status = () => routing.status({ fromChainId: 31337, toChainId: 31338, hash, tool: quote.tool })
    await vi.waitFor(async () => expect((await status()).state).toBe('done'), { timeout: 10_000, interval: 50 })
    expect(await status()).toEqual({
      state: 'done',
      received: quote.toAmount,
      destinationHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
    for (const [statusMode, state] of [
      ['pending', 'pending'],
      ['failed', 'failed'],
      ['partial', 'partial'],
      ['refunded', 'refunded'],
      ['invalid', 'not-found'],
      ['not-found', 'not-found'],
    ]) {
      await control({ statusMode })
      expect((await status()).state).toBe(state)
    }
  })
  it('does not find a transaction that nobody sent', async () => {
    const transfer = { fromChainId: 31337, toChainId: 31338, hash: zeroHash, tool: 'localbridge' }
    expect(await routing.status(transfer)).toEqual({ state: 'not-found' })
  })
  it('does not take a failure to answer for a status', async () => {
    await control({ failNext: { path: '/routing', status: 503, times: 1 } })
    const transfer = { fromChainId: 31337, toChainId: 31338, hash: zeroHash, tool: 'localbridge' }
    expect((await failure(routing.status(transfer))).code).toBe('unreachable')
  })
})
