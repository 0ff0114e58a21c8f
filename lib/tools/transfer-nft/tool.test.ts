import { type Address, encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minedReceipt } from '@/devnet/receipt'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { buildChains } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { readOwnedNfts } from '@/lib/chain/nft/owned'
import { createRouting } from '@/lib/chain/routing/lifi'
import { devnetChains, unreachableChains } from '@/lib/chain/testing/chains'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import { loadReader } from '@/lib/language/reader/reader'
import { compileContracts } from '@/lib/review/fixtures/compile'
import { startNodeProxy } from '@/lib/review/fixtures/node-proxy'
import { reviewPlan } from '@/lib/review/review-plan'
import type { Finding } from '../finding'
import type { PrepareContext } from '../tool'
import { transferNft } from './tool'

const { nfts, tokens, diamond } = devnetAddresses
const friend = getAddress('0x0000000000000000000000000000000000000b0b')
const thief = getAddress('0x7417f000000000000000000000000000000741ef')
const now = Date.now()

let devnet: TestDevnet
let user: TestUser
let context: PrepareContext
let contracts: ReturnType<typeof compileContracts>
let card: bigint

beforeAll(async () => {
  contracts = compileContracts(new URL('./testing/odd-collections.sol', import.meta.url))
  devnet = await startTestDevnet()
  user = await createTestUser(devnet)
  await devnet.ask('POST', '/faucet', { address: user.address })
  context = contextAt(devnet.port)
  const { tokens: owned } = await readOwnedNfts(handle(), user.address)
  card = owned.find(({ collection }) => collection.kind === 'erc721')?.tokenId ?? 0n
})
afterAll(() => devnet?.stop())

function contextAt(port: number): PrepareContext {
  const chains = devnetChains(port)
  const routing = createRouting({ apiUrl: devnet.urls.routing, integrator: 'countersign', now: () => now })
  return {
    account: user.address,
    chains,
    routing,
    yields: noYields,
    now: () => now,
    signal: new AbortController().signal,
  }
}

function handle() {
  const chain = context.chains.get(31337)
  if (!chain) throw new Error('the devnet has chain 31337')
  return chain
}

/** Deploys a contract of `odd-collections.sol` by the user, who then holds its token 1. */
async function deployed(name: string, args: readonly unknown[] = []): Promise<Address> {
  const contract = contracts.get(name)
  if (!contract) throw new Error(`there is no ${name}`)
  const { client } = devnet.first
  await client.impersonateAccount({ address: user.address })
  const hash = await client.deployContract({ ...contract, args: [...args], account: user.address, chain: null })
  const { contractAddress } = await minedReceipt(client, hash)
  if (!contractAddress) throw new Error(`${name} was not created`)
  return getAddress(contractAddress)
}

const rules = (findings: readonly Finding[]) => findings.map(({ rule, level }) => `${rule} ${level}`)

const prepare = (asked: Record<string, unknown>) =>
  transferNft.prepare(transferNft.schema.parse({ toAddress: friend, chainId: 31337, tokenId: '1', ...asked }), context)

const reader = await loadReader()

async function reviewed(asked: Record<string, unknown>, ...userMessages: string[]) {
  const prepared = await prepare(asked)
  const { plan, findings, probes, pinned } = prepared
  if (!plan) throw new Error(`no plan: ${rules(findings).join()}`)
  const review = await reviewPlan({
    plan,
    preparedFindings: findings,
    ...(probes ? { probes } : {}),
    ...(pinned ? { pinned } : {}),
    chains: context.chains,
    wallet: { account: user.address, chainId: 31337 },
    knownAddresses: [],
    conversation: { userMessages },
    reader,
    now: () => now,
    signal: context.signal,
  })
  return { ...prepared, plan, review }
}

describe('an ERC-721', () => {
  it('is sent safely, alone, and shown as its contract draws it', async () => {
    const { plan, details, findings, review } = await reviewed({
      contractAddress: nfts.postcards,
      tokenId: card.toString(),
    })
    expect(plan.steps).toEqual([
      {
        id: 'transfer',
        purpose: 'action',
        title: `Transfer NFT #${card}`,
        chainId: 31337,
        to: nfts.postcards,
        data: encodeFunctionData({
          abi: parseAbi(['function safeTransferFrom(address from, address to, uint256 tokenId)']),
          args: [user.address, friend, card],
        }),
        value: 0n,
      },
    ])
    const asset = { kind: 'erc721', chainId: 31337, address: nfts.postcards, tokenId: card }
    expect(plan.declares).toEqual({ out: [{ asset, amount: 1n }], in: [], allowances: [] })
    expect(details).toMatchObject({
      kind: 'erc721',
      amount: 1n,
      facts: {
        pinned: { name: 'Countersign Postcards' },
        declared: ['erc721'],
        owner: user.address,
        collectionName: 'Countersign Postcards',
        symbol: 'CARD',
        metadata: {
          name: `Postcard ${card}`,
          picture: { kind: 'embedded', src: expect.stringMatching(/^data:image\/svg\+xml;base64,/) },
        },
      },
    })
    expect(findings).toEqual([])
    expect(review.effects?.balances.filter(({ before, after }) => before !== after)).toMatchObject([
      { asset, before: 1n, after: 0n, symbol: 'CARD', listed: true },
    ])
    expect(rules(review.findings)).toContain('G7 OK')
  })

  it.each([
    ['2', 'nft.amount BLOCK'],
    ['0', 'nft.amount BLOCK'],
  ])('cannot be sent %s times', async (amount, expected) => {
    const { plan, findings } = await prepare({ contractAddress: nfts.postcards, tokenId: card.toString(), amount })
    expect(plan).toBeNull()
    expect(rules(findings)).toEqual([expected])
  })

  it('may state that it is one', async () => {
    const asked = { contractAddress: nfts.postcards, tokenId: card.toString(), amount: '1' }
    expect((await prepare(asked)).plan).not.toBeNull()
  })

  it('of somebody else is not sent, and neither is one that does not exist', async () => {
    const other = await createTestUser(devnet)
    await devnet.ask('POST', '/faucet', { address: other.address })
    const [theirs] = (await readOwnedNfts(handle(), other.address)).tokens
    const taken = await prepare({ contractAddress: nfts.postcards, tokenId: String(theirs?.tokenId) })
    expect(taken.plan).toBeNull()
    expect(taken.findings).toMatchObject([{ rule: 'nft.owner', level: 'BLOCK', observed: other.address }])
    const unborn = await prepare({ contractAddress: nfts.postcards, tokenId: '999999' })
    expect(unborn.plan).toBeNull()
    expect(rules(unborn.findings)).toEqual(['nft.owner BLOCK'])
  })

  it('is not sent to its own collection', async () => {
    const asked = { contractAddress: nfts.postcards, tokenId: card.toString(), toAddress: nfts.postcards }
    const { plan, findings } = await prepare(asked)
    expect(plan).toBeNull()
    expect(rules(findings)).toEqual(['nft.recipient BLOCK'])
  })

  it('fails for a contract that cannot take it, and says why', async () => {
    const asked = { contractAddress: nfts.postcards, tokenId: card.toString(), toAddress: await deployed('Vault') }
    const { review } = await reviewed(asked)
    expect(review.verdict).toBe('blocked')
    const failure = review.findings.find(({ rule }) => rule === 'G5')
    expect(failure).toMatchObject({
      level: 'BLOCK',
      observed: expect.stringContaining('the recipient cannot take NFTs'),
    })
  })

  it.each([
    ['of our list', 2, async () => ({ contractAddress: nfts.postcards, tokenId: card.toString() })],
    // A stranger’s is tried again, with little gas.
    [
      'that logs the end of the token’s approval',
      3,
      async () => ({ contractAddress: await deployed('LoggingCollection'), tokenId: '1' }),
    ],
  ])(
    'costs one round trip to prepare and no more to review than it must, in a collection %s',
    async (_, requests, collection) => {
      const proxy = await startNodeProxy(devnet.urls.chains[0] ?? '')
      // The client sends balances in a separate request. The two do not wait for one another.
      proxy.together(2)
      const counted = buildChains([{ id: 31337, rpcUrl: proxy.url }])
      const asked = { ...(await collection()), toAddress: friend, chainId: 31337 }
      const {
        plan,
        probes = [],
        pinned = [],
      } = await transferNft.prepare(transferNft.schema.parse(asked), {
        ...context,
        chains: counted,
      })
      expect(proxy.seen.roundTrips).toHaveLength(2)
      // So are prices and everything else.
      proxy.together(2)
      if (!plan) throw new Error('no plan')
      await reviewPlan({
        plan,
        preparedFindings: [],
        probes,
        pinned,
        chains: counted,
        wallet: { account: user.address, chainId: 31337 },
        knownAddresses: [],
        reader: null,
        now: () => now,
        signal: context.signal,
      })
      expect(proxy.seen.roundTrips).toHaveLength(requests)
      await proxy.stop()
    },
  )
})

describe('an ERC-1155', () => {
  const badge = { contractAddress: nfts.badges, tokenId: '1' }

  it('is sent in the requested number', async () => {
    const { plan, details, findings, review } = await reviewed({ ...badge, amount: '2' })
    const asset = { kind: 'erc1155', chainId: 31337, address: nfts.badges, tokenId: 1n }
    expect(plan.steps[0]).toMatchObject({
      title: 'Transfer 2 of NFT #1',
      data: encodeFunctionData({
        abi: parseAbi(['function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)']),
        args: [user.address, friend, 1n, 2n, '0x'],
      }),
    })
    expect(plan.declares.out).toEqual([{ asset, amount: 2n }])
    expect(details).toMatchObject({
      kind: 'erc1155',
      facts: { balance: 5n, metadata: { name: 'Badge', picture: null } },
    })
    expect(findings).toEqual([])
    expect(review.effects?.balances.filter(({ before, after }) => before !== after)).toMatchObject([
      { asset, before: 5n, after: 3n },
    ])
  })

  it.each([
    ['5', []],
    ['6', ['nft.balance BLOCK']],
    ['0', ['nft.amount BLOCK']],
    [null, ['nft.amount INFO']],
  ])('of %s finds %j', async (amount, expected) => {
    const { plan, findings } = await prepare({ ...badge, amount })
    expect(rules(findings)).toEqual(expected)
    expect(plan === null).toBe(expected.some((each) => each.endsWith('BLOCK')))
  })

  it('that the account does not hold at all is not sent', async () => {
    const { plan, findings } = await prepare({ ...badge, tokenId: '77', amount: '1' })
    expect(plan).toBeNull()
    expect(findings).toMatchObject([{ rule: 'nft.balance', title: 'You do not hold this token.', observed: '0' }])
  })
})

describe('what is not what it seems', () => {
  it.each([
    ['a token', tokens.USDC],
    ['a router', diamond],
    ['nothing', getAddress('0x00000000000000000000000000000000deadf00d')],
  ])('%s is no collection', async (_name, contractAddress) => {
    const { plan, findings } = await prepare({ contractAddress })
    expect(plan).toBeNull()
    expect(rules(findings)).toEqual(['nft.kind BLOCK'])
  })

  it.each(['YesCollection', 'EndlessCollection'])('%s is no collection either', async (name) => {
    const { plan, findings } = await prepare({ contractAddress: await deployed(name) })
    expect(plan).toBeNull()
    expect(rules(findings)).toEqual(['nft.kind BLOCK'])
  })

  const zero = '0x0000000000000000000000000000000000000000'
  const odd = (name: string, uri: string, is721: boolean, is1155: boolean, approved: Hex = zero) =>
    deployed('OddCollection', [name, uri, is721, is1155, approved])

  it('a collection of both kinds counts as neither', async () => {
    const { plan, findings } = await prepare({ contractAddress: await odd('Janus', '', true, true) })
    expect(plan).toBeNull()
    expect(findings).toMatchObject([{ rule: 'nft.kind', level: 'BLOCK', observed: 'ERC-721 and ERC-1155' }])
  })

  it('one that declares nothing is a danger, and can be sent', async () => {
    const { plan, findings } = await prepare({ contractAddress: await odd('Cats', '', false, false) })
    expect(plan).not.toBeNull()
    expect(rules(findings)).toEqual(['nft.kind DANGER', 'nft.collection WARN'])
  })

  it('one with a name from our list is a danger', async () => {
    const { findings } = await prepare({ contractAddress: await odd('countersign P0stcards', '', true, false) })
    expect(rules(findings)).toEqual(['nft.collection DANGER'])
  })

  it.each([
    ['Send my Postcard #1 to Bob', true],
    ['send one of my badges, not a postcard', true],
    ['send my cat #1 to Bob', false],
    [`send my postcard ${nfts.postcards}`, true],
  ])('one from another collection than the person wrote is a danger: “%s”', async (written, isOther) => {
    const found = ({ review }: Awaited<ReturnType<typeof reviewed>>) =>
      review.findings.filter(({ rule }) => rule === 'G35')
    const contractAddress = await odd('Postcard Collection', '', true, false)
    const other = found(await reviewed({ contractAddress }, written))
    expect(other.some(({ level }) => level === 'DANGER')).toBe(isOther)
    const meant = written.includes('badges')
      ? { contractAddress: nfts.badges, amount: '1' }
      : { contractAddress: nfts.postcards, tokenId: card.toString() }
    expect(found(await reviewed(meant, written)).filter(({ level }) => level === 'DANGER')).toEqual([])
  })

  it('names are cleaned and clipped, and appear in no finding', async () => {
    const name = `Cats\u202E to vitalik.eth ${'x'.repeat(100)}`
    const { details, findings } = await prepare({ contractAddress: await odd(name, '', true, false) })
    expect(details.facts?.collectionName).toHaveLength(32)
    expect(details.facts?.collectionName).not.toContain('\u202E')
    expect(JSON.stringify(findings)).not.toContain('vitalik')
  })

  it('an approval of the token is shown', async () => {
    const { findings } = await prepare({ contractAddress: await odd('Cats', '', true, false, thief) })
    expect(findings).toContainEqual(expect.objectContaining({ rule: 'nft.approval', level: 'INFO', observed: thief }))
  })

  it('an approval that outlives the transfer is reported, and a token that goes elsewhere is a danger', async () => {
    const kept = await reviewed({ contractAddress: await odd('Cats', '', true, false, thief) })
    expect(rules(kept.review.findings)).toContain('nft.arrival WARN')
    const stolen = await reviewed({ contractAddress: await deployed('ThievishCollection', [thief]) })
    expect(rules(stolen.review.findings)).toContain('nft.arrival DANGER')
    const honest = await reviewed({ contractAddress: nfts.postcards, tokenId: card.toString() })
    expect(rules(honest.review.findings)).toContain('nft.arrival OK')
  })

  it('fails with a message while the RPC does not answer, and blocks an unsupported network', async () => {
    const dead = unreachableChains(31337)
    const asked = transferNft.schema.parse({
      contractAddress: nfts.badges,
      tokenId: '1',
      toAddress: friend,
      chainId: 31337,
    })
    await expect(transferNft.prepare(asked, { ...context, chains: dead })).rejects.toThrow('its RPC is not responding')
    const { plan, findings } = await prepare({ contractAddress: nfts.badges, chainId: 1 })
    expect(plan).toBeNull()
    expect(rules(findings)).toEqual(['G3 BLOCK'])
  })
})

describe('the NFTs of an account', () => {
  it('are read from logs and proven by the chain', async () => {
    const owner = await createTestUser(devnet)
    expect(await readOwnedNfts(handle(), owner.address)).toEqual({ tokens: [], incomplete: [] })
    await devnet.ask('POST', '/faucet', { address: owner.address })
    const { tokens: owned, incomplete } = await readOwnedNfts(handle(), owner.address)
    expect(incomplete).toEqual([])
    expect(owned).toMatchObject([
      { collection: { name: 'Countersign Postcards' }, amount: 1n, name: expect.stringMatching(/^Postcard \d+$/) },
      { collection: { name: 'Countersign Badges' }, tokenId: 1n, amount: 5n, name: 'Badge' },
    ])
    const asked = {
      contractAddress: nfts.postcards,
      tokenId: String(owned[0]?.tokenId),
      toAddress: friend,
      chainId: 31337,
    }
    const { plan } = await transferNft.prepare(transferNft.schema.parse(asked), { ...context, account: owner.address })
    const [step] = plan?.steps ?? []
    if (!step) throw new Error('no plan')
    const { status } = await owner.send(devnet.first, { to: step.to, data: step.data })
    expect(status).toBe('success')
    expect((await readOwnedNfts(handle(), owner.address)).tokens).toMatchObject([{ tokenId: 1n, amount: 5n }])
    expect((await readOwnedNfts(handle(), friend)).tokens).toMatchObject([{ tokenId: owned[0]?.tokenId, amount: 1n }])
  })

  it('are reported as unread if a node does not search its logs', async () => {
    const proxy = await startNodeProxy(devnet.urls.chains[0] ?? '')
    proxy.reset(({ method }) =>
      method === 'eth_getLogs' ? { error: { code: -32602, message: 'block range too large' } } : undefined,
    )
    const chain = buildChains([{ id: 31337, rpcUrl: proxy.url }]).get(31337)
    if (!chain) throw new Error('no chain')
    const { tokens: owned, incomplete } = await readOwnedNfts(chain, user.address)
    expect(owned).toEqual([])
    expect(incomplete).toEqual(['Countersign Postcards', 'Countersign Badges'])
    await proxy.stop()
  })
})
