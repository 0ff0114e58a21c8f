import { parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deployer } from '@/devnet/accounts'
import { minedReceipt } from '@/devnet/receipt'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import type { ChainHandle } from '../chains/chain'
import { buildChains } from '../chains/chains'
import { devnetAddresses } from '../chains/devnet-addresses'
import { movementOf, readRounds } from './rounds'

const { feeds, tokens } = devnetAddresses
const day = 86_400_000

let devnet: TestDevnet
let chain: ChainHandle
beforeAll(async () => {
  devnet = await startTestDevnet()
  const handle = buildChains([{ id: 31337, rpcUrl: devnet.urls.chains[0] ?? '' }]).get(31337)
  if (!handle) throw new Error('chain 31337 is known')
  chain = handle
})
afterAll(() => devnet.stop())

async function setAnswers(count: number, step: bigint) {
  const abi = parseAbi(['function setAnswers(int256[] answers, uint256 step)'])
  const answers = Array.from({ length: count }, (_, index) => 3_000_00000000n + BigInt(index))
  const call = { address: feeds.ETH, abi, functionName: 'setAnswers', args: [answers, step] } as const
  const { client } = devnet.first
  await minedReceipt(client, await client.writeContract({ ...call, account: deployer, chain: null }))
}

describe('the rounds of a feed', () => {
  it('are those of the last week, oldest first, and end with the price of now', async () => {
    const rounds = (await readRounds(chain, feeds.ETH)) ?? []
    expect(rounds.length).toBeGreaterThan(36)
    expect(rounds).toEqual(rounds.toSorted((a, b) => a.at - b.at))
    const [first, last] = [rounds[0], rounds.at(-1)]
    expect(last?.usd).toBe(3_500_00000000n)
    const span = (last?.at ?? 0) - (first?.at ?? 0)
    expect(span / day).toBeGreaterThan(6)
    expect(span / day).toBeLessThanOrEqual(7)
  })

  it('are at most 49, spread over the week, of a feed with many', async () => {
    await setAnswers(200, 1_800n)
    await devnet.ask('POST', '/control', { advanceSeconds: 5 * 86_400 })
    const rounds = (await readRounds(chain, feeds.ETH)) ?? []
    expect(rounds.length).toBeGreaterThan(40)
    expect(rounds.length).toBeLessThanOrEqual(49)
    expect(rounds.at(-1)?.usd).toBe(3_000_00000199n)
    expect(((rounds.at(-1)?.at ?? 0) - (rounds[0]?.at ?? 0)) / day).toBeGreaterThan(5)
  })

  it('are none for a contract that is no feed', async () => {
    expect(await readRounds(chain, tokens.USDC)).toBeNull()
    expect(await readRounds(chain, '0x00000000000000000000000000000000DeaDBeef')).toBeNull()
  })
})

it('a movement has a change, a lowest and a highest price', () => {
  const rounds = [100n, 90n, 120n, 110n].map((usd, index) => ({ usd, at: index * day }))
  expect(movementOf(rounds)).toMatchObject({ change: 0.1, lowest: { usd: 90n }, highest: { usd: 120n } })
  expect(movementOf(rounds.slice(0, 1))).toBeNull()
})
