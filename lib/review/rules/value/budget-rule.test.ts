import { parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import { readArtifact } from '@/devnet/contracts/artifact'
import { type ChainHandle, nativeAddress } from '@/lib/chain/chains/chain'
import type { AssetAmount } from '@/lib/tools/plan'
import type { Budget } from '../../findings/budget'
import { account, friend } from '../../fixtures/local-chain'
import { type Interference, methodMissing, withoutSimulation } from '../../fixtures/node-proxy'
import {
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
} from '../../fixtures/plans'
import { reviewBench } from '../../testing/bench'

const bench = reviewBench()

const usd = (dollars: number) => BigInt(dollars) * 10n ** 8n
const eth = (amount: string): AssetAmount => ({ asset: native, amount: parseEther(amount) })
const budget = (more: Partial<Budget['limits']>, spent: readonly AssetAmount[] = [], unrecorded = 0): Budget => ({
  limits: { perProposal: null, perDay: null, ...more },
  spent,
  unrecorded,
})

/** Prices ETH at 2,000 USD by a Chainlink-style feed. USDC has no price. */
async function priced(url = bench.local.url) {
  const feed = await bench.local.deploy(readArtifact('PriceFeed'), ['ETH / USD', 2_000n * 10n ** 8n])
  const handle = bench.local.handle(url)
  const tokens = handle.tokens.map((token) => (token.address === nativeAddress ? { ...token, priceFeed: feed } : token))
  const chain: ChainHandle = { ...handle, tokens }
  // Feeds report their age in the chain's own time.
  const { timestamp } = await bench.local.anvil.getBlock()
  return { chains: new Map([[31337, chain]]), now: () => Number(timestamp) * 1000 }
}

const check = async (amount: string, given: Budget | 'unreadable' | null) =>
  of(await reviewOn(bench.local, sendNative(friend, parseEther(amount)), { ...(await priced()), budget: given }), 'G26')

describe('G26: spending limits', () => {
  test('gives no finding without limits', async () => {
    expect(await check('9', null)).toEqual([])
  })

  test('exactly the limit per proposal passes, the least amount more blocks', async () => {
    expect(await check('1', budget({ perProposal: usd(2000) }))).toEqual([])
    // 0.00000001 USD is the smallest unit of a price.
    expect(await check('1.00000000001', budget({ perProposal: usd(2000) }))).toMatchObject([
      { level: 'BLOCK', claim: '$2,000.00', why: expect.stringContaining('Spending limits') },
    ])
  })

  test('the daily limit includes earlier spending and shows both amounts', async () => {
    expect(await check('1', budget({ perDay: usd(3000) }, [eth('0.5')]))).toEqual([])
    expect(await check('1', budget({ perDay: usd(3000) }, [eth('0.50000000001')]))).toMatchObject([
      {
        level: 'BLOCK',
        claim: '$3,000.00',
        observed: expect.stringMatching(/\$2,000\.00 now, and \$1,000\.00 in the last 24 hours/),
      },
    ])
  })

  test('reports both limits, and a limit of zero blocks everything', async () => {
    const found = await check('1', budget({ perProposal: usd(1), perDay: usd(2) }))
    expect(found.map(({ level }) => level)).toEqual(['BLOCK', 'BLOCK'])
    expect((await check('0.1', budget({ perProposal: 0n }))).map(({ level }) => level)).toEqual(['BLOCK'])
  })

  test('counts outflows in full, whatever arrives for them', async () => {
    const wrap = planOf([step(bench.local.weth, '0xd0e30db0', parseEther('1'))], {
      out: [eth('1')],
      in: [{ asset: erc20(bench.local.weth), amount: parseEther('1') }],
    })
    const review = await reviewOn(bench.local, wrap, {
      ...(await priced()),
      budget: budget({ perProposal: usd(1999) }),
    })
    expect(levels(review, 'G26')).toEqual(['BLOCK'])
  })

  test('tokens without a price, unlisted tokens and NFTs are unverified and named', async () => {
    const given = { ...(await priced()), budget: budget({ perProposal: usd(10) }) }
    const card = { kind: 'erc721', chainId: 31337, address: bench.local.postcards, tokenId: 1n } as const
    const nft = planOf([step(card.address, tokenCall('safeTransferFrom', [account, friend, 1n]))], {
      out: [{ asset: card, amount: 1n }],
    })
    for (const [plan, named] of [
      [sendToken(bench.local.usdc, friend, 5n), 'USDC'],
      [sendToken(bench.local.toll, friend, 5n), bench.local.toll],
      [nft, 'token number 1'],
    ] as const)
      expect(of(await reviewOn(bench.local, plan, given), 'G26')).toMatchObject([
        { level: 'UNVERIFIED', observed: expect.stringContaining(named) },
      ])
  })

  test('an unpriced asset does not hide an exceeded limit', async () => {
    const both = planOf([step(friend, '0x', parseEther('1')), ...sendToken(bench.local.usdc, friend, 5n).steps], {
      out: [eth('1'), { asset: erc20(bench.local.usdc), amount: 5n }],
    })
    const review = await reviewOn(bench.local, both, { ...(await priced()), budget: budget({ perProposal: usd(10) }) })
    expect(levels(review, 'G26')).toEqual(['BLOCK', 'UNVERIFIED'])
  })

  test('unknown earlier spending leaves only the daily limit unverified', async () => {
    const unpriced = { asset: erc20(bench.local.toll), amount: 1n }
    expect((await check('1', budget({ perDay: usd(3000) }, [unpriced]))).map(({ level }) => level)).toEqual([
      'UNVERIFIED',
    ])
    expect((await check('1', budget({ perDay: usd(3000) }, [], 1))).map(({ level }) => level)).toEqual(['UNVERIFIED'])
    expect(await check('1', budget({ perProposal: usd(3000) }, [unpriced], 1))).toEqual([])
  })

  test('unreadable limits are unverified', async () => {
    expect(await check('1', 'unreadable')).toMatchObject([{ level: 'UNVERIFIED' }])
  })

  test('is unverified without a simulation or prices', async () => {
    const given = { budget: budget({ perProposal: usd(3000) }) }
    const through = await priced(bench.proxy.url)
    const withoutPrices: Interference = ({ method }) => (method === 'eth_call' ? methodMissing : undefined)
    for (const node of [withoutSimulation, withoutPrices]) {
      bench.proxy.reset(node)
      const review = await reviewOn(bench.local, sendNative(friend, 1n), { ...through, ...given })
      expect(levels(review, 'G26')).toEqual(['UNVERIFIED'])
    }
  })

  test('reads prices in parallel with the simulation', async () => {
    const through = await priced(bench.proxy.url)
    const seen = { eth_call: () => {}, eth_simulateV1: () => {} }
    const prices = new Promise<void>((resolve) => (seen.eth_call = resolve))
    const simulation = new Promise<void>((resolve) => (seen.eth_simulateV1 = resolve))
    // Each is answered only after the other was asked.
    bench.proxy.reset(({ method }) => {
      if (method !== 'eth_call' && method !== 'eth_simulateV1') return undefined
      seen[method]()
      return (method === 'eth_call' ? simulation : prices).then(() => undefined)
    })
    const review = await reviewOn(bench.local, sendNative(friend, 1n), {
      ...through,
      budget: budget({ perProposal: usd(1) }),
    })
    expect(review.method).toBe('eth_simulateV1')
    expect(levels(review, 'G26')).toEqual([])
  })

  test('prices earlier spending on its own chain', async () => {
    const { chains, now } = await priced()
    const here = chains.get(31337)
    if (!here) throw new Error('no chain')
    const other: ChainHandle = { ...here, id: 1, tokens: here.tokens.map((token) => ({ ...token, chainId: 1 })) }
    const spent: AssetAmount = { asset: { kind: 'native', chainId: 1 }, amount: parseEther('1') }
    const request = { chains: new Map([...chains, [1, other]]), now, budget: budget({ perDay: usd(2001) }, [spent]) }
    expect(levels(await reviewOn(bench.local, sendNative(friend, parseEther('1')), request), 'G26')).toEqual(['BLOCK'])
    const elsewhere = { ...request, chains }
    expect(levels(await reviewOn(bench.local, sendNative(friend, 1n), elsewhere), 'G26')).toEqual(['UNVERIFIED'])
  })
})
