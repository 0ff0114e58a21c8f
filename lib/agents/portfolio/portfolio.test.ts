import { encodeFunctionData, maxUint256, parseAbi, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deployer } from '@/devnet/accounts'
import { minedReceipt } from '@/devnet/receipt'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { marketOwner, marketUser } from '@/lib/chain/lending/testing/local-market'
import { unreachableChains } from '@/lib/chain/testing/chains'
import type { AgentContext } from '../agent'
import { createAgents } from '../agents'
import { contextOf } from '../fixtures/context'
import { converse } from '../fixtures/judge'
import { memoryPlans } from '../plans/testing/memory-plans'
import { memoryPortfolio } from './testing/memory-portfolio'

const { tokens, feeds } = devnetAddresses
const [countersign] = createAgents()
if (!countersign) throw new Error('There is no agent')
const agent = countersign

let devnet: TestDevnet
let person: TestUser
let context: AgentContext
const portfolio = memoryPortfolio()

beforeAll(async () => {
  devnet = await startTestDevnet()
  person = await createTestUser(devnet)
  context = contextOf(devnet)
})
afterAll(() => devnet?.stop())

const say = (text: string, given = context) =>
  converse(agent, [text], { address: person.address, chainId: 31337 }, given, memoryPlans(), portfolio)

const analyse = async (given = context) => (await say('analyse my portfolio', given)).text

async function setPrice(feed: `0x${string}`, answer: bigint) {
  const data = encodeFunctionData({
    abi: parseAbi(['function setAnswer(int256 answer)']),
    functionName: 'setAnswer',
    args: [answer],
  })
  const hash = await devnet.first.client.sendTransaction({
    account: deployer,
    chain: null,
    to: feed,
    data,
    gas: 200_000n,
  })
  expect((await minedReceipt(devnet.first.client, hash)).status).toBe('success')
}

it('tells what changed since the last analysis, read from the chains', async () => {
  const at = marketUser(devnet.first, person)
  await marketOwner(devnet.first).mint(tokens.USDC, person.address, parseUnits('1000', 6))
  await at.approve(tokens.USDC, maxUint256)
  const first = await analyse()
  expect(first).toContain('There is nothing to compare with yet')
  expect(first).not.toContain('Since I last looked')

  expect(await analyse()).toMatch(/Since I last looked, at .* worth the same.*\n\nNo amounts have changed\./s)

  await at.supply(1n, parseUnits('400', 6))
  await at.setCollateral(1n)
  await at.borrow(0n, parseEther('0.05'))
  const moved = await analyse()
  expect(moved).toContain('400 USDC less in your wallet on Ethereum (local): 1,000 USDC before, 600 USDC now')
  expect(moved).toMatch(/New: 400(\.\d+)? USDC supplied to Local lending/)
  expect(moved).toMatch(/New: 0\.05\d* WETH owed to Local lending/)
  expect(moved).toContain('New: 0.05 WETH in your wallet')
  expect(moved).toMatch(/health factor of your loan .* which is new, is \d/)

  await setPrice(feeds.ETH, parseUnits('3000', 8))
  const repriced = await analyse()
  // 100 ETH on this chain, whose feed fell from 3,500 to 3,000.
  expect(repriced).toMatch(/went down \$49,9\d\d\.\d\d|went down \$50,0\d\d\.\d\d/)
  expect(repriced).toMatch(/: -\$\d\d,\d{3}\.\d\d by prices and (\+|-)?<?\$\d\.\d\d by what came and went/)
  expect(repriced).toMatch(/health factor of your loan .* went from [\d.]+ to [\d.]+/)
})

it.each(['analyse my portfolio', 'what changed since last time?'])(
  'gives the same total in the text and on the card, and names what it leaves out: %s',
  async (question) => {
    const { text, calls } = await say(question)
    const { totalValue } = calls[0]?.parameters ?? {}
    expect(typeof totalValue).toBe('number')
    const total = Number(totalValue).toLocaleString('en', { style: 'currency', currency: 'USD' })
    expect(text).toContain(`You have about ${total} in all in your wallet, which is the total on the card.`)
    expect(text).toMatch(
      /That leaves out about \$[\d,.]+ supplied to lending markets and about \$[\d,.]+ that you owe\./,
    )
    expect(text.match(/ in all/g)).toHaveLength(1)
  },
)

it('answers what changed with the changes first, and without the analysis', async () => {
  await marketOwner(devnet.first).mint(tokens.USDC, person.address, parseUnits('50', 6))
  const { text, calls } = await say('what changed since last time?')
  expect(text).toMatch(/^Since I last looked, at .* went up/)
  expect(text).toContain('50 USDC more in your wallet on Ethereum (local)')
  expect(text).not.toMatch(/By asset|is idle/)
  expect(calls).toMatchObject([{ name: 'show_token_balance_ui' }])
  expect((await say('what changed since last time?')).text).toContain('No amounts have changed')
})

it('keeps the last look if a network cannot be read', async () => {
  const before = await portfolio.last()
  const chains = unreachableChains(31337, 31338)
  expect(await analyse({ ...context, chains })).toContain('could not')
  expect(await portfolio.last()).toEqual(before)
})
