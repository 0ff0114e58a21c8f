import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { minedReceipt } from '@/devnet/receipt'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { compileContracts } from '@/lib/review/fixtures/compile'
import type { Finding } from '../finding'
import type { SwapSide } from './details'
import { calldataCheck } from './rules/calldata-rules'
import { sourceFindings } from './rules/price-rules'
import { asked, bridge, createSwapBench, named, nativeToDai, worrying } from './testing/swap-bench'
import { executeRouterSwap } from './tool'
import { verdictOn } from './way-back'

const { tokens, diamond, router } = devnetAddresses
// Compiled before anything listens: it blocks this process for seconds, and connections would time out.
const contracts = compileContracts(new URL('./testing/traps.sol', import.meta.url))
const bench = createSwapBench()
const { prepare, control, review: reviewed } = bench

describe('alternative routes', () => {
  // 100 DAI to WBTC: only via WETH, as there is no pool of the two. USDC to DAI: directly, and via WETH.
  it('are requested only when the person wants them', async () => {
    expect((await prepare()).details.alternatives).toBeNull()
    const { details } = await prepare({}, { compare: true })
    const { alternatives } = details
    if (!alternatives || alternatives === 'unread') throw new Error('no alternatives')
    expect(alternatives).toHaveLength(2)
    expect(alternatives.map(({ chosen }) => chosen)).toEqual([true, false])
    for (const route of alternatives) {
      expect(route).toMatchObject({ toolName: 'Uniswap V2', duration: 2, toUsd: expect.any(BigInt) })
      // A quarter of a dollar as fee, plus the network's.
      expect(route.costUsd).toBeGreaterThan(25_000_000n)
    }
  })

  it('make the plan when one is chosen, and keep to every rule', async () => {
    const { details } = await prepare({}, { compare: true })
    const other = details.alternatives !== 'unread' && details.alternatives?.find(({ chosen }) => !chosen)
    if (!other) throw new Error('there is no other route')
    const chosen = await prepare({}, { compare: true, route: other.key })
    expect(worrying(chosen.findings).filter((each) => !each.startsWith('swap.price'))).toEqual([])
    expect(chosen.details.terms?.quote.routeKey).toBe(other.key)
    expect(chosen.details.terms?.toAmount).toBeLessThan(details.terms?.toAmount ?? 0n)
    expect(chosen.plan?.steps.at(-1)?.data).not.toBe((await prepare()).plan?.steps.at(-1)?.data)
    expect((await reviewed(chosen)).verdict).not.toBe('blocked')
    const back = await prepare({}, { compare: true, route: null })
    expect(back.details.terms?.quote.routeKey).toBe(details.terms?.quote.routeKey)
  })

  it('that are gone give way to the best one, with a finding', async () => {
    const { findings, plan } = await prepare({}, { route: 'wormhole>swap' })
    expect(plan).not.toBeNull()
    expect(findings.map(named)).toContain('swap.route WARN')
  })

  it('that are unavailable do not stop the swap', async () => {
    await control({ failNext: { path: '/routing/v1/advanced/routes', status: 503, times: 2 } })
    const { details, plan } = await prepare({}, { compare: true })
    expect(plan).not.toBeNull()
    expect(details.alternatives).toBe('unread')
  })

  it('are judged like any other: a tampered one is not signed', async () => {
    const { details } = await prepare({}, { compare: true })
    const other = details.alternatives !== 'unread' && details.alternatives?.find(({ chosen }) => !chosen)
    await control({ tamper: 'receiver' })
    const { verdict, findings } = await reviewed(await prepare({}, { route: other ? other.key : '' }))
    expect(verdict).toBe('blocked')
    expect(findings.map(named)).toContain('swap.receiver BLOCK')
  })
})

describe('an exact approval', () => {
  it('replaces a larger one if the person wants it', async () => {
    const approve = (amount: bigint) =>
      bench.user.send(bench.devnet.first, {
        to: tokens.USDC,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [diamond, amount] }),
      })
    await approve(parseUnits('500', 6))
    const before = await prepare()
    const fix = before.findings.find(({ rule }) => rule === 'swap.allowance-left')?.fix
    if (fix?.kind !== 'adjust') throw new Error('nothing to fix it with')
    const { plan, findings } = await prepare({}, fix.adjustments)
    expect(findings.map(named)).not.toContain('swap.allowance-left INFO')
    expect(plan?.steps.map(({ id }) => id)).toEqual(['approve', 'swap'])
    expect(plan?.declares.allowances).toEqual([])
    const review = await reviewed({ ...(await prepare({}, fix.adjustments)) })
    expect(review.effects?.allowances.map(({ amount }) => amount)).toEqual([0n])
    await approve(0n)
  })
})

describe('two sources of a price', () => {
  it('are read, and agree on the local chain', async () => {
    const { details, findings } = await prepare()
    for (const side of [details.from, details.to]) {
      expect(side?.price?.source).toMatch(/^Chainlink/)
      expect(side?.poolPrice?.source).toBe('Uniswap V2')
      const [a, b] = [Number(side?.price?.usd), Number(side?.poolPrice?.usd)]
      expect(Math.abs(a / b - 1)).toBeLessThan(0.02)
    }
    expect(findings.map(named)).toEqual(['swap.price OK'])
    const native = (await prepare(nativeToDai)).details.from
    expect(Math.abs(Number(native?.price?.usd) / Number(native?.poolPrice?.usd) - 1)).toBeLessThan(0.02)
  })

  const side = (feed: number | null, pool: number | null): SwapSide => {
    const price = (usd: number, source: string) =>
      ({ usd: BigInt(usd * 1e8), decimals: 8, source, updatedAt: 0 }) as const
    const poolPrice = pool === null ? null : price(pool, 'Uniswap V2')
    return {
      token: {
        chainId: 1,
        address: tokens.DAI,
        symbol: 'DAI',
        name: 'Dai',
        decimals: 18,
        listed: true,
        ownSymbol: 'DAI',
      },
      price: feed === null ? poolPrice : price(feed, 'Chainlink DAI / USD'),
      poolPrice,
      balance: null,
    }
  }
  it.each<[number | null, number | null, string[]]>([
    [100, 100, []],
    [100, 104, []],
    [100, 96, []],
    [100, 105, ['swap.price-source WARN']],
    [100, 95, ['swap.price-source WARN']],
    [100, 124, ['swap.price-source WARN']],
    [100, 125, ['swap.price-source DANGER']],
    [100, 75, ['swap.price-source DANGER']],
    [100, null, []],
    [null, 100, ['swap.price-source UNVERIFIED']],
    [null, null, []],
  ])('of %s and %s are %j', (feed, pool, expected) => {
    expect(sourceFindings([side(feed, pool)]).map(named)).toEqual(expected)
  })
})

describe('an unlisted token', () => {
  /** Creates a token with a market of 10 ETH, by a maker that deploys nothing else. */
  async function marketed(isTrap: boolean): Promise<Address> {
    const { client } = bench.devnet.first
    const maker = getAddress('0x000000000000000000000000000000000000ace5')
    await client.setBalance({ address: maker, value: parseEther('100') })
    await client.impersonateAccount({ address: maker })
    const contract = contracts.get('MarketToken')
    if (!contract) throw new Error('no MarketToken')
    const done = async (hash: `0x${string}`) => {
      const receipt = await minedReceipt(client, hash)
      if (receipt.status !== 'success') throw new Error(`${hash} reverted`)
      return receipt.contractAddress
    }
    const address = await done(
      await client.deployContract({ ...contract, args: [isTrap], account: maker, chain: null }),
    )
    if (!address) throw new Error('not created')
    const amount = parseEther('10000')
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amount] })
    await done(await client.sendTransaction({ account: maker, chain: null, to: address, data: approve }))
    const add = encodeFunctionData({
      abi: parseAbi([
        'function addLiquidityETH(address token, uint256 amount, uint256 least, uint256 leastEth, address to, uint256 deadline) payable',
      ]),
      args: [address, amount, 0n, 0n, maker, maxUint256],
    })
    await done(
      await client.sendTransaction({ account: maker, chain: null, to: router, data: add, value: parseEther('10') }),
    )
    return getAddress(address)
  }
  const buying = (toTokenAddress: Address) => ({
    ...nativeToDai,
    fromAmount: parseEther('0.1').toString(),
    toTokenAddress,
    toTokenSymbol: 'MOON',
  })
  const wayBackOf = (findings: readonly Finding[]) => findings.filter(({ rule }) => rule === 'swap.way-back').map(named)

  it('is sold back in the simulation: honest ones can be, traps cannot', async () => {
    const honest = await prepare(buying(await marketed(false)))
    expect(honest.trials).toHaveLength(1)
    expect(wayBackOf((await reviewed(honest)).findings)).toEqual(['swap.way-back OK'])
    const trap = await prepare(buying(await marketed(true)))
    const review = await reviewed(trap)
    expect(wayBackOf(review.findings)).toEqual(['swap.way-back DANGER'])
    expect(review.verdict).toBe('acknowledge')
  })

  it('stays unverified without a way back; listed ones are not tried', async () => {
    const token = await marketed(false)
    const routing = {
      ...bench.context.routing,
      quote: (...[request, ...rest]: Parameters<typeof bench.context.routing.quote>) =>
        request.fromToken === token
          ? Promise.reject(new Error('no way back'))
          : bench.context.routing.quote(request, ...rest),
    }
    const parameters = executeRouterSwap.schema.parse({ ...asked, ...buying(token) })
    const { findings, trials } = await executeRouterSwap.prepare(parameters, { ...bench.context, routing })
    expect(trials).toBeUndefined()
    expect(wayBackOf(findings)).toEqual(['swap.way-back UNVERIFIED'])
    expect((await prepare()).trials).toBeUndefined()
  })

  it.each([
    [100n, 100n, 'OK'],
    [100n, 70n, 'OK'],
    [100n, 69n, 'WARN'],
    [100n, 0n, 'DANGER'],
  ])('that costs %s and returns %s is rated %s', (spent, back, level) => {
    expect(verdictOn({ spent, bought: 10n, sold: 10n, back }).level).toBe(level)
  })

  it('is judged by the part that was sold, if only a part was', () => {
    expect(verdictOn({ spent: 100n, bought: 10n, sold: 5n, back: 49n }).level).toBe('OK')
    expect(() => verdictOn({ spent: 0n, bought: 0n, sold: 0n, back: 0n })).toThrow()
  })
})

describe('a bridge that calls a contract on the other network', () => {
  it('is a warning, and the recipient stays unverified; without the call there is neither', async () => {
    const contract = contracts.get('CallingDiamond')
    const chain = bench.context.chains.get(31337)
    if (!contract || !chain) throw new Error('no CallingDiamond')
    const { client } = bench.devnet.first
    const { address: account } = bench.user
    await client.impersonateAccount({ address: account })
    const saying = async (calls: boolean) => {
      const args = [tokens.USDC, account, calls]
      const hash = await client.deployContract({ ...contract, args, account, chain: null })
      const { contractAddress } = await minedReceipt(client, hash)
      if (!contractAddress) throw new Error('not created')
      const { details } = await prepare(bridge)
      if (!details.terms) throw new Error('no quote')
      const parameters = executeRouterSwap.schema.parse({ ...asked, ...bridge })
      const calling = { ...chain, diamond: contractAddress }
      const check = calldataCheck(details.terms.quote, parameters, account, calling)
      return (await check.ask(bench.context.signal)).findings.map(named)
    }
    expect(await saying(true)).toEqual(['swap.destination-call WARN', 'swap.receiver UNVERIFIED'])
    expect(await saying(false)).toEqual([])
  })
})
