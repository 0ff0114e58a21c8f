import { maxUint256, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { marketOwner, marketUser } from '@/lib/chain/lending/testing/local-market'
import { createRouting } from '@/lib/chain/routing/lifi'
import { devnetChains, unreachableChains } from '@/lib/chain/testing/chains'
import { createYields } from '@/lib/chain/yields/all-yields'
import { abilityNames, walletToolsOf } from '../abilities/ability'
import type { KeptScene } from '../abilities/reading'
import { memoryPlans } from '../plans/testing/memory-plans'
import { memoryPortfolio } from '../portfolio/testing/memory-portfolio'
import { serverTools } from './server-tools'

const { tokens, lending } = devnetAddresses
let devnet: TestDevnet
let person: TestUser
let scene: KeptScene

/** The person has 900 USDC and has supplied 100 as collateral. */
beforeAll(async () => {
  devnet = await startTestDevnet()
  person = await createTestUser(devnet)
  await marketOwner(devnet.first).mint(tokens.USDC, person.address, parseUnits('1000', 6))
  const at = marketUser(devnet.first, person)
  await at.approve(tokens.USDC, maxUint256)
  await at.supply(1n, parseUnits('100', 6))
  await at.setCollateral(1n)
  scene = sceneAt(devnetChains(devnet.port))
})

afterAll(() => devnet?.stop())

const sceneAt = (chains: KeptScene['chains']): KeptScene => ({
  chains,
  routing: createRouting({ apiUrl: devnet.urls.routing, integrator: 'countersign' }),
  yields: createYields({ apiUrl: devnet.urls.yield, chains, now: Date.now }),
  now: Date.now,
  account: person.address,
  signedInOn: 31337,
  signal: new AbortController().signal,
  plans: memoryPlans(),
  portfolio: memoryPortfolio(),
})

const run = (name: string, input: unknown, given = scene): unknown =>
  serverTools(abilityNames, given)[name]?.execute?.(input, { toolCallId: 'c', messages: [] })

it('reads balances with prices', async () => {
  expect(await run('read_balances', { chainId: 31337 })).toMatchObject({
    balances: expect.arrayContaining([
      expect.objectContaining({
        symbol: 'USDC',
        chainId: 31337,
        amount: '900',
        amountInBaseUnits: '900000000',
        priceUsd: '1',
      }),
    ]),
  })
})

it('tells how much of a network’s coin must stay for its fees', async () => {
  const coins = z.object({
    balances: z.array(z.looseObject({ symbol: z.string(), amountInBaseUnits: z.coerce.bigint() })),
  })
  const { balances } = coins.parse(await run('read_balances', {}))
  const ether = balances.filter(({ symbol }) => symbol === 'ETH')
  expect(ether).toHaveLength(2)
  for (const { keepForFeesInBaseUnits, amountInBaseUnits } of ether) {
    expect(BigInt(String(keepForFeesInBaseUnits))).toBeGreaterThan(0n)
    expect(BigInt(String(keepForFeesInBaseUnits))).toBeLessThan(amountInBaseUnits)
  }
})

it('finds yields for a token', async () => {
  const answer = await run('find_yields', { tokenSymbol: 'usdc', chainId: 31337 })
  expect(answer).toMatchObject({
    yields: expect.arrayContaining([
      expect.objectContaining({ yieldId: 'local-usdc-flexible-vault', tokenAddress: tokens.USDC, lockupSeconds: 0 }),
    ]),
  })
})

it('reads lending, positions and NFTs', async () => {
  expect(await run('read_lending', {})).toMatchObject({
    markets: [
      {
        marketAddress: lending,
        healthFactor: null,
        debtUsd: '0',
        reserves: [{ tokenSymbol: 'USDC', isCollateral: true }],
      },
    ],
  })
  expect(await run('read_yield_positions', {})).toEqual({ positions: [] })
  expect(await run('read_nfts', {})).toEqual({ nfts: [], incomplete: [] })
})

it('reports what cannot be read, rather than nothing', async () => {
  const gone = sceneAt(unreachableChains(31337, 31338))
  for (const name of [
    ...['read_balances', 'read_lending', 'read_lending_markets', 'read_nfts', 'read_yield_positions'],
    ...['read_portfolio', 'read_rebalance_positions'],
  ])
    expect(await run(name, {}, gone)).toEqual({ error: expect.stringContaining('could not be read') })
  expect(await run('read_balances', { chainId: 5 })).toEqual({ error: 'Chain 5 is not supported here.' })
})

it('gives an agent only the tools of its abilities', () => {
  expect(Object.keys(serverTools(['nfts', 'prices'], scene))).toEqual(['resolve_name', 'read_prices', 'read_nfts'])
})

it('has a tool, of the server or the wallet, for every ability', () => {
  for (const name of abilityNames)
    expect([name, Object.keys(serverTools([name], scene)).length + walletToolsOf[name].length]).not.toEqual([name, 0])
})
