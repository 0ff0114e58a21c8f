import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { loadReader } from '@/lib/language/reader/reader'
import type { AgentContext } from '../../agent'
import { createAgents } from '../../agents'
import { contextOf } from '../../fixtures/context'
import { owner } from '../../fixtures/fund'
import { hear, userMessage } from '../../fixtures/judge'

let devnet: TestDevnet
let context: AgentContext
beforeAll(async () => {
  devnet = await startTestDevnet()
  context = { ...contextOf(devnet), reader: loadReader }
})
afterAll(() => devnet.stop())

async function ask(text: string) {
  const [agent] = createAgents()
  if (!agent) throw new Error('There is an agent')
  return hear(agent, [userMessage(text, 'u')], owner, context)
}

const eth = { chainId: 31337, token: nativeAddress }
const moved =
  /It has (?:risen|fallen) \d+(?:\.\d+)?% in 6\.8 days, from \$3,\d{3}\.\d\d; lowest \$3,\d{3}\.\d\d, highest \$3,\d{3}\.\d\d, by the feed’s rounds\.$/

it.each(['what is ETH at? how has it moved?', 'how has ETH moved?', 'what was the price of ETH yesterday?'])(
  'shows the price of now with the rounds of the feed: %s',
  async (text) => {
    const said = await ask(text)
    expect(said.displays).toEqual([{ type: 'price', rows: [eth] }])
    expect(said.text).toContain('1 ETH is worth about $3,500.00 (Chainlink ETH / USD on Ethereum (local)')
    expect(said.text).toMatch(moved)
    expect(said.calls).toEqual([])
  },
)

it('shows several tokens, each in a few words', async () => {
  const said = await ask('price of ETH and WBTC')
  expect(said.displays).toEqual([{ type: 'price', rows: [eth, { ...eth, token: devnetAddresses.tokens.WBTC }] }])
  expect(said.text.match(/It has (?:risen|fallen) [\d.]+% in 6\.8 days\./g)).toHaveLength(2)
})

it('says how far back it can see', async () => {
  expect((await ask('how much was ETH in 2021')).text).toMatch(/^I know prices only as the feeds .* about a week back/)
})

it('shows nothing beside the worth of one token in another', async () => {
  expect((await ask('how many USDC is 1 ETH')).displays).toBeUndefined()
})
