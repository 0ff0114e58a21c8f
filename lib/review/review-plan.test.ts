import { createPublicClient, custom, encodeFunctionData, parseAbi, parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { planHash } from './findings/hash'
import { account, friend, thief } from './fixtures/local-chain'
import {
  deposit,
  erc20,
  levels,
  native,
  of,
  planOf,
  reviewOn,
  sendNative,
  sendToken,
  step,
  tokenCall,
  vaultIsPinned,
} from './fixtures/plans'
import { reviewBench, typed } from './testing/bench'

const wethAbi = parseAbi(['function deposit() payable'])

const bench = reviewBench()

describe('effects', () => {
  test('a send of native coins shows exactly what leaves, without the network fee', async () => {
    const plan = sendNative(friend, parseEther('1'))
    const at = Date.now()
    const review = await reviewOn(bench.local, plan, {
      now: () => at,
      conversation: { userMessages: [`send 1 ETH to ${friend}`] },
      knownAddresses: [
        {
          address: friend,
          source: 'used',
          label: 'an address you have sent to before',
          sent: [{ asset: native, amount: parseEther('1') }],
        },
      ],
    })
    expect(review).toMatchObject({
      planHash: planHash(plan),
      at,
      method: 'eth_simulateV1',
      verdict: 'ready',
      effects: {
        chainId: 31337,
        balances: [
          {
            asset: native,
            before: parseEther('10'),
            after: parseEther('9'),
            symbol: 'ETH',
            decimals: 18,
            listed: true,
          },
        ],
        allowances: [],
        operators: [],
      },
    })
    expect(review.block).toBe(await bench.local.anvil.getBlockNumber({ cacheTime: 0 }))
    expect(review.findings.map(({ level }) => level)).toEqual(['OK'])
  })

  test('reports the number of the simulated block, the last one if the node adds empty blocks before it', async () => {
    const handle = bench.local.handle(bench.local.url)
    const lying = custom({
      request: async ({ method, params }) => {
        const answer = await handle.client.transport.request({ method, params })
        if (method === 'eth_blockNumber') return '0x7'
        if (method !== 'eth_simulateV1') return answer
        const [block] = z.tuple([z.looseObject({})]).parse(answer)
        return [
          { number: '0x8', calls: [] },
          { ...block, number: '0x9' },
        ]
      },
    })
    const client = createPublicClient({ chain: handle.viemChain, transport: lying })
    const chains = new Map([[handle.id, { ...handle, client }]])
    const review = await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 1n), { chains })
    expect(review.block).toBe(9n)
    expect(of(review, 'G7')).toMatchObject([
      { title: 'Simulated as block 9: exactly the changes shown, and no others.' },
    ])
  })

  test('simulates steps in sequence: the deposit depends on its approval', async () => {
    const review = await reviewOn(bench.local, deposit(bench.local, 400_000_000n), vaultIsPinned(bench.local))
    expect(review.effects?.balances).toEqual([
      {
        asset: erc20(bench.local.usdc),
        before: 1_000_000_000n,
        after: 600_000_000n,
        symbol: 'USDC',
        decimals: 6,
        listed: true,
      },
      { asset: erc20(bench.local.vault), before: 0n, after: 400_000_000n, symbol: 'fUSDC', decimals: 6, listed: false },
    ])
    expect(review.effects?.allowances).toEqual([])
    expect(review.verdict).toBe('ready')
    expect(of(review, 'G18').map(({ title }) => title)).toEqual(['Exact approval: nothing stays allowed afterwards.'])
  })

  test('the fee is the gas of each step plus a fifth, at the maximum gas price', async () => {
    const { fee } = await reviewOn(bench.local, sendNative(friend, 1n))
    // A plain send to an account costs 21,000 gas (yellow paper, appendix G).
    expect(fee?.gas).toEqual([25_200n])
    expect(fee?.total).toBe(25_200n * (fee?.maxFeePerGas ?? 0n))
    const { baseFeePerGas } = await bench.local.anvil.getBlock()
    expect(fee?.maxFeePerGas).toBeGreaterThan(0n)
    expect(fee?.maxFeePerGas).toBeGreaterThanOrEqual(baseFeePerGas ?? 0n)
  })

  test('a gas limit set by the step determines its fee', async () => {
    const plan = planOf([step(friend, '0x', 1n, { gas: 50_000n })], { out: [{ asset: native, amount: 1n }] })
    expect((await reviewOn(bench.local, plan)).fee?.gas).toEqual([50_000n])
  })

  test('blocks a gas limit that is too low', async () => {
    const plan = planOf([{ ...sendToken(bench.local.usdc, friend, 1n).steps[0], gas: 30_000n }])
    expect(levels(await reviewOn(bench.local, plan), 'G5')).toEqual(['BLOCK'])
  })

  test('wrapping shows in the balances although WETH emits no Transfer', async () => {
    const plan = planOf([step(bench.local.weth, encodeFunctionData({ abi: wethAbi }), parseEther('2'))], {
      out: [{ asset: native, amount: parseEther('2') }],
      in: [{ asset: erc20(bench.local.weth), amount: parseEther('2') }],
    })
    const review = await reviewOn(bench.local, plan)
    expect(review.effects?.balances.map(({ symbol, after, before }) => [symbol, after - before])).toEqual([
      ['ETH', -parseEther('2')],
      ['WETH', parseEther('2')],
    ])
    expect(review.verdict).toBe('ready')
  })

  test('tracks each NFT by its token id', async () => {
    const card = { kind: 'erc721', chainId: 31337, address: bench.local.postcards, tokenId: 1n } as const
    const badge = { kind: 'erc1155', chainId: 31337, address: bench.local.badges, tokenId: 7n } as const
    const plan = planOf(
      [
        step(bench.local.postcards, tokenCall('safeTransferFrom', [account, friend, 1n])),
        step(bench.local.badges, tokenCall('safeTransferFrom', [account, friend, 7n, 2n, '0x'])),
      ],
      {
        out: [
          { asset: card, amount: 1n },
          { asset: badge, amount: 2n },
        ],
      },
    )
    const review = await reviewOn(bench.local, plan, typed(`send these to ${friend}`))
    expect(review.effects?.balances).toEqual([
      { asset: card, before: 1n, after: 0n, symbol: 'CARD', decimals: 0, listed: false },
      { asset: badge, before: 5n, after: 3n, symbol: 'BADGE', decimals: 0, listed: false },
    ])
    expect(review.verdict).toBe('ready')
  })

  test('finds a permission hidden in a transfer by its log and reads it', async () => {
    const review = await reviewOn(bench.local, sendToken(bench.local.bait, friend, 1n))
    expect(review.effects?.allowances).toEqual([
      { token: bench.local.bait, spender: thief, before: 0n, amount: 2n ** 256n - 1n, symbol: 'RWD', decimals: 18 },
    ])
    expect(review.verdict).toBe('blocked')
  })

  test('keeps the name of a hostile token out of the findings', async () => {
    const review = await reviewOn(bench.local, sendToken(bench.local.unsellable, friend, 0n))
    expect(JSON.stringify(review.findings)).not.toContain('vitalik')
  })
})

describe('round trips', () => {
  test('a plan whose bytes name everything it changes takes one', async () => {
    const review = await reviewOn(bench.local, deposit(bench.local, 1_000_000n), {
      ...bench.proxied(),
      ...vaultIsPinned(bench.local),
    })
    expect(review.verdict).toBe('ready')
    expect(bench.proxy.seen.roundTrips).toHaveLength(1)
    expect(bench.proxy.seen.roundTrips[0]?.filter((method) => method === 'eth_simulateV1')).toHaveLength(2)
  })

  test('asks nothing twice except the simulation, the second time in another block', async () => {
    await reviewOn(bench.local, sendNative(friend, 1n), bench.proxied())
    // The account's and the recipient's balance. Everything else once, the simulation in two blocks.
    const methods = bench.proxy.seen.roundTrips[0] ?? []
    expect(methods.toSorted()).toEqual([
      'eth_blockNumber',
      'eth_chainId',
      'eth_feeHistory',
      'eth_getBalance',
      'eth_getBalance',
      'eth_getCode',
      'eth_getTransactionCount',
      'eth_simulateV1',
      'eth_simulateV1',
    ])
  })

  test('an asset named only by the logs takes a second one, with the simulations alone', async () => {
    const pinned = [{ address: bench.local.bait, label: 'the bait' }]
    await reviewOn(bench.local, sendToken(bench.local.bait, friend, 1n), { ...bench.proxied(), pinned })
    expect(bench.proxy.seen.roundTrips).toHaveLength(2)
    expect(bench.proxy.seen.roundTrips[1]).toEqual(['eth_simulateV1', 'eth_simulateV1'])
  })

  test('an unvouched contract takes a second one, which also simulates with real gas', async () => {
    await reviewOn(bench.local, deposit(bench.local, 1_000_000n), bench.proxied())
    expect(bench.proxy.seen.roundTrips[1]).toEqual(Array(4).fill('eth_simulateV1'))
  })

  test('a plan on an unserved chain takes none', async () => {
    const review = await reviewOn(bench.local, sendNative(friend, 1n), { chains: new Map() })
    expect(review).toMatchObject({ method: 'none', verdict: 'blocked', effects: null, fee: null, block: null })
    expect(bench.proxy.seen.roundTrips).toEqual([])
  })
})

test('the findings of preparation are part of the review, worst first', async () => {
  const review = await reviewOn(bench.local, sendNative(friend, 1n), {
    preparedFindings: [
      { rule: 'send.dust', level: 'INFO', title: 'Very little' },
      { rule: 'send.bad', level: 'BLOCK', title: 'Bad' },
    ],
  })
  expect(review.verdict).toBe('blocked')
  expect(review.findings[0]?.rule).toBe('send.bad')
  expect(review.findings.map(({ rule }) => rule)).toContain('send.dust')
})
