import { type Address, namehash, parseEther, toCoinType } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { namesAbi } from '@/devnet/abi'
import { deployer, friend } from '@/devnet/accounts'
import { minedReceipt } from '@/devnet/receipt'
import { startTestDevnet, type TestDevnet } from '@/devnet/testing'
import { buildChains } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { loadReader } from '@/lib/language/reader/reader'
import { account, thief } from '../../fixtures/local-chain'
import { of } from '../../fixtures/plans'
import { reviewPlan } from '../../review-plan'

const name = 'friend.countersign.eth'
const nowhere = 'http://127.0.0.1:1'

let devnet: TestDevnet
beforeAll(async () => {
  devnet = await startTestDevnet()
  for (const { client } of [devnet.first, devnet.second])
    await client.setBalance({ address: account, value: parseEther('1') })
})
afterAll(() => devnet?.stop())

type Sent = { chainId?: number; keeper?: string | null }

/** Returns the findings for a send to `to`. `keeper`: RPC URL of the chain that holds names; null if not served. */
async function found(to: Address, userMessages: string[], { chainId = 31337, keeper }: Sent = {}) {
  const urls = [devnet.first.info.rpcUrl, devnet.second.info.rpcUrl] as const
  const first = keeper === null ? [] : [{ id: 31337, rpcUrl: keeper ?? urls[0] }]
  const review = await reviewPlan({
    plan: {
      account,
      steps: [{ id: 'send', title: 'Send', purpose: 'action', chainId, to, data: '0x', value: 1n }],
      declares: { out: [{ asset: { kind: 'native', chainId }, amount: 1n }], in: [], allowances: [] },
    },
    preparedFindings: [],
    chains: buildChains([...first, { id: 31338, rpcUrl: urls[1] }]),
    wallet: { account, chainId },
    knownAddresses: [],
    conversation: { userMessages },
    reader: await loadReader(),
    now: Date.now,
    signal: AbortSignal.timeout(30_000),
  })
  return [...of(review, 'G10.name'), ...of(review, 'G10')]
}

const isFriend = [{ level: 'OK', title: `It goes to ${name}.`, observed: friend }]

describe('G10: a name that the person wrote', () => {
  it.each([
    ['alone', [`send 1 wei to ${name}`]],
    ['in capitals', ['SEND 1 WEI TO FRIEND.COUNTERSIGN.ETH!']],
    ['before a reply to the agent', [`send 1 wei to ${name}`, 'on the first one']],
    ['followed by a yes', [`send 1 wei to ${name}`, 'yes']],
  ])('is recognised as the recipient and vouches for it: %s', async (_, messages) => {
    const [first, ...others] = await found(friend, messages)
    expect(first).toMatchObject({ level: 'OK', observed: friend })
    expect(others).toEqual([])
  })

  it('counts on a chain without names, with a note of the chain it is from', async () => {
    expect(await found(friend, [`send 1 wei to ${name}`], { chainId: 31338 })).toMatchObject([
      { level: 'INFO', title: `It goes to ${name}, at its address on Ethereum (local).`, observed: friend },
    ])
  })

  it('needs no such note if the name has its own address for the chain', async () => {
    const { client } = devnet.first
    const start = await client.snapshot()
    const hash = await client.writeContract({
      address: devnetAddresses.names,
      abi: namesAbi,
      functionName: 'setRecord',
      args: [namehash(name), toCoinType(31338), friend],
      account: deployer,
      chain: null,
    })
    await minedReceipt(client, hash)
    expect(await found(friend, [`send 1 wei to ${name}`], { chainId: 31338 })).toMatchObject(isFriend)
    await client.revert({ id: start })
  })

  it('is DANGER if the agent uses another address', async () => {
    expect(await found(thief, [`send 1 wei to ${name}`])).toMatchObject([
      { level: 'DANGER', title: 'You wrote a different address.', claim: `${name}, ${friend}`, observed: thief },
    ])
  })

  it('is DANGER if it was refused', async () => {
    expect(await found(friend, [`send 1 wei to ${thief}, not to ${name}`])).toMatchObject([
      { level: 'DANGER', title: 'Your words speak against paying this address.' },
    ])
  })

  it.each([
    ['is not registered', 'nobody.countersign.eth'],
    ['only looks like a registered one', 'frіend.countersign.eth'],
  ])('is DANGER if it %s', async (_, written) => {
    expect(await found(thief, [`send 1 wei to ${written}`])).toMatchObject([
      { level: 'DANGER', title: 'The name you wrote has no address.', observed: thief },
      { level: 'DANGER', title: 'Only the agent named this recipient.' },
    ])
  })

  it.each([
    ['the chain that holds names is not served', null, 'the network that holds names is not supported here'],
    ['that chain does not answer', nowhere, 'the node is not responding'],
  ])('is UNVERIFIED if %s', async (_, keeper, reason) => {
    expect(await found(friend, [`send 1 wei to ${name}`], { chainId: 31338, keeper })).toMatchObject([
      { level: 'UNVERIFIED', observed: reason },
      { level: 'DANGER', title: 'Only the agent named this recipient.' },
    ])
  })

  it('gives no finding if the send goes to another address that was written', async () => {
    expect(await found(thief, [`send 1 wei to ${thief}, I own nobody.countersign.eth`])).toEqual([])
  })
})
