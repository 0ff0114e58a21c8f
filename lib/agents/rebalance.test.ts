import { encodeFunctionData, erc20Abi, erc4626Abi, maxUint256, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { buildChains, chainEntries } from '@/lib/chain/chains'
import { devnetAddresses } from '@/lib/chain/devnet-addresses'
import { marketOwner, marketUser } from '@/lib/chain/lending/testing/local-market'
import { createRouting } from '@/lib/chain/lifi'
import { createYields } from '@/lib/chain/yields/all-yields'
import { findTool } from '@/lib/tools/registry'
import type { AgentContext } from './agent'
import { createAgents } from './agents'
import { converse, judge } from './fixtures/judge'
import { rebalancing } from './fixtures/rebalance'

const { tokens, vaults } = devnetAddresses
const agents = createAgents()
const agentOf = (id: number) => {
  const agent = agents.find((each) => each.id === id)
  if (!agent) throw new Error(`There is no agent ${id}`)
  return agent
}

let devnet: TestDevnet
/** Has 40 USDC in the flexible vault; the other has nothing that earns, the third supplies as well. */
let person: TestUser
let idle: TestUser
let spread: TestUser
let context: AgentContext

beforeAll(async () => {
  devnet = await startTestDevnet()
  const { first } = devnet
  person = await createTestUser(devnet)
  idle = await createTestUser(devnet)
  spread = await createTestUser(devnet)
  for (const user of [person, idle, spread])
    await marketOwner(first).mint(tokens.USDC, user.address, parseUnits('500', 6))
  for (const user of [person, spread]) {
    const assets = parseUnits('40', 6)
    const approve = { abi: erc20Abi, functionName: 'approve', args: [vaults.flexibleUsdc, assets] } as const
    await user.send(first, { to: tokens.USDC, data: encodeFunctionData(approve) })
    const deposit = { abi: erc4626Abi, functionName: 'deposit', args: [assets, user.address] } as const
    await user.send(first, { to: vaults.flexibleUsdc, data: encodeFunctionData(deposit) })
  }
  const market = marketUser(first, spread)
  await market.approve(tokens.USDC, maxUint256)
  await market.supply(1n, parseUnits('100', 6))
  const chains = buildChains(chainEntries({ CHAINS: 'devnet', rpcUrls: new Map(), DEVNET_PORT: devnet.port }))
  context = {
    chains,
    routing: createRouting({ apiUrl: devnet.urls.routing, integrator: 'countersign' }),
    yields: createYields({ apiUrl: devnet.urls.yield, chains, now: Date.now }),
    now: Date.now,
  }
})

afterAll(() => devnet?.stop())

const ownerOf = ({ address }: TestUser) => ({ address, chainId: 31337 })

async function ask(user: TestUser, id: number, ...texts: string[]) {
  const said = await converse(agentOf(id), texts, ownerOf(user), context)
  for (const { name, parameters } of said.calls) expect(() => findTool(name)?.schema.parse(parameters)).not.toThrow()
  return said
}

const wish = 'rebalance my USDC yield automatically if there is at least 1 % more and no lock-up over 7 days'

describe('automatic rebalancing', () => {
  it.each(rebalancing)('$after / $text', async (phrasing) => {
    const verdict = await judge(agentOf(1), phrasing, ownerOf(person), context)
    expect(verdict.outcome, `${verdict.said.text} ${JSON.stringify(verdict.said.calls)}`).toBe('right')
  })

  it('asks for the permission with the figures of the position', async () => {
    const { calls, text } = await ask(person, 3, wish)
    expect(calls).toEqual([
      {
        type: 'call',
        name: 'request_auto_rebalance_permission',
        parameters: {
          chainId: 31337,
          tokenAddress: tokens.USDC,
          currentPosition: {
            protocol: 'Countersign vaults',
            amount: expect.stringMatching(/^(40|39\.99\d*)$/),
            apy: expect.any(Number),
          },
          minYieldIncrease: 1,
          maxLockupDays: 7,
        },
      },
    ])
    expect(text).toContain('locks for no more than 7 days')
  })

  it('says politely that there is no position', async () => {
    const { calls, text } = await ask(idle, 1, wish)
    expect(calls).toEqual([])
    expect(text).toContain('You have no position in USDC that earns')
    expect(text).toContain('I have prepared nothing')
    expect(text).toContain('best yield for USDC')
  })

  it('asks which of several positions is meant', async () => {
    const several = await ask(spread, 1, wish)
    expect(several.calls).toEqual([])
    expect(several.text).toMatch(/^1\. USDC at Countersign vaults/m)
    expect(several.text).toMatch(/^2\. USDC at Local lending/m)
    const second = { protocol: 'Local lending', amount: expect.stringMatching(/^(100|99\.99|100\.0)\d*$/) }
    for (const answer of ['2', 'the second one'])
      expect((await ask(spread, 1, wish, answer)).calls).toMatchObject([{ parameters: { currentPosition: second } }])
    expect((await ask(spread, 1, wish, 'the third one')).calls).toEqual([])
  })

  it.each([2, 4])('is not what agent %i does, who says who does', async (id) => {
    const { calls, text } = await ask(person, id, wish)
    expect(calls).toEqual([])
    expect(text).toContain('Countersign or Yield')
  })
})
