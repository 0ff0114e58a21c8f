import { createServer, type Server } from 'node:http'
import { zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRouting } from './lifi'
import type { QuoteRequest, Routing } from './routing'

/** A router that answers with whatever a test has put here. */
let body = ''
let server: Server
let routing: Routing

beforeAll(async () => {
  server = createServer((_, response) => response.end(body))
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(21_290, '127.0.0.1', () => resolve(21_290))
  })
  routing = createRouting({ apiUrl: `http://127.0.0.1:${port}`, integrator: 'countersign', now: () => 7 })
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const account = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const stranger = '0x000000000000000000000000000000000000dEaD'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const native = '0x0000000000000000000000000000000000000000'
const diamond = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE'

const request: QuoteRequest = {
  fromChainId: 1,
  toChainId: 8453,
  fromToken: native,
  toToken: usdc,
  fromAmount: 10n,
  fromAddress: account,
  slippage: 0.005,
}
const step = {
  id: 's',
  tool: 'relay',
  action: {
    fromChainId: 1,
    toChainId: 8453,
    fromToken: { address: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', chainId: 1 },
    toToken: { address: usdc.toLowerCase(), chainId: 8453 },
    fromAmount: '10',
    fromAddress: account,
    toAddress: account,
  },
  estimate: { fromAmount: '10', toAmount: '9', toAmountMin: '8', approvalAddress: diamond, executionDuration: 4.2 },
  transactionRequest: { to: diamond, from: account, data: '0x12', value: '0xa', chainId: 1, gasLimit: '0x5208' },
}
const quoting = (change: object) => {
  body = JSON.stringify({ ...step, ...change })
  return routing.quote(request)
}

describe('a quote', () => {
  it('is read from as little as LI.FI always sends', async () => {
    expect(await quoting({})).toEqual({
      id: 's',
      routeKey: 'relay',
      tool: 'relay',
      toolName: 'relay',
      fromAmount: 10n,
      toAmount: 9n,
      toAmountMin: 8n,
      approvalAddress: diamond,
      fees: [],
      duration: 4.2,
      path: [],
      transaction: { chainId: 1, to: diamond, data: '0x12', value: 10n, gas: 21_000n },
      at: 7,
    })
  })

  it.each<[string, object]>([
    ['chain', { action: { ...step.action, fromChainId: 10 } }],
    ['destination', { action: { ...step.action, toChainId: 10 } }],
    ['token', { action: { ...step.action, fromToken: { address: usdc, chainId: 1 } } }],
    ['target token', { action: { ...step.action, toToken: { address: stranger, chainId: 8453 } } }],
    ['amount', { action: { ...step.action, fromAmount: '11' } }],
    ['estimated amount', { estimate: { ...step.estimate, fromAmount: '11' } }],
    ['sender', { action: { ...step.action, fromAddress: stranger } }],
    ['receiver', { action: { ...step.action, toAddress: stranger } }],
    ['signer', { transactionRequest: { ...step.transactionRequest, from: stranger } }],
  ])('for another %s is refused', async (_, change) => {
    await expect(quoting(change)).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('different'),
    })
  })

  it.each<[string, object]>([
    ['no transaction', { transactionRequest: undefined }],
    ['typed data in place of one', { transactionRequest: undefined, typedData: [{}] }],
    ['a target that is not an address', { transactionRequest: { ...step.transactionRequest, to: 'diamond' } }],
    ['data that are not bytes', { transactionRequest: { ...step.transactionRequest, data: '0x123' } }],
    ['a negative value', { transactionRequest: { ...step.transactionRequest, value: '-1' } }],
    ['a fractional amount', { estimate: { ...step.estimate, toAmount: '9.5' } }],
    ['no minimum', { estimate: { ...step.estimate, toAmountMin: undefined } }],
  ])('with %s is refused', async (_, change) => {
    await expect(quoting(change)).rejects.toMatchObject({ name: 'QuoteError', code: 'unreadable' })
  })

  it.each(['', '<html>', '[]', 'null', '"quote"'])('that is %j is refused', async (text) => {
    body = text
    await expect(routing.quote(request)).rejects.toMatchObject({ name: 'QuoteError', code: 'unreadable' })
  })

  it('has its names cleaned', async () => {
    const quote = await quoting({ tool: 'Re\u202Elay\n', toolDetails: { name: 'x'.repeat(100) } })
    expect(quote.tool).toBe('Relay')
    expect([...quote.toolName]).toHaveLength(48)
  })
})

describe('a status', () => {
  const status = (answer: unknown) => {
    body = JSON.stringify(answer)
    return routing.status({ fromChainId: 1, toChainId: 8453, hash: zeroHash, tool: 'relay' })
  }
  it('says what is being waited for', async () => {
    expect(await status({ status: 'PENDING', substatus: 'WAIT_SOURCE_CONFIRMATIONS' })).toEqual({
      state: 'pending',
      message: 'Waiting for confirmations on the source chain.',
    })
    expect(await status({ status: 'PENDING', substatus: 'SOMETHING_NEW' })).toMatchObject({ message: 'On its way.' })
  })
  it('says why a transfer failed', async () => {
    expect(await status({ status: 'FAILED', substatus: 'SLIPPAGE_EXCEEDED' })).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/failed: the price moved further than the slippage allows\. .*ask its support/),
    })
  })
  it('is done even if the other side is not described', async () => {
    expect(await status({ status: 'DONE', receiving: { txHash: 'soon', amount: 'much' } })).toEqual({ state: 'done' })
  })
  it('is refused if unknown', async () => {
    await expect(status({ status: 'WEIRD' })).rejects.toMatchObject({ code: 'unreadable' })
  })
})
