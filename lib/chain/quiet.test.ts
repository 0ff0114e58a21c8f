import { expect, it, vi } from 'vitest'
import type { QuoteRequest } from './routing/routing'
import { quietRouting } from './routing/routing'
import { noRouting } from './routing/testing/no-routing'
import { noYields } from './yields/testing/no-yields'
import { quietYields } from './yields/yields'

const anyone = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const request: QuoteRequest = {
  fromChainId: 1,
  toChainId: 10,
  fromToken: anyone,
  toToken: anyone,
  fromAmount: 1n,
  fromAddress: anyone,
  slippage: 0.005,
}

it('asks the router for nothing while quiet, and says so', async () => {
  const router = {
    quote: vi.fn(noRouting.quote),
    routes: vi.fn(noRouting.routes),
    status: vi.fn(noRouting.status),
  }
  let isQuiet = true
  const routing = quietRouting(router, () => isQuiet)
  const transfer = { fromChainId: 1, toChainId: 10, hash: '0x', tool: 'bridge' } as const
  for (const ask of [routing.quote, routing.routes])
    await expect(ask(request)).rejects.toMatchObject({
      code: 'switched-off',
      message: expect.stringContaining('Quiet mode is on'),
    })
  expect(await routing.status(transfer)).toMatchObject({ state: 'pending', message: expect.stringContaining('Quiet') })
  for (const asked of Object.values(router)) expect(asked).not.toHaveBeenCalled()
  isQuiet = false
  expect(await routing.status(transfer)).toEqual({ state: 'not-found' })
})

it('asks the yield service for nothing while quiet', async () => {
  const list = vi.fn(async () => [])
  let isQuiet = true
  const yields = quietYields({ ...noYields, list }, () => isQuiet)
  await expect(yields.list()).rejects.toMatchObject({ code: 'switched-off' })
  expect(list).not.toHaveBeenCalled()
  isQuiet = false
  expect(await yields.list()).toEqual([])
})
