import { encodeFunctionData, erc20Abi, erc4626Abi, maxUint256, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wrappedAbi } from '@/devnet/abi'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { marketOwner, marketUser } from '@/lib/chain/lending/testing/local-market'
import { findTool } from '@/lib/tools/registry'
import type { AgentContext } from './agent'
import { createAgents } from './agents'
import { contextOf } from './fixtures/context'
import { confirmed, judge } from './fixtures/judge'
import { rebalancing } from './fixtures/rebalance'

const { tokens, vaults } = devnetAddresses
const agents = createAgents()
const agentOf = (id: number) => {
  const agent = agents.find((each) => each.id === id)
  if (!agent) throw new Error(`There is no agent ${id}`)
  return agent
}

let devnet: TestDevnet
/**
 * Has 40 USDC in the flexible vault; the next has nothing that earns, the third supplies USDC as well, the last WETH.
 */
let person: TestUser
let idle: TestUser
let spread: TestUser
let wide: TestUser
let context: AgentContext

beforeAll(async () => {
  devnet = await startTestDevnet()
  const { first } = devnet
  person = await createTestUser(devnet)
  idle = await createTestUser(devnet)
  spread = await createTestUser(devnet)
  wide = await createTestUser(devnet)
  for (const user of [person, idle, spread, wide])
    await marketOwner(first).mint(tokens.USDC, user.address, parseUnits('500', 6))
  for (const user of [person, spread, wide]) {
    const assets = parseUnits('40', 6)
    const approve = { abi: erc20Abi, functionName: 'approve', args: [vaults.flexibleUsdc, assets] } as const
    await user.send(first, { to: tokens.USDC, data: encodeFunctionData(approve) })
    const deposit = { abi: erc4626Abi, functionName: 'deposit', args: [assets, user.address] } as const
    await user.send(first, { to: vaults.flexibleUsdc, data: encodeFunctionData(deposit) })
  }
  const market = marketUser(first, spread)
  await market.approve(tokens.USDC, maxUint256)
  await market.supply(1n, parseUnits('100', 6))
  const other = marketUser(first, wide)
  const wrap = encodeFunctionData({ abi: wrappedAbi, functionName: 'deposit' })
  await wide.send(first, { to: tokens.WETH, data: wrap, value: parseEther('1') })
  await other.approve(tokens.WETH, maxUint256)
  await other.supply(0n, parseEther('1'))
  context = contextOf(devnet)
})

afterAll(() => devnet?.stop())

const ownerOf = ({ address }: TestUser) => ({ address, chainId: 31337 })

async function ask(user: TestUser, id: number, ...texts: string[]) {
  const said = await confirmed(agentOf(id), texts, ownerOf(user), context)
  for (const { name, parameters } of said.calls) expect(() => findTool(name)?.schema.parse(parameters)).not.toThrow()
  return said
}

const wish = 'rebalance my USDC yield automatically if there is at least 1% more and no lock-up over 7 days'

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
            protocol: 'Countersign vaults, Flexible USDC',
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

  it.each([
    ['locks no more than 7 days', 7],
    ['locks it for not longer than 7 days', 7],
    ['is locked for no longer than a week', 7],
    ['locks less than 8 days', 7],
    ['never locks', 0],
  ])('accepts a bound in any wording: %s', async (bound, maxLockupDays) => {
    const text = `rebalance my USDC automatically if another place pays at least 1% more and ${bound}`
    expect((await ask(person, 1, text)).calls).toMatchObject([{ parameters: { minYieldIncrease: 1, maxLockupDays } }])
  })

  it.each([
    'don’t rebalance my USDC automatically if it locks no more than 7 days and pays 1% more',
    'never rebalance my USDC automatically if it pays 1% more and locks more than 7 days',
    'rebalance my USDC automatically, but not if it pays 1% more and locks more than 7 days',
  ])('does not take a denial for a request: %s', async (text) => {
    expect((await ask(person, 1, text)).calls).toEqual([])
  })

  it('says politely that there is no position', async () => {
    const { calls, text } = await ask(idle, 1, wish)
    expect(calls).toEqual([])
    expect(text).toContain('You have no position in USDC that earns')
    expect(text).toContain('Nothing has been prepared')
    expect(text).toContain('best yield for USDC')
  })

  it('covers a token wherever it earns on a network, or at the named place', async () => {
    const all = await ask(spread, 1, wish)
    expect(all.calls).toMatchObject([
      { parameters: { currentPosition: { amount: expect.stringMatching(/^(1[34]\d)/) } } },
    ])
    expect(all.calls[0]?.parameters.currentPosition).not.toHaveProperty('protocol')
    expect(all.text).toMatch(/USDC at Countersign vaults, Flexible USDC and .* USDC at Local lending/)
  })

  it('asks which token is meant if several earn', async () => {
    const bare = 'auto-rebalance my yields with 1% more and no lock-up'
    const several = await ask(wide, 1, bare)
    expect(several.calls).toEqual([])
    expect(several.text).toMatch(/^1\. USDC on Ethereum/m)
    expect(several.text).toMatch(/^2\. WETH on Ethereum/m)
    for (const answer of ['2', 'the second one', 'WETH'])
      expect((await ask(wide, 1, bare, answer)).calls).toMatchObject([{ parameters: { tokenAddress: tokens.WETH } }])
    expect((await ask(wide, 1, bare, 'the third one')).calls).toEqual([])
  })

  it.each([2, 4])('is not offered by agent %i, which says who does', async (id) => {
    const { calls, text } = await ask(person, id, wish)
    expect(calls).toEqual([])
    expect(text).toContain('Countersign or Yield')
  })
})

describe('the best yield for idle tokens', () => {
  it('may be a lending market, read at that moment', async () => {
    await marketOwner(devnet.first).mint(tokens.DAI, idle.address, parseEther('70'))
    const { calls, text } = await ask(idle, 1, 'best yield for my idle DAI')
    const amount = parseEther('70').toString()
    expect(calls).toMatchObject([
      { name: 'lending_supply', parameters: { tokenAddress: tokens.DAI, amount, chainId: 31337 } },
    ])
    expect(text).toMatch(/^1\. DAI in Local lending on Ethereum \(local\): DAI, [\d.]+% a year, no lock-up/m)
    expect(text).toContain('read just now')
  })

  it('is in this app’s lists and without a lock-up if low risk is requested', async () => {
    await marketOwner(devnet.first).mint(tokens.USDC, idle.address, 90_000_000n)
    const { calls, text } = await ask(idle, 1, 'low risk yield for my idle USDC')
    expect(calls).toMatchObject([
      { name: 'enter_staking_yield', parameters: { tokenSymbol: 'USDC', lockupPeriod: 'none' } },
    ])
    expect(text).toContain('lock nothing and promise nothing unusual')
    expect(text).not.toContain('Locked USDC')
  })

  it('is supplied by its number in the list', async () => {
    const list = await ask(idle, 1, 'best yield for USDC')
    const number = /^(\d)\. USDC in Local lending on Ethereum/m.exec(list.text)?.[1]
    expect((await ask(idle, 1, 'best yield for USDC', `stake 25 in number ${number}`)).calls).toMatchObject([
      { name: 'lending_supply', parameters: { tokenAddress: tokens.USDC, amount: '25000000', chainId: 31337 } },
    ])
  })
})
