import { type Abi, type Address, encodeFunctionData, getAddress, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badgesAbi, mintAbi, postcardsAbi } from '@/devnet/abi'
import { deployer } from '@/devnet/accounts'
import { minedReceipt } from '@/devnet/receipt'
import { createTestUser, deployArtifact, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { findTool } from '@/lib/tools/registry'
import type { AgentContext } from './agent'
import { createAgents } from './agents'
import { contextOf } from './fixtures/context'
import { confirmed, converse } from './fixtures/judge'
import { first, second } from './fixtures/phrasing'

const { nfts, tokens } = devnetAddresses
const agents = createAgents()

let devnet: TestDevnet
let person: TestUser
let context: AgentContext

/**
 * The person has 100 ETH, 1,000 USDC, one Postcard and 7 pieces of Badge 2 on the first chain, 100 ETH on the second.
 */
beforeAll(async () => {
  devnet = await startTestDevnet()
  person = await createTestUser(devnet)
  const { client } = devnet.first
  const send = async (to: `0x${string}`, data: `0x${string}`) => {
    const hash = await client.sendTransaction({ account: deployer, chain: null, to, data, gas: 1_000_000n })
    expect((await minedReceipt(client, hash)).status).toBe('success')
  }
  const usdc = [person.address, parseUnits('1000', 6)] as const
  await send(tokens.USDC, encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: usdc }))
  await send(nfts.postcards, encodeFunctionData({ abi: postcardsAbi, functionName: 'mint', args: [person.address] }))
  const badges = [person.address, 2n, 7n] as const
  await send(nfts.badges, encodeFunctionData({ abi: badgesAbi, functionName: 'mint', args: badges }))
  context = contextOf(devnet)
})

afterAll(() => devnet?.stop())

const asking =
  (talk: typeof converse | typeof confirmed) =>
  async (id: number, ...texts: string[]) => {
    const agent = agents.find((each) => each.id === id)
    if (!agent) throw new Error(`There is no agent ${id}`)
    const said = await talk(agent, texts, { address: person.address, chainId: 31337 }, context)
    for (const { name, parameters } of said.calls) expect(() => findTool(name)?.schema.parse(parameters)).not.toThrow()
    return said
  }
const ask = asking(converse)
/** The same, with a “yes” where the agent asks whether to prepare what it has read. */
const prepared = asking(confirmed)

describe('agents', () => {
  /** The result of each example: a call of that name, or no call and this text. */
  const answers: Readonly<Record<string, string | RegExp>> = {
    'What do I have?': 'show_token_balance_ui',
    'Swap 0.1 ETH for USDC': 'execute_router_swap',
    'Bridge 100 USDC from Ethereum to Base': 'execute_router_swap',
    'Sell half my ETH for USDC with 1% slippage': 'execute_router_swap',
    'Best yield for my USDC': /^1\. .*USDC/m,
    'Supply 100 USDC': 'lending_supply',
    'Analyse my portfolio': 'show_token_balance_ui',
    'What is ETH worth?': /\$3,500/,
    'Best yield for my idle USDC': 'enter_staking_yield',
    'Stake 100 USDC': /^2\. .*USDC/m,
    'What do I earn?': /not earning anything/,
    'How safe is my loan?': /owe nothing/,
    'Repay all my USDC': /owe no USDC/,
  }

  it.each(agents.flatMap(({ id, examples }) => examples.map((text) => ({ id, text }))))(
    '$id understands its own example: $text',
    async ({ id, text }) => {
      const said = await ask(id, text)
      const wanted = answers[text]
      if (typeof wanted === 'string') expect(said.calls.map(({ name }) => name)).toEqual([wanted])
      else expect(said).toMatchObject({ text: expect.stringMatching(wanted ?? /^no such example$/), calls: [] })
    },
  )

  it.each([
    [2, 'supply 100 USDC', 'Countersign or Lending'],
    [2, 'stake 100 USDC', 'Countersign or Yield'],
    [3, 'swap 1 ETH for USDC', 'Countersign or Trader'],
    [4, `send 1 ETH to ${first}`, 'Countersign or Trader'],
  ])('%i does not do “%s”, and says who does', async (id, text, who) => {
    const said = await ask(id, text)
    expect(said.calls).toEqual([])
    expect(said.text).toContain(who)
  })
})

describe('NFTs', () => {
  const postcard = async (): Promise<string> =>
    /Postcards #(\d+)/.exec((await ask(1, 'which NFTs do I have')).text)?.[1] ?? ''

  it('are listed', async () => {
    const { text, calls } = await ask(1, 'Which NFTs do I have?')
    expect(calls).toEqual([])
    expect(text).toMatch(/Countersign Postcards #\d+ on Ethereum \(local\)/)
    expect(text).toContain('Countersign Badges #2 on Ethereum (local): 7 pieces')
  })

  it('are sent by their number', async () => {
    const id = await postcard()
    const to = { contractAddress: nfts.postcards, tokenId: id, toAddress: first, amount: '1', chainId: 31337 }
    for (const text of [
      `send my Postcard #${id} to ${first}`,
      `transfer postcard ${id} to ${first}`,
      `send my postcard to ${first}`,
    ])
      expect((await prepared(1, text)).calls).toEqual([{ type: 'call', name: 'transfer_nft', parameters: to }])
    expect((await prepared(1, `send postcard #${id}`, first)).calls).toMatchObject([{ parameters: to }])
  })

  it('are sent in pieces, never more than there are', async () => {
    const to = { contractAddress: nfts.badges, tokenId: '2', toAddress: first, chainId: 31337 }
    for (const text of [`transfer badge 2, 5 pieces, to ${first}`, `send 5 badges #2 to ${first}`])
      expect((await prepared(1, text)).calls).toMatchObject([
        { name: 'transfer_nft', parameters: { ...to, amount: '5' } },
      ])
    expect((await ask(1, `send badge #2 to ${first}`)).text).toContain('How much should it be?')
    expect((await prepared(1, `send badge #2 to ${first}`, '3')).calls).toMatchObject([
      { parameters: { ...to, amount: '3' } },
    ])
    expect((await ask(1, `send 8 badges #2 to ${first}`)).calls).toEqual([])
  })

  it('are sent all at once, or all but some pieces', async () => {
    const { calls, text } = await prepared(1, `send all my NFTs to ${first}`)
    expect(calls).toMatchObject([
      { parameters: { contractAddress: nfts.postcards, amount: '1' } },
      { parameters: { contractAddress: nfts.badges, tokenId: '2', amount: '7' } },
    ])
    expect(text).toContain('one after another')
    expect((await prepared(1, `send all but two of my badges to ${first}`)).calls).toMatchObject([
      { parameters: { contractAddress: nfts.badges, tokenId: '2', amount: '5' } },
    ])
    const counts = async (text: string) => (await prepared(1, text)).calls.map(({ parameters }) => parameters.amount)
    expect(await counts(`send 4 badges to ${first} and 3 to ${second}`)).toEqual(['4', '3'])
    expect(await counts(`send 4 badges to ${first} and 4 to ${second}`)).toEqual(['4'])
    for (const none of [`send all but 7 of my badges to ${first}`, `send all my badges except #2 to ${first}`])
      expect((await ask(1, none)).calls).toEqual([])
  })

  it.each([
    `send my NFT to ${first}`,
    `send both my badges to ${first}`,
    `send my postcard to ${first} and all my badges`,
    `send postcard #99999 to ${first}`,
    `don't send badge 2 to ${first}`,
    'send badge #2 to bob',
    `should I send my postcard to ${first}?`,
    `send badge #2 and 1 ETH to ${first}`,
    'send badge #2 to 0x0000000000000000000000000000000000000000',
    'mint an nft',
  ])('leads to no call: %s', async (text) => {
    const said = await ask(1, text)
    expect(said.calls).toEqual([])
    expect(said.text).not.toBe('')
  })

  describe('of an unlisted collection', () => {
    let seals: Address
    let other: Address
    beforeAll(async () => {
      const { client } = devnet.first
      const mint = async (name: string, abi: Abi, args: readonly unknown[]) => {
        const { address } = await deployArtifact(devnet.first, name, [], deployer)
        const data = encodeFunctionData({ abi, functionName: 'mint', args })
        const hash = await client.sendTransaction({
          account: deployer,
          chain: null,
          to: address,
          data,
          gas: 1_000_000n,
        })
        expect((await minedReceipt(client, hash)).status).toBe('success')
        return getAddress(address)
      }
      seals = await mint('Postcards', postcardsAbi, [person.address])
      other = await mint('Badges', badgesAbi, [person.address, 3n, 4n])
    })

    it.each([
      (address: Address) => `send NFT ${address} #1 to ${first}`,
      (address: Address) => `send #1 of ${address} to ${first}`,
      (address: Address) => `transfer nft 1 of collection ${address} to ${first}`,
      (address: Address) => `send to ${first} NFT #1 of ${address}`,
    ])('are sent by the contract’s address: %s', async (text) => {
      const to = { contractAddress: seals, tokenId: '1', toAddress: first, amount: '1', chainId: 31337 }
      const said = await prepared(1, text(seals))
      expect(said.calls).toEqual([{ type: 'call', name: 'transfer_nft', parameters: to }])
      expect(said.text).toContain(`NFT #1 of ${seals} to ${first}`)
    })

    it('need the contract’s address if only a name was given', async () => {
      const asked = await ask(1, `send my Seal #1 to ${first}`)
      expect(asked.calls).toEqual([])
      expect(asked.text).toMatch(/no NFT collection called “Seal”.*Countersign Postcards.*address of its contract\?$/)
      expect((await prepared(1, `send my Seal #1 to ${first}`, seals)).calls).toMatchObject([
        { name: 'transfer_nft', parameters: { contractAddress: seals, tokenId: '1', toAddress: first } },
      ])
    })

    it('are sent in pieces', async () => {
      expect((await ask(1, `send #3 of ${other} to ${first}`)).text).toContain('How much should it be?')
      expect((await prepared(1, `send 2 pieces of NFT ${other} #3 to ${first}`)).calls).toMatchObject([
        { parameters: { contractAddress: other, tokenId: '3', amount: '2' } },
      ])
    })

    it.each([
      () => `send NFT ${seals} #2 to ${first}`,
      () => `send NFT ${tokens.USDC} #1 to ${first}`,
      () => `send NFT ${first} #1 to ${seals}`,
      () => `send NFT ${seals} to ${first}`,
      () => `send NFT ${seals.toLowerCase().replace(/[a-f]/, (letter) => letter.toUpperCase())} #1 to ${first}`,
      () => `don’t send NFT ${seals} #1 to ${first}`,
      () => `send my Seal #1 and my Seal #2 to ${first}`,
      () => `send my ETH #1 to ${first}`,
    ])('lead to no call if somebody else owns them, or if the request is unclear', async (text) => {
      const said = await ask(1, text())
      expect(said.calls).toEqual([])
      expect(said.text).not.toBe('')
    })
  })

  it('are listed for the requested collection', async () => {
    const { text } = await ask(1, 'which badges do i have')
    expect(text).toContain('Countersign Badges #')
    expect(text).not.toContain('Postcards')
    expect((await ask(1, 'which nfts do i have')).text).toContain('Countersign Postcards #')
  })

  it('are chosen from a list if several match', async () => {
    const several = await ask(1, `send my NFT to ${first}`)
    expect(several.text).toMatch(/^1\. Countersign/m)
    expect((await ask(1, `send my NFT to ${first}`, 'the first one')).calls).toMatchObject([
      { name: 'transfer_nft', parameters: { toAddress: first } },
    ])
  })
})

it('analyses a portfolio with values, shares and idle tokens', async () => {
  const { text, calls } = await ask(1, 'analyse my portfolio')
  expect(calls).toMatchObject([{ name: 'show_token_balance_ui' }])
  expect(text).toContain('$701,000.00 in all')
  expect(text).toMatch(/ETH 99\.9% and USDC 0\.1%/)
  expect(text).toContain('It is concentrated: 99.9% is one asset, ETH.')
  expect(text).toMatch(/prices come from Chainlink feeds/)
  expect(text).toContain('$1,000.00 is idle in your wallet (USDC)')
  expect(text).toContain('best yield for USDC')
  expect(text).toContain('Badges #2 (7 pieces)')
})

it.each([
  ['what is slippage', /this app’s own explanations/],
  ['what is Uniswap', /this app’s own explanations/],
  ['how much is gas', /a node on each network.*Chainlink/s],
  ['what is ETH worth', /Chainlink ETH \/ USD/],
  ['best yield for USDC', /as the local yield service says.*read from the chain/s],
  ['what does it cost to borrow DAI', /read from the markets’ own contracts/],
])('names its sources: %s', async (question, source) => {
  expect((await ask(1, question)).text).toMatch(source)
})
