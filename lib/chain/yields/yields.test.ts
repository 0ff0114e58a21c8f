import { createServer, type Server } from 'node:http'
import { encodeFunctionData, erc20Abi, erc4626Abi, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { listenLocally } from '@/devnet/listen'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import type { Chains } from '../chains/chain'
import { buildChains } from '../chains/chains'
import { devnetAddresses } from '../chains/devnet-addresses'
import { ChainReadError } from '../chains/read-error'
import { devnetChains, unreachableChains } from '../testing/chains'
import { createYields } from './all-yields'
import { readAnchor, readGrowth } from './history'
import { createPinnedYields } from './pinned'
import { pinnedVaultAt } from './pinned-vaults'
import { createYieldXyz } from './yield-xyz'
import { YieldError, type Yields } from './yields'

const { tokens, vaults } = devnetAddresses
const flexible = 'local-usdc-flexible-vault'
const usdc = (amount: string) => parseUnits(amount, 6)

let devnet: TestDevnet
let user: TestUser
let chains: Chains
let sources: Record<'service' | 'own' | 'both', Yields>

/** A service that answers as told. */
let upstream: Server
let apiUrl: string
let reply: { status: number; body: string } = { status: 200, body: '{}' }
const heard: { url: string | undefined; key: unknown; body: string }[] = []

beforeAll(async () => {
  devnet = await startTestDevnet()
  chains = devnetChains(devnet.port)
  const options = { apiUrl: devnet.urls.yield, chains }
  sources = {
    service: createYieldXyz(options),
    own: createPinnedYields({ chains, now: Date.now }),
    both: createYields({ ...options, now: Date.now }),
  }
  user = await createTestUser(devnet)
  await devnet.ask('POST', '/faucet', { address: user.address })
  upstream = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    heard.push({ url: req.url, key: req.headers['x-api-key'], body })
    res.writeHead(reply.status, { 'content-type': 'application/json' })
    res.end(reply.body)
  })
  apiUrl = `http://127.0.0.1:${await listenLocally(upstream)}`
})
afterAll(async () => {
  await devnet.stop()
  await new Promise((resolve) => upstream.close(resolve))
})
beforeEach(async () => {
  await devnet.ask('POST', '/control', { reset: true })
})

const far = () => createYieldXyz({ apiUrl, chains, apiKey: 'secret' })

async function put(amount: bigint): Promise<void> {
  for (const [to, data] of [
    [tokens.USDC, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [vaults.flexibleUsdc, amount] })],
    [
      vaults.flexibleUsdc,
      encodeFunctionData({ abi: erc4626Abi, functionName: 'deposit', args: [amount, user.address] }),
    ],
  ] as const)
    expect((await user.send(devnet.first, { to, data })).status).toBe('success')
}

describe.each(['service', 'own', 'both'] as const)('yields by %s', (which) => {
  it('are found by id, with their vaults', async () => {
    expect(await sources[which].find(flexible)).toMatchObject({
      id: flexible,
      chainId: 31337,
      token: { address: tokens.USDC, symbol: 'USDC', decimals: 6 },
      contract: vaults.flexibleUsdc,
      pinned: { id: flexible },
      pool: 'Flexible USDC',
      isOpen: { enter: true, exit: true },
    })
    expect(await sources[which].find('base-usdc-none')).toBeNull()
  })

  it('are listed by chain and token', async () => {
    const ids = async (query: Parameters<Yields['list']>[0]) => (await sources[which].list(query)).map(({ id }) => id)
    expect(await ids({ chainId: 31337, token: tokens.WETH })).toEqual(['local-weth-flexible-vault'])
    expect((await ids({ chainId: 31337 })).sort()).toEqual([
      flexible,
      'local-usdc-locked-vault',
      'local-weth-flexible-vault',
    ])
    expect(await ids({ chainId: 1 })).toEqual([])
  })

  it('have the same steps, whoever builds them', async () => {
    const place = await sources[which].find(flexible)
    if (!place) throw new Error('the vault is there')
    const action = { yield: place, account: user.address, amount: usdc('12.5'), decimals: 6 }
    const data = encodeFunctionData({
      abi: erc4626Abi,
      functionName: 'deposit',
      args: [usdc('12.5'), user.address],
    })
    expect((await sources[which].enter(action)).at(-1)).toEqual({
      from: user.address,
      chainId: 31337,
      to: vaults.flexibleUsdc,
      data,
      value: 0n,
    })
  })
})

it('lists an account’s positions, each once, even while the service is away', async () => {
  expect(await sources.both.positions(user.address)).toEqual([])
  await put(usdc('100'))
  const expected = [
    {
      yieldId: flexible,
      chainId: 31337,
      contract: vaults.flexibleUsdc,
      state: 'active',
      pool: 'Flexible USDC',
      lockedUntil: null,
      token: { symbol: 'USDC' },
    },
  ]
  for (const source of Object.values(sources)) {
    const positions = await source.positions(user.address)
    expect(positions).toMatchObject(expected)
    expect(positions[0]?.amount).toBeGreaterThanOrEqual(usdc('99.999999'))
  }
  await devnet.ask('POST', '/control', { failNext: { path: '/yield', status: 503, times: 1_000 } })
  expect(await sources.both.positions(user.address)).toMatchObject(expected)
  expect(await sources.both.find(flexible)).toMatchObject({ source: 'pinned' })
  await expect(sources.both.find('base-usdc-none')).rejects.toMatchObject({ code: 'unreachable' })
})

describe('answers of a service', () => {
  const place = { id: 'x', chainId: '31337', token: { address: tokens.USDC, symbol: 'USDC', decimals: 6 } }
  const answer = (body: unknown, status = 200) => {
    reply = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
  }

  it('are read with tolerance: what is missing is unknown', async () => {
    answer(place)
    expect(await far().find('x')).toMatchObject({
      apy: null,
      lockupSeconds: null,
      contract: null,
      protocol: '',
      minimum: null,
    })
    expect(heard.at(-1)).toMatchObject({ url: '/v1/yields/x', key: 'secret' })
    answer({
      ...place,
      id: `base-usdc-x-${vaults.lockedUsdc.toLowerCase()}-4626-vault`,
      rewardRate: { total: '0.05', components: [{ token: { symbol: 'MORPHO', decimals: 18 } }] },
      mechanics: { type: 'vault', lockupPeriod: { seconds: 60 }, entryLimits: { minimum: '1.5' } },
      metadata: { name: 'a\u202eb' },
    })
    expect(await far().find(`base-usdc-x-${vaults.lockedUsdc.toLowerCase()}-4626-vault`)).toMatchObject({
      contract: vaults.lockedUsdc,
      apy: 0.05,
      lockupSeconds: 60,
      minimum: 1_500_000n,
      rewardSymbols: ['MORPHO'],
      pool: 'ab',
    })
  })

  it('are dropped for another yield, or for a chain that is not served', async () => {
    answer({ ...place, id: 'y' })
    await expect(far().find('x')).rejects.toMatchObject({ code: 'unreadable' })
    answer({ ...place, chainId: '10' })
    expect(await far().find('x')).toBeNull()
    answer({ ...place, chainId: undefined })
    expect(await far().find('x')).toBeNull()
  })

  it.each([
    [401, {}, 'no-key'],
    [412, { message: 'The yield is\u202e closed' }, 'refused'],
    [429, {}, 'rate-limited'],
    [500, 'oops', 'unreachable'],
    [200, 'no JSON', 'unreadable'],
    [200, { transactions: [] }, 'unreadable'],
    [200, { transactions: [{ stepIndex: 0, isMessage: true, unsignedTransaction: '{}' }] }, 'refused'],
    [200, { transactions: [{ stepIndex: 0, unsignedTransaction: 'not JSON' }] }, 'unreadable'],
    [200, { transactions: [{ stepIndex: 0, unsignedTransaction: { to: 'me' } }] }, 'unreadable'],
  ])('%s with %j is %s, in words', async (status, body, code) => {
    answer(body, status)
    const found = await sources.service.find(flexible)
    if (!found) throw new Error('the vault is there')
    const failure = await far()
      .enter({ yield: found, account: user.address, amount: 1n, decimals: 6 })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(YieldError)
    expect(failure).toMatchObject({ code, message: expect.not.stringContaining('\u202e') })
  })

  it('have their steps sorted, in JSON or text form', async () => {
    const transaction = { to: tokens.USDC, data: '0x01', value: '0x0', chainId: 31337 }
    answer({
      transactions: [
        { stepIndex: 1, unsignedTransaction: JSON.stringify({ ...transaction, data: '0x02', from: user.address }) },
        { stepIndex: 0, unsignedTransaction: transaction },
        { stepIndex: 2, status: 'SKIPPED', unsignedTransaction: null },
      ],
    })
    const found = await sources.service.find(flexible)
    if (!found) throw new Error('the vault is there')
    const steps = await far().exit({
      yield: found,
      account: user.address,
      amount: usdc('1.5'),
      decimals: 6,
      all: true,
      shares: 1n,
    })
    expect(steps.map(({ data, from }) => [data, from])).toEqual([
      ['0x01', null],
      ['0x02', user.address],
    ])
    expect(JSON.parse(heard.at(-1)?.body ?? '')).toEqual({
      yieldId: flexible,
      address: user.address,
      arguments: { amount: '1.5', useMaxAmount: true },
    })
  })

  it('count as no failure once nobody waits for them', async () => {
    const gone = new AbortController()
    gone.abort(new Error('moved on'))
    await expect(far().find('x', gone.signal)).rejects.toThrow('moved on')
  })
})

describe('what a vault has actually paid', () => {
  it('is measured on the chain, and unknown for a vault that was empty', async () => {
    const chain = chains.get(31337)
    if (!chain) throw new Error('the chain is served')
    await devnet.ask('POST', '/control', { advanceSeconds: 30 * 86_400 })
    const growth = await readGrowth(chain, vaults.flexibleUsdc, await readAnchor(chain), Date.now())
    // 4.8% simple interest is 4.9% compounded.
    expect(growth?.apy).toBeGreaterThan(0.047)
    expect(growth?.apy).toBeLessThan(0.051)
    expect(growth?.seconds).toBeGreaterThan(86_400)
    expect(await readGrowth(chain, tokens.USDC, await readAnchor(chain), Date.now())).toBeNull()
  })

  it('is measured from before the clock was turned, however many blocks there are since', async () => {
    const chain = chains.get(31338)
    if (!chain) throw new Error('the chain is served')
    // All in one second, so that only the first blocks, a week earlier, show any time at all.
    const { timestamp } = await devnet.second.client.getBlock()
    for (let block = 0; block < 60; block++) {
      await devnet.second.client.setNextBlockTimestamp({ timestamp })
      await devnet.second.client.mine({ blocks: 1 })
    }
    const growth = await readGrowth(chain, vaults.flexibleUsdc, await readAnchor(chain), Date.now())
    expect(growth?.apy).toBeCloseTo(0.049, 3)
    expect(growth?.seconds).toBeGreaterThan(6 * 86_400)
  })

  describe('at a node without earlier blocks', () => {
    let near: Server
    let error: { code: number; message: string }
    const requests = z.array(z.looseObject({ id: z.int(), params: z.array(z.unknown()).default([]) }))
    let rpcUrl: string
    const node = () => {
      const [chain] = buildChains([{ id: 31337, rpcUrl }]).values()
      if (!chain) throw new Error('the chain is served')
      return chain
    }
    beforeAll(async () => {
      near = createServer(async (req, res) => {
        let body = ''
        for await (const chunk of req) body += chunk
        const asked: unknown = JSON.parse(body)
        const answers = requests.parse(Array.isArray(asked) ? asked : [asked]).map(async (one) => {
          if (/^0x[0-9a-f]{1,8}$/.test(String(one.params[1] ?? one.params[0])))
            return { jsonrpc: '2.0', id: one.id, error }
          const real = await fetch(devnet.first.info.rpcUrl, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(one),
          })
          return real.json()
        })
        const all = await Promise.all(answers)
        res.writeHead(200, { 'content-type': 'application/json' })
        res.end(JSON.stringify(Array.isArray(asked) ? all : all[0]))
      })
      rpcUrl = `http://127.0.0.1:${await listenLocally(near)}`
    })
    afterAll(() => new Promise((resolve) => near.close(resolve)))

    it('is unknown if the node never will have them', async () => {
      error = { code: -32000, message: 'missing trie node' }
      expect(await readGrowth(node(), vaults.flexibleUsdc, await readAnchor(node()), Date.now())).toBeNull()
    })

    it('counts as unread if the node may answer later, and holdings are listed all the same', async () => {
      error = { code: -32005, message: 'too many requests' }
      await expect(
        readGrowth(node(), vaults.flexibleUsdc, await readAnchor(node()), Date.now()),
      ).rejects.toBeInstanceOf(ChainReadError)
      const own = createPinnedYields({ chains: new Map([[31337, node()]]), now: Date.now })
      expect(await own.positions(user.address)).toMatchObject([{ yieldId: flexible, apy: null, isRateUnread: true }])
    })
  })

  it('counts as unread if the node is down, and its vaults are listed all the same', async () => {
    const away = unreachableChains(31337)
    const own = createPinnedYields({ chains: away, now: Date.now })
    const listed = await own.list()
    expect(listed.map(({ apy, isRateUnread }) => [apy, isRateUnread])).toEqual(Array(3).fill([null, true]))
    const [known] = (await sources.own.list()).filter(({ id }) => id === flexible)
    expect(known?.apy).toBeGreaterThan(0)
    expect(known).not.toHaveProperty('isRateUnread')
  })
})

it('finds a vault by its address', () => {
  expect(pinnedVaultAt(31338, vaults.lockedUsdc)?.id).toBe('local-base-usdc-locked-vault')
  expect(pinnedVaultAt(1, vaults.lockedUsdc)).toBeNull()
})
