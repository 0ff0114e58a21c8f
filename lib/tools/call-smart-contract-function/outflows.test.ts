import { type Address, erc20Abi, getAddress, maxUint256, parseAbi, parseEther, parseUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import { readArtifact } from '@/devnet/contracts/artifact'
import { minedReceipt } from '@/devnet/receipt'
import { decodeCall } from '@/lib/chain/calldata/decode-call'
import { describedContract } from '@/lib/chain/calldata/known/descriptors'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { buildChains, chainInfo } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { readPrices } from '@/lib/chain/prices/prices'
import { uniswapV2, uniswapV2Pair } from '@/lib/chain/prices/uniswap-v2'
import { devnetChains } from '@/lib/chain/testing/chains'
import { lido } from '@/lib/chain/tokens/lido'
import { compileContracts } from '@/lib/review/fixtures/compile'
import { startNodeProxy } from '@/lib/review/fixtures/node-proxy'
import { tokenInfo } from '@/lib/review/simulation/effects'
import { declaredBy } from './declare'
import { type Asked, call, createCallBench, erc20, native } from './testing/call-bench'

const { tokens, router, factory, vaults } = devnetAddresses
// Compiled before anything listens: it blocks this process for seconds, and connections would time out.
const contracts = compileContracts(new URL('./testing/burnable.sol', import.meta.url))
const bench = createCallBench()
const { prepare, review, send } = bench

const contract = (name: string) => {
  const found = contracts.get(name)
  if (!found) throw new Error(`there is no ${name}`)
  return found
}
const blocks = ({ review: { findings } }: Awaited<ReturnType<typeof review>>) =>
  findings.filter(({ level }) => level === 'BLOCK').map(({ rule }) => rule)
const forever = maxUint256.toString()

describe('tokens that are destroyed', () => {
  it.each([
    ['burn(uint256)', (amount: string) => [amount]],
    ['burnFrom(address,uint256)', (amount: string) => [bench.user.address, amount]],
  ])('by %s: exactly what the calldata says', async (functionName, args) => {
    const [honest, greedy] = [
      await bench.deployed(contract('Burnable'), [0n]),
      await bench.deployed(contract('Burnable'), [1n]),
    ]
    const made = await review({ to: honest, functionName, args: args('5') })
    expect(made.plan.declares).toEqual({ out: [erc20(honest, 5n)], in: [], allowances: [] })
    expect(made.details.call?.known?.intent).toBe('Destroy tokens')
    expect(blocks(made)).toEqual([])
    expect(made.review.effects?.balances.map(({ before, after }) => before - after)).toContain(5n)
    expect(blocks(await review({ to: greedy, functionName, args: args('5') }))).toEqual(['G7'])
  })

  it('of somebody else do not count as yours', async () => {
    const token = await bench.deployed(contract('Burnable'), [0n])
    const made = await prepare({ to: token, functionName: 'burnFrom', args: [router, '5'] })
    expect(made.plan?.declares.out).toEqual([])
  })

  it('an id in a collection is one NFT', async () => {
    const collection = await bench.deployed(contract('BurnableCollection'))
    const made = await review({ to: collection, functionName: 'burn(uint256)', args: ['7'] })
    expect(made.plan.declares.out).toEqual([
      { asset: { kind: 'erc721', chainId: 31337, address: collection, tokenId: 7n }, amount: 1n },
    ])
    expect(made.details.call).toMatchObject({ known: { intent: 'Destroy an NFT' }, fields: [{ label: 'NFT' }] })
    expect(blocks(made)).toEqual([])
  })

  it('several copies from a collection: exactly what the calldata says', async () => {
    const honest = await bench.deployed(contract('BurnableBadges'), [0n])
    const greedy = await bench.deployed(contract('BurnableBadges'), [1n])
    const args = [bench.user.address, '7', '5']
    const made = await review({ to: honest, functionName: 'burn', args })
    expect(made.plan.declares.out).toEqual([
      { asset: { kind: 'erc1155', chainId: 31337, address: honest, tokenId: 7n }, amount: 5n },
    ])
    expect(blocks(made)).toEqual([])
    expect(made.review.effects?.balances).toMatchObject([{ before: 100n, after: 95n }])
    expect(blocks(await review({ to: greedy, functionName: 'burn', args }))).toEqual(['G7'])
    const ofAnother = await prepare({ to: honest, functionName: 'burn', args: [router, '7', '5'] })
    expect(ofAnother.plan?.declares.out).toEqual([])
  })
})

describe('liquidity of Uniswap V2', () => {
  const usdc = parseUnits('100', 6)
  const dai = parseEther('100')
  const held = (token: Address) =>
    bench.devnet.first.client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [bench.user.address],
    })
  const approve = (token: Address, amount: bigint) => send(token, call('approve(address,uint256)', [router, amount]))
  const adding = (to: Address = router): Asked => ({
    to,
    functionName: 'addLiquidity',
    args: [tokens.USDC, tokens.DAI, `${usdc}`, `${dai}`, '1', '1', bench.user.address, forever],
  })

  it('has a pool where the factory puts it, and only for a known router', async () => {
    const abi = parseAbi(['function getPair(address, address) view returns (address)'])
    for (const [one, other] of [
      [tokens.USDC, tokens.DAI],
      [tokens.WETH, tokens.USDC],
    ] as const) {
      const args = [one, other] as const
      const pair = await bench.devnet.first.client.readContract({
        address: factory,
        abi,
        functionName: 'getPair',
        args,
      })
      expect(uniswapV2Pair(31337, router, one, other)).toBe(pair)
      expect(uniswapV2Pair(31337, router, other, one)).toBe(pair)
      expect(uniswapV2Pair(31337, factory, one, other)).toBeNull()
      expect(uniswapV2Pair(4242, router, one, other)).toBeNull()
    }
    // USDC and WETH on Ethereum, one of the oldest pools.
    const { router: real } = uniswapV2.get(1) ?? { router }
    const [usdcThere, wethThere] = [
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    ] as const
    expect(uniswapV2Pair(1, real, usdcThere, wethThere)).toBe('0xB4e16d0168e52d35CaCD2c6185b44281Ec28C9Dc')
  })

  it('is put in, and taken out again', async () => {
    const pair = uniswapV2Pair(31337, router, tokens.USDC, tokens.DAI)
    if (!pair) throw new Error('no pool')
    await approve(tokens.USDC, usdc)
    await approve(tokens.DAI, dai)
    const added = await review(adding())
    expect(added.plan.declares).toMatchObject({
      out: [erc20(tokens.USDC, usdc), erc20(tokens.DAI, dai)],
      in: [erc20(pair, 1n)],
    })
    expect(added.details.call).toMatchObject({
      known: { standard: 'Uniswap V2', intent: 'Put tokens into a pool' },
      name: { text: 'Uniswap V2 router', bundled: true },
    })
    expect(blocks(added)).toEqual([])
    expect((await send(router, added.plan.steps[0].data)).status).toBe('success')

    const share = await held(pair)
    await approve(pair, share)
    const removing = (to: Address, least = 1n): Asked => ({
      to,
      functionName: 'removeLiquidity',
      args: [tokens.USDC, tokens.DAI, `${share}`, `${least}`, '1', bench.user.address, forever],
    })
    const removed = await review(removing(router))
    expect(removed.plan.declares).toMatchObject({
      out: [erc20(pair, share)],
      in: [erc20(tokens.USDC, 1n), erc20(tokens.DAI, 1n)],
    })
    expect(blocks(removed)).toEqual([])
    // For an unknown router the pool is unknown too: an outflow of its token is not declared.
    const twin = getAddress('0x0000000000000000000000000000000000007213')
    const code = await bench.devnet.first.client.getCode({ address: router })
    await bench.devnet.first.client.setCode({ address: twin, bytecode: code ?? '0x' })
    await send(pair, call('approve(address,uint256)', [twin, share]))
    const elsewhere = await review(removing(twin))
    expect(elsewhere.plan.declares.out).toEqual([])
    expect(blocks(elsewhere)).toEqual(['G7'])
  })

  it('with coins: declares what is sent along, and the pool of the wrapped coin', async () => {
    const pair = uniswapV2Pair(31337, router, tokens.USDC, tokens.WETH)
    if (!pair) throw new Error('no pool')
    await approve(tokens.USDC, usdc)
    const value = parseEther('1')
    const added = await review({
      to: router,
      functionName: 'addLiquidityETH',
      args: [tokens.USDC, `${usdc}`, '1', '1', bench.user.address, forever],
      value: `${value}`,
    })
    expect(added.plan.declares).toMatchObject({ out: [native(value), erc20(tokens.USDC, usdc)], in: [erc20(pair, 1n)] })
    expect(blocks(added)).toEqual([])
    expect(
      (await bench.user.send(bench.devnet.first, { to: router, data: added.plan.steps[0].data, value })).status,
    ).toBe('success')
    const share = await held(pair)
    await approve(pair, share)
    const removed = await review({
      to: router,
      functionName: 'removeLiquidityETH',
      args: [tokens.USDC, `${share}`, '1', '1', bench.user.address, forever],
    })
    expect(removed.plan.declares).toMatchObject({ out: [erc20(pair, share)], in: [erc20(tokens.USDC, 1n), native(1n)] })
    expect(blocks(removed)).toEqual([])
  })

  it('is judged by its minimums, like a swap', async () => {
    const pair = uniswapV2Pair(31337, router, tokens.USDC, tokens.DAI)
    if (!pair) throw new Error('no pool')
    await approve(tokens.USDC, usdc)
    await approve(tokens.DAI, dai)
    const levels = ({ review: { findings } }: Awaited<ReturnType<typeof review>>) =>
      findings.filter(({ rule }) => rule === 'call.guarantee').map(({ level }) => level)
    const putIn = (part: bigint) => {
      const least = [(usdc * part) / 1000n, (dai * part) / 1000n].map(String)
      const args = [tokens.USDC, tokens.DAI, `${usdc}`, `${dai}`, ...least, bench.user.address, forever]
      return review({ to: router, functionName: 'addLiquidity', args })
    }
    expect(levels(await putIn(0n))).toEqual(['DANGER'])
    expect(levels(await putIn(960n))).toEqual(['WARN'])
    expect(levels(await putIn(990n))).toEqual([])
    const earlier = await held(pair)
    await send(router, (await putIn(0n)).plan.steps[0].data)
    const share = (await held(pair)) - earlier
    await approve(pair, share)
    const takeOut = (part: bigint) => {
      const least = [(usdc * part) / 1000n, (dai * part) / 1000n].map(String)
      const args = [tokens.USDC, tokens.DAI, `${share}`, ...least, bench.user.address, forever]
      return review({ to: router, functionName: 'removeLiquidity', args })
    }
    expect(levels(await takeOut(0n))).toEqual(['DANGER'])
    expect(levels(await takeOut(980n))).toEqual([])
  })

  describe('at the price of the pool', () => {
    const judged = async (asked: Asked) =>
      (await review(asked)).review.findings
        .filter(({ rule }) => rule === 'G32')
        .map(({ level, title }) => [level, title])
    const pooled = async (other: Address, [dollars, others]: readonly [bigint, bigint]) => {
      const account = bench.user.address
      await bench.devnet.first.client.impersonateAccount({ address: account })
      const args = [tokens.USDC, other, dollars, others, 0n, 0n, account, maxUint256]
      const data = call('addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)', args)
      const made = { account, chain: null, to: router, data, gas: 9_000_000n }
      await minedReceipt(bench.devnet.first.client, await bench.devnet.first.client.sendTransaction(made))
    }

    it('is DANGER with an unknown token: its maker can take what is put in', async () => {
      const other = await bench.deployed(contract('Coupon'))
      for (const token of [tokens.USDC, other]) await approve(token, maxUint256)
      await pooled(other, [1_000_000n, 1_000_000n])
      const args = [tokens.USDC, other, `${usdc}`, `${usdc}`, `${usdc}`, `${usdc}`, bench.user.address, forever]
      expect(await judged({ to: router, functionName: 'addLiquidity', args })).toEqual([
        ['DANGER', 'The pool holds an unknown token.'],
      ])
      await approve(tokens.USDC, 0n)
    })

    it.each([
      [150n, []],
      [200n, ['WARN']],
      [300n, ['DANGER']],
      [1000n, ['BLOCK']],
    ])('passes half and half; if one token is worth %s %% of the other, it is lost', async (worth, expected) => {
      await approve(tokens.USDC, usdc)
      await approve(tokens.DAI, dai)
      const feed = await bench.deployed(readArtifact('PriceFeed'), ['DAI / USD', worth * 10n ** 6n])
      const first = buildChains([{ id: 31337, rpcUrl: bench.devnet.urls.chains[0] ?? '' }]).get(31337)
      if (!first) throw new Error('no chain')
      const priced = first.tokens.map((token) => (token.address === tokens.DAI ? { ...token, priceFeed: feed } : token))
      const { review: made } = await review(
        adding(),
        undefined,
        undefined,
        new Map([[31337, { ...first, tokens: priced }]]),
      )
      expect(made.findings.filter(({ rule }) => rule === 'G32').map(({ level }) => level)).toEqual(expected)
    })
  })

  it('that goes to somebody else is not declared to arrive', async () => {
    const args = [tokens.USDC, tokens.DAI, '5', '1', '1', vaults.flexibleUsdc, forever]
    const { plan } = await prepare({ to: router, functionName: 'removeLiquidity', args })
    expect(plan?.declares.in).toEqual([])
  })
})

describe('a withdrawal from Aave V3', () => {
  const amount = parseUnits('50', 6)
  /** Creates a pool with a deposit of the person's, which takes `extra` more of its token than it gives. */
  const poolWith = async (extra: bigint) => {
    const pool = await bench.deployed(contract('LendingPool'), [tokens.USDC, extra])
    await send(tokens.USDC, call('transfer(address,uint256)', [pool, amount]))
    await send(pool, call('credit(uint256)', [amount]))
    const abi = parseAbi(['function aToken() view returns (address)'])
    const aToken = await bench.devnet.first.client.readContract({ address: pool, abi, functionName: 'aToken' })
    return { pool, aToken }
  }
  const leaving = (to: Address, asked: bigint, receiver: Address = bench.user.address): Asked => ({
    to,
    functionName: 'withdraw',
    args: [tokens.USDC, `${asked}`, receiver],
    abi: ['function withdraw(address asset, uint256 amount, address to) returns (uint256)'],
  })

  it('costs as much of the pool’s own token as comes back', async () => {
    const { pool, aToken } = await poolWith(0n)
    const part = await review(leaving(pool, 20_000_000n))
    expect(part.plan.declares).toMatchObject({
      out: [erc20(aToken, 20_100_000n)],
      in: [erc20(tokens.USDC, 20_000_000n)],
    })
    expect(blocks(part)).toEqual([])
    const all = await review(leaving(pool, maxUint256))
    expect(all.plan.declares).toMatchObject({ out: [erc20(aToken, 50_250_000n)], in: [erc20(tokens.USDC, 1n)] })
    expect(blocks(all)).toEqual([])
    expect((await prepare(leaving(pool, 1n, router))).plan?.declares.in).toEqual([])
  })

  it('is blocked if more is taken', async () => {
    const { pool } = await poolWith(200_000n)
    expect(blocks(await review(leaving(pool, 20_000_000n)))).toEqual(['G7'])
  })

  it('declares no token that does not itself say that it is the pool’s', async () => {
    const { pool } = await poolWith(0n)
    await send(pool, call('rename(address)', [tokens.DAI]))
    const made = await review(leaving(pool, 20_000_000n))
    expect(made.plan.declares).toEqual({ out: [], in: [], allowances: [] })
    expect(blocks(made)).toEqual(['G7'])
  })
})

describe('staked ether of Lido', () => {
  const [known] = lido
  const account = getAddress('0x00000000000000000000000000000000000000aa')
  const nothing = new Map<never, never>()
  const facts = {
    tokens: nothing,
    collections: new Set<Address>(),
    interfaces: new Map(),
    debts: new Map(),
    assets: nothing,
    reserves: nothing,
    aTokens: nothing,
    allowances: nothing,
    previews: nothing,
    ownName: null,
    refusesApproval: false,
  }
  const chain = chainInfo({ id: 1, rpcUrl: 'http://127.0.0.1:1' })
  const declared = (to: Address, signature: string, args: readonly unknown[] = [7n], value = 0n) => {
    const data = call(signature, args)
    return declaredBy(decodeCall({ caller: account, to, value, data, delegate: false }), { chain, account, facts })
  }
  const on1 = (address: Address, amount: bigint) => ({ asset: { kind: 'erc20' as const, chainId: 1, address }, amount })

  it('is taken by the one contract that wraps it, in the number given in the calldata', () => {
    if (!known) throw new Error('Lido is known')
    const { wrapped, staked } = known
    expect(declared(wrapped, 'wrap(uint256)')).toMatchObject({ out: [on1(staked, 7n)], in: [on1(wrapped, 1n)] })
    expect(declared(wrapped, 'unwrap(uint256)')).toMatchObject({ out: [on1(wrapped, 7n)], in: [on1(staked, 1n)] })
  })

  it('arrives one for one when ether is staked, and is recognised', () => {
    if (!known) throw new Error('Lido is known')
    const { staked, wrapped } = known
    expect(declared(staked, 'submit(address)', [account], 1000n).in).toMatchObject([on1(staked, 990n)])
    expect(declared(wrapped, 'submit(address)', [account], 1000n).in).toEqual([])
    const { asset } = on1(staked, 1n)
    expect(tokenInfo(asset, chain, new Map()).vouched).toBe('staked ether of Lido')
    expect(tokenInfo({ ...asset, address: account }, chain, new Map()).vouched).toBeUndefined()
    expect(describedContract({ chainId: 1, address: staked })).toBe('Staked ether of Lido')
  })

  it('is not declared for any other contract, which takes only its own token', () => {
    expect(declared(account, 'wrap(uint256)')).toMatchObject({ out: [], in: [] })
    expect(declared(account, 'unwrap(uint256)')).toMatchObject({ out: [on1(account, 7n)], in: [] })
  })
})

describe('a swap that names its router as the receiver', () => {
  it('gives what is bought to the next caller: it is DANGER', async () => {
    const amount = parseUnits('100', 6)
    await send(tokens.USDC, call('approve(address,uint256)', [router, amount]))
    const kept = async (to: Address) => {
      const path = JSON.stringify([tokens.USDC, tokens.DAI])
      const functionName = 'swapExactTokensForTokens'
      const asked = { to: router, functionName, args: [`${amount}`, `${parseEther('95')}`, path, to, forever] }
      // A name that the person wrote vouches for no receiver.
      const { review: made } = await review(asked, undefined, `swap 100 USDC for DAI at ${router}`)
      return made.findings.filter(({ rule }) => rule === 'G33').map(({ level, observed }) => [level, observed])
    }
    expect(await kept(router)).toEqual([['DANGER', router]])
    expect(await kept(bench.user.address)).toEqual([])
  })
})

describe('a contract that is paid', () => {
  const coin = parseEther('1')
  const paid = async (asked: Asked, message?: string) => {
    const { review: made } = await review(asked, undefined, message)
    return made.findings.filter(({ rule }) => rule === 'G28').map(({ level, title }) => [level, title])
  }
  const nothing = ['DANGER', 'You pay, and nothing comes back.']
  const unknown = ['DANGER', 'You pay, and get only something unknown in return.']
  const goodwill = ['DANGER', 'Only the contract’s goodwill brings you anything for what you pay.']
  const value = `${coin}`

  it('must give something for it, whatever its function is called; otherwise it is DANGER', async () => {
    const to = await bench.deployed(contract('Hoard'))
    expect(await paid({ to, functionName: 'deposit()', value })).toEqual([nothing])
    expect(await paid({ to, functionName: 'multicall(bytes[])', args: ['[]'], value })).toEqual([nothing])
    expect(await paid({ to, functionName: 'submit', args: [to], value })).toEqual([unknown])
    // The contract need not make the call that its argument describes.
    const send = ['0xf12e7d0000000000000000000000000000f12e7d', value, '0x']
    expect(await paid({ to, functionName: 'execute(address,uint256,bytes)', args: send, value })).toEqual([nothing])
    // A person who has written an address may have it from a swindler.
    for (const message of ['deposit 1 ETH into', 'send 1 ETH to', 'what is'])
      expect(await paid({ to, functionName: 'deposit()', value }, `${message} ${to}`), message).toEqual([nothing])
  })

  it('that gives something unannounced must give as much as it costs, by independent prices', async () => {
    const to = await bench.deployed(contract('Hoard'))
    const unsaid = ['DANGER', 'You pay, and no one has said what for.']
    const chain = devnetChains(bench.devnet.port)
    const first = chain.get(31337)
    if (!first) throw new Error('no chain')
    const prices = await readPrices(first, first.tokens, Date.now())
    const [ether, dollar] = [nativeAddress, tokens.USDC].map((token) => prices.get(token)?.usd ?? 0n)
    // USDC has six decimals, and the coin is one unit in these tests: a millionth of its price is a unit.
    const fair = ((ether ?? 0n) * 1_000_000n) / (dollar ?? 1n)
    await send(tokens.USDC, call('transfer(address,uint256)', [to, fair]))
    const giving = async (amount: bigint) => {
      await send(to, call('give(address,uint256)', [tokens.USDC, amount]))
      return paid({ to, functionName: 'wrapETH(uint256)', args: ['5'], value })
    }
    expect(await giving(1n)).toEqual([unsaid])
    expect(await giving((fair * 949n) / 1000n)).toEqual([unsaid])
    expect(await giving((fair * 951n) / 1000n)).toEqual([goodwill])
    // An arrival without a price counts for nothing.
    await send(to, call('give(address,uint256)', [to, 0n]))
    expect(await paid({ to, functionName: 'submit', args: [to], value })).toEqual([unknown])
  })

  it('is not judged by prices that nobody gives', async () => {
    const to = await bench.deployed(contract('Hoard'))
    await send(tokens.USDC, call('transfer(address,uint256)', [to, 4_000_000_000n]))
    await send(to, call('give(address,uint256)', [tokens.USDC, 4_000_000_000n]))
    const node = await startNodeProxy(bench.devnet.urls.chains[0] ?? '')
    const { feeds } = devnetAddresses
    node.reset(({ method, params }) =>
      method === 'eth_call' && JSON.stringify(params).toLowerCase().includes(feeds.ETH.slice(2).toLowerCase())
        ? { error: { code: -32000, message: 'broken' } }
        : undefined,
    )
    const chains = buildChains([{ id: 31337, rpcUrl: node.url }])
    const { review: made } = await review(
      { to, functionName: 'wrapETH(uint256)', args: ['5'], value },
      undefined,
      undefined,
      chains,
    )
    await node.stop()
    expect(made.findings.filter(({ rule }) => rule === 'G28').map(({ level }) => level)).toEqual(['DANGER'])
  })

  it('that takes tokens is judged alike', async () => {
    const to = await bench.deployed(contract('Hoard'))
    await send(tokens.USDC, call('approve(address,uint256)', [to, 5n]))
    const args = [tokens.USDC, '5', bench.user.address, '0']
    expect(await paid({ to, functionName: 'supply(address,uint256,address,uint16)', args })).toEqual([nothing])
  })

  it('that gives coins back does so only as long as it likes', async () => {
    const back = ['DANGER', 'You send coins, and only the contract’s goodwill brings them back.']
    const to = await bench.deployed(contract('Lender'))
    expect(await paid({ to, functionName: 'deposit()', value })).toEqual([back])
    expect(await paid({ to, functionName: 'deposit()', value }, `deposit 1 ETH into ${to}`)).toEqual([back])
  })

  it('that takes tokens cannot hide behind a call of the token itself', async () => {
    const to = await bench.deployed(contract('Hoard'))
    await send(tokens.USDC, call('approve(address,uint256)', [to, 5n]))
    const own = bench.user.address
    const data = [
      call('supply(address,uint256,address,uint16)', [tokens.USDC, 5n, own, 0]),
      call('approve(address,uint256)', [to, 0n]),
    ]
    // An account that acts through a contract (EIP-7702) makes both calls in one.
    const account = await bench.deployed(contract('Batcher'))
    const code = await bench.devnet.first.client.getCode({ address: account })
    await bench.devnet.first.client.setCode({ address: own, bytecode: code ?? '0x' })
    const args = [
      JSON.stringify([
        [to, '0', data[0]],
        [tokens.USDC, '0', data[1]],
      ]),
    ]
    expect(await paid({ to: own, functionName: 'execute((address,uint256,bytes)[])', args })).toEqual([nothing])
    await bench.devnet.first.client.setCode({ address: own, bytecode: '0x' })
  })

  it('that by its own word reduces a debt is a danger too, and described as that', async () => {
    const to = await bench.deployed(contract('LendingPool'), [tokens.USDC, 0n])
    await send(tokens.USDC, call('transfer(address,uint256)', [to, 50_000_000n]))
    const { address } = bench.user
    await send(to, call('borrow(address,uint256,uint256,uint16,address)', [tokens.USDC, 10_000_000n, 2n, 0, address]))
    await send(tokens.USDC, call('approve(address,uint256)', [to, 10_000_000n]))
    const args = [tokens.USDC, '10000000', '2', address]
    const { review: made } = await review({ to, functionName: 'repay(address,uint256,uint256,address)', args })
    expect(made.findings.filter(({ rule }) => rule === 'G28')).toMatchObject([
      {
        level: 'DANGER',
        title: 'You pay an unknown contract, and a debt shrinks.',
        observed: to,
        why: expect.stringMatching(/you owe 10 of the unlisted token 0x\w+ less/),
      },
    ])
  })

  it('is a danger, even if the expected return arrives', async () => {
    const swap = {
      functionName: 'swapExactETHForTokens',
      args: ['1', JSON.stringify([tokens.WETH, tokens.USDC]), bench.user.address, forever],
      value,
    }
    expect(await paid({ ...swap, to: router })).toEqual([])
    expect(await paid({ to: tokens.WETH, functionName: 'deposit()', value })).toEqual([])
    const code = await bench.devnet.first.client.getCode({ address: router })
    const twin = getAddress('0x0000000000000000000000000000000000007213')
    await bench.devnet.first.client.setCode({ address: twin, bytecode: code ?? '0x' })
    expect(await paid({ ...swap, to: twin })).toEqual([goodwill])
  })

  it('is a danger too if it is a listed token and gives nothing for coins', async () => {
    const to = await bench.deployed(contract('Hoard'))
    const first = buildChains([{ id: 31337, rpcUrl: bench.devnet.urls.chains[0] ?? '' }]).get(31337)
    if (!first) throw new Error('no chain')
    const listed = { chainId: 31337, address: to, symbol: 'HOARD', name: 'Hoard', decimals: 18 }
    const chains = new Map([[31337, { ...first, tokens: [...first.tokens, listed] }]])
    const told = async (asked: Asked) =>
      (await review(asked, undefined, undefined, chains)).review.findings
        .filter(({ rule }) => rule === 'G28')
        .map(({ level, title }) => [level, title])
    expect(await told({ to, functionName: 'deposit()', value })).toEqual([nothing])
    expect(await told({ to, functionName: 'submit', args: [to], value })).toEqual([])
  })

  it('that only destroys what it is given is a danger', async () => {
    const destroyed = ['DANGER', 'This destroys what you hold, and you get nothing for it.']
    const token = await bench.deployed(contract('Burnable'), [0n])
    expect(await paid({ to: token, functionName: 'burn(uint256)', args: ['5'] })).toEqual([destroyed])
    const collection = await bench.deployed(contract('BurnableCollection'))
    expect(await paid({ to: collection, functionName: 'burn(uint256)', args: ['7'] })).toEqual([destroyed])
  })

  it('that passes coins on keeps whatever it does not pass on', async () => {
    const to = devnetAddresses.multicall
    const functionName = 'aggregate3((address,bool,bytes)[])'
    expect(await paid({ to, functionName, args: ['[]'], value })).toEqual([nothing])
  })
})

describe('sent tokens', () => {
  const friend = getAddress('0xf12e7d0000000000000000000000000000f12e7d')
  it.each([
    [0n, []],
    [2n, ['WARN']],
    [6n, ['DANGER']],
    [100n, ['DANGER']],
  ])('lose %s in a hundred on the way', async (part, expected) => {
    const to = await bench.deployed(contract('Leaky'), [part])
    const { review: made } = await review({ to, functionName: 'transfer', args: [friend, '1000000'] })
    expect(made.findings.filter(({ rule }) => rule === 'call.arrival').map(({ level }) => level)).toEqual(expected)
  })
})

describe('a token that refuses', () => {
  it('is reported to move nothing, although the call succeeds', async () => {
    const to = await bench.deployed(contract('Refuser'))
    const { review: made } = await review({ to, functionName: 'transfer', args: [router, '5'] })
    expect(made.findings.filter(({ rule }) => rule === 'call.arrival')).toMatchObject([
      { level: 'WARN', title: 'Nothing would be sent.' },
    ])
  })
})

describe('a farm with the function of a market', () => {
  it('gives what is taken out of it to the address in the third argument', async () => {
    const to = await bench.deployed(contract('Hoard'))
    const stranger = getAddress('0x7417f000000000000000000000000000000741ef')
    const leave = (receiver: Address) =>
      review({ to, functionName: 'withdraw(uint256,uint256,address)', args: ['0', '0', receiver] })
    const levels = async (receiver: Address) =>
      (await leave(receiver)).review.findings.filter(({ rule }) => rule === 'G10').map(({ level }) => level)
    expect(await levels(stranger)).toEqual(['DANGER'])
    expect(await levels(bench.user.address)).toEqual([])
  })
})

describe('the reads for a call', () => {
  it('take one round trip if the calldata or our list names every token, and two if only a vault does', async () => {
    const node = await startNodeProxy(bench.devnet.urls.chains[0] ?? '')
    const counted = async (asked: Asked) => {
      node.reset()
      await prepare(asked, undefined, buildChains([{ id: 31337, rpcUrl: node.url }]))
      return node.seen.roundTrips.length
    }
    const args = ['1', bench.user.address]
    expect(await counted({ to: tokens.USDC, functionName: 'approve', args: [router, '1'] })).toBe(1)
    expect(await counted({ to: vaults.flexibleUsdc, functionName: 'deposit', args })).toBe(1)
    const asset = await bench.deployed(contract('Burnable'), [0n])
    const vault = await bench.deployed(contract('VaultOf'), [asset])
    expect(await counted({ to: vault, functionName: 'deposit', args })).toBe(2)
    await node.stop()
  })
})
