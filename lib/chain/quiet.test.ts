import { expect, it, vi } from 'vitest'
import { quietRouting } from './routing/quiet'
import type { Routing } from './routing/routing'
import { quietYields } from './yields/quiet'
import type { Yields } from './yields/yields'

it('asks the router for nothing while quiet, and says so', async () => {
  const asked = vi.fn(async () => ({ state: 'not-found' as const }))
  let isQuiet = true
  const routing = quietRouting({ quote: asked, routes: asked, status: asked } as unknown as Routing, () => isQuiet)
  const transfer = { fromChainId: 1, toChainId: 10, hash: '0x', tool: 'bridge' } as const
  for (const ask of [routing.quote, routing.routes])
    await expect(ask({} as Parameters<Routing['quote']>[0])).rejects.toMatchObject({
      code: 'switched-off',
      message: expect.stringContaining('Quiet mode is on'),
    })
  expect(await routing.status(transfer)).toMatchObject({ state: 'pending', message: expect.stringContaining('Quiet') })
  expect(asked).not.toHaveBeenCalled()
  isQuiet = false
  expect(await routing.status(transfer)).toEqual({ state: 'not-found' })
})

it('asks the yield service for nothing while quiet', async () => {
  const list = vi.fn(async () => [])
  let isQuiet = true
  const yields = quietYields({ list } as unknown as Yields, () => isQuiet)
  await expect(yields.list()).rejects.toMatchObject({ code: 'switched-off' })
  expect(list).not.toHaveBeenCalled()
  isQuiet = false
  expect(await yields.list()).toEqual([])
})
