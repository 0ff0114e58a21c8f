import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { thief } from '@/devnet/accounts'
import { buildChains } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { startNodeProxy, withoutSimulation } from '@/lib/review/fixtures/node-proxy'
import { named, worrying } from '../shared/testing/finding-words'
import { asked, bridge, createSwapBench, nativeToDai } from './testing/swap-bench'
import { executeRouterSwap } from './tool'

const { tokens, diamond, vaults } = devnetAddresses
const friend = getAddress('0x0000000000000000000000000000000000000b0b')
const bench = createSwapBench()
const { control, prepare, review } = bench

describe('a swap with objections', () => {
  it.each([0, 1, 0.21, -1])('requests no quote at a slippage of %s', async (slippage) => {
    const { plan, details, findings } = await prepare({}, { slippage })
    expect(plan).toBeNull()
    expect(details.terms).toBeNull()
    expect(findings.map(named)).toEqual(['swap.slippage BLOCK'])
  })

  it.each([
    [
      'the same token',
      { toTokenAddress: tokens.USDC, toTokenSymbol: 'USDC', toTokenDecimals: 6 },
      'swap.same-token BLOCK',
    ],
    ['nothing', { fromAmount: '0' }, 'swap.amount BLOCK'],
    ['an unsupported network', { fromChainId: 1 }, 'G3 BLOCK'],
    ['wrong decimals', { fromTokenDecimals: 18 }, 'G9 BLOCK'],
    ['no token', { toTokenAddress: friend }, 'G9 BLOCK'],
    ['a contract that is no token', { fromTokenAddress: diamond }, 'G9 BLOCK'],
  ])('plans nothing for %s', async (_, change, finding) => {
    const { plan, findings } = await prepare(change)
    expect(plan).toBeNull()
    expect(findings.map(named)).toContain(finding)
  })

  it('is a danger if the token is not the one that the agent names', async () => {
    const { plan, findings } = await prepare({ toTokenSymbol: 'WBTC' })
    expect(plan).not.toBeNull()
    expect(worrying(findings)).toEqual(['G9 DANGER'])
  })

  it('warns of dust and blocks an amount above the balance', async () => {
    expect((await prepare({ fromAmount: '9999' })).findings.map(named)).toContain('swap.amount WARN')
    expect((await prepare({ fromAmount: '10000' })).findings.map(named)).not.toContain('swap.amount WARN')
    expect((await prepare({ fromAmount: '10000000001' })).findings.map(named)).toContain('swap.balance BLOCK')
    expect((await prepare({ fromAmount: '10000000000' })).findings.map(named)).not.toContain('swap.balance BLOCK')
  })

  it.each([
    ['target', {}, 'swap.target BLOCK'],
    ['approval', {}, 'swap.spender BLOCK'],
    ['value', {}, 'swap.value BLOCK'],
    ['value', nativeToDai, 'swap.value BLOCK'],
    ['amount', nativeToDai, 'swap.value BLOCK'],
  ])('leaves nothing to sign if the router tampers with the %s', async (tamper, change, finding) => {
    await control({ tamper })
    const { plan, findings } = await prepare(change)
    expect(plan).toBeNull()
    expect(findings.map(named)).toContain(finding)
    if (tamper === 'target' || tamper === 'approval') expect(findings.map(({ claim }) => claim)).toContain(thief)
  })

  it.each([
    ['amount', {}, 'swap.amount BLOCK'],
    ['receiver', {}, 'swap.receiver BLOCK'],
    ['receiver', bridge, 'swap.receiver BLOCK'],
    ['amount', bridge, 'swap.amount BLOCK'],
    ['min', {}, 'swap.minimum BLOCK'],
  ])('is blocked, with that finding first, if the bytes have another %s', async (tamper, change, finding) => {
    await control({ tamper })
    const { verdict, findings } = await review(await prepare(change))
    expect(verdict).toBe('blocked')
    expect(findings.map(named)[0]).toBe(finding)
  })

  it('is blocked in the same way if the node cannot simulate', async () => {
    await control({ tamper: 'receiver' })
    const node = await startNodeProxy(bench.devnet.urls.chains[0] ?? '')
    node.reset(withoutSimulation)
    const chains = new Map([...bench.context.chains, ...buildChains([{ id: 31337, rpcUrl: node.url }])])
    const { verdict, findings, method } = await review(await prepare(bridge), chains)
    await node.stop()
    expect([method, verdict, findings.map(named)[0]]).toEqual(['eth_call', 'blocked', 'swap.receiver BLOCK'])
  })

  it.each([
    ['the recipient', bridge, 'swap.receiver UNVERIFIED'],
    ['what the route guarantees', {}, 'swap.minimum UNVERIFIED'],
  ])('cannot show %s if the diamond does not answer, or cannot read the bytes', async (_, change, finding) => {
    const node = await startNodeProxy(bench.devnet.urls.chains[0] ?? '')
    const chains = new Map([...bench.context.chains, ...buildChains([{ id: 31337, rpcUrl: node.url }])])
    const { checks = [] } = await prepare(change, undefined, chains)
    const found = async () => {
      const [{ findings } = { findings: [] }] = await Promise.all(checks.map(({ ask }) => ask(bench.context.signal)))
      return findings.map(named)
    }
    node.reset(() => ({ error: { code: -32000, message: 'broken' } }))
    expect(await found()).toEqual([finding])
    node.reset(() => ({ error: { code: 3, message: 'execution reverted', data: '0x' } }))
    expect(await found()).toEqual([finding])
    await node.stop()
  })

  it.each([
    [-600, 'swap.price WARN'],
    [-1200, 'swap.price DANGER'],
    [-2600, 'swap.price BLOCK'],
  ])('judges a rate that is off by %s hundredths of a per cent', async (rateShiftBps, finding) => {
    await control({ rateShiftBps })
    expect(worrying((await prepare()).findings)).toEqual([finding])
  })

  it('does not call an unknown price fair', async () => {
    const unpriced = new Map(
      [...bench.context.chains].map(([id, chain]) => [
        id,
        { ...chain, tokens: chain.tokens.map(({ priceFeed: _, ...token }) => token) },
      ]),
    )
    const { details, findings } = await executeRouterSwap.prepare(executeRouterSwap.schema.parse(asked), {
      ...bench.context,
      chains: unpriced,
    })
    expect(details.terms).toMatchObject({ priceImpact: null, fromUsd: null, toUsd: null })
    expect(worrying(findings)).toEqual(['swap.price UNVERIFIED'])
  })

  it('is wary of a contract wallet that is missing on the other side', async () => {
    const { client } = bench.devnet.first
    await client.setCode({ address: bench.user.address, bytecode: '0x00' })
    expect((await prepare(bridge)).findings.map(named)).toContain('swap.destination-account DANGER')
    expect((await prepare()).findings.map(named)).not.toContain('swap.destination-account DANGER')
    await client.setCode({ address: bench.user.address, bytecode: '0x' })
    expect((await prepare(bridge)).findings.map(named)).not.toContain('swap.destination-account DANGER')
  })

  it('says why there is no quote', async () => {
    await control({ failNext: { path: '/routing', status: 404, times: 1 } })
    await expect(prepare()).rejects.toThrow('No route was found')
    await control({ failNext: { path: '/routing', status: 404, times: 1 } })
    // The chain's own data explains more than that.
    expect((await prepare({ toTokenAddress: vaults.flexibleUsdc, toTokenDecimals: 1 })).findings.map(named)).toContain(
      'G9 BLOCK',
    )
  })
})
