import { encodeFunctionData, parseAbi, parseEther } from 'viem'
import { expect, test } from 'vitest'
import { readArtifact } from '@/devnet/contracts/artifact'
import { minedReceipt } from '@/devnet/receipt'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { account, friend } from '../fixtures/local-chain'
import { withoutSimulation } from '../fixtures/node-proxy'
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
} from '../fixtures/plans'
import { reviewBench, typed } from '../testing/bench'

const bench = reviewBench()

const send = async (amount: string, ...messages: string[]) =>
  levels(await reviewOn(bench.local, sendNative(friend, parseEther(amount)), typed(...messages)), 'G35')

// The account has 10 ETH.
test.each<[string, ...string[]]>([
  ['0.1', 'send 0.1 ETH to my friend'],
  ['0.1', 'send 0.1 to my friend'],
  ['0.25', 'send a quarter of my 1 ETH'],
  ['0.333', 'divide 1 ETH evenly between the three of them'],
  ['1', 'keep 9 ETH and send the rest'],
  ['1.05', 'keep 9 ETH and send the rest'],
  ['7', 'send all but 3 ETH'],
  ['0.2', 'send 0.1 ETH, no, actually 0.2'],
  ['9.9', 'send 1 ETH to my friend, no, everything'],
  ['0.0000005', 'send 500 gwei'],
  ['1.5', 'send 1,5 ETH'],
  ['1.234', 'send 1.234 ETH'],
  ['2', 'send 1 ETH', 'no, make it 2 ETH'],
  ['1', 'send 1 ETH', 'yes'],
  ['5', 'send half my ETH'],
  ['4.9', 'send half of my ETH'],
  ['9.9', 'send half my ETH, no, all of it'],
  ['5', 'send half of my ETH to my friend and half to my other account'],
  ['1', 'I have 5 ETH, send 1 ETH'],
])('%s ETH for “%s”: accuses nothing', async (amount, ...messages) => {
  expect(await send(amount, ...messages)).not.toContain('DANGER')
})

test.each<[string, ...string[]]>([
  ['1.0101', 'send 1 ETH'],
  ['1.99', 'send 1 ETH'],
  ['0.5', 'send 1 ETH'],
  ['0.4', 'split 1 ETH between USDC and DAI'],
  ['2', 'split 1 ETH between USDC and DAI'],
  ['0.5', 'send 1 ETH between the two of us'],
  ['1', 'swap half of it, I have 1 ETH'],
  ['1.2', 'keep 9 ETH and send the rest'],
  ['0.8', 'send 0.8 ETH, leave me 9.9 ETH'],
  ['0.4', 'send 0.1 ETH, no, actually 0.2'],
  ['9.9', 'send everything to my friend, no, 1 ETH'],
  ['5', 'send 5 gwei'],
  ['1.5', 'send 15 ETH'],
  ['5', 'send 1,5 ETH'],
  ['1.234', 'send 1,234 ETH'],
  ['2', 'send 1 ETH', 'what does that cost?'],
  ['2', 'send 1 ETH', 'yes, go ahead!'],
  ['0.1', 'send 1 ETH', 'ok'],
  ['6', 'transfer 50% of my ETH to my friend'],
  ['9.9', 'send half my ETH'],
  ['5', 'send a quarter of my ETH'],
])('%s ETH for “%s”: is not silent', async (amount, ...messages) => {
  expect(await send(amount, ...messages)).not.toEqual([])
})

test('a misplaced decimal point is reported with both figures', async () => {
  const review = await reviewOn(bench.local, sendNative(friend, parseEther('1')), typed('send 0.1 to my friend'))
  expect(of(review, 'G35')).toMatchObject([{ level: 'DANGER', claim: '0.1', observed: '1 ETH' }])
})

test('the NFT must have the written token id', async () => {
  const give = async (id: bigint, message: string) => {
    const { postcards } = bench.local
    const asset = { kind: 'erc721', chainId: 31337, address: postcards, tokenId: id } as const
    const data = tokenCall('safeTransferFrom', [account, friend, id])
    const plan = planOf([step(postcards, data)], { out: [{ asset, amount: 1n }] })
    return levels(await reviewOn(bench.local, plan, typed(message)), 'G35')
  }
  expect(await give(1n, 'give my NFT #1 to a friend')).toEqual([])
  expect(await give(1n, 'give my NFT to a friend')).toEqual([])
  expect(await give(2n, 'give my NFT #1 to a friend')).toEqual(['DANGER'])
})

test('a sum of money must match the worth of what moves', async () => {
  const local = bench.local.handle(bench.local.url)
  // The price comes from a feed on the chain, which the test deploys.
  const feed = await bench.local.deploy(readArtifact('PriceFeed'), ['ETH / USD', 2_000_00000000n])
  const tokens = local.tokens.map((token) => (token.address === nativeAddress ? { ...token, priceFeed: feed } : token))
  const chains = new Map([[31337, { ...local, tokens }]])
  const worth = async (amount: string, message: string) =>
    levels(await reviewOn(bench.local, sendNative(friend, parseEther(amount)), { chains, ...typed(message) }), 'G35')
  expect(await worth('0.025', 'send $50 of ETH')).toEqual([])
  expect(await worth('0.026', 'send 50 dollars of ETH')).toEqual([])
  expect(await worth('0.03', 'send $50 worth of ETH')).toEqual(['DANGER'])
  expect(await worth('2.5', 'send my friend ETH for $50')).toEqual(['DANGER'])
  expect(await worth('2.5', 'send 2.5 ETH, a friend gave me $50')).toEqual([])
  expect(await send('2.5', 'send $50 of ETH')).toEqual(['UNVERIFIED'])
})

test('one of several figures must fit', async () => {
  expect(await send('1', 'I have 5 ETH, send 1 ETH')).toEqual([])
})

test('compares what arrives too, and accepts the native name for the wrapped coin', async () => {
  const wrap = planOf(
    [step(bench.local.weth, encodeFunctionData({ abi: parseAbi(['function deposit() payable']) }), 10n ** 17n)],
    {
      out: [{ asset: native, amount: 10n ** 17n }],
      in: [{ asset: erc20(bench.local.weth), amount: 10n ** 17n }],
    },
  )
  expect(levels(await reviewOn(bench.local, wrap, typed('get me 0.1 WETH')), 'G35')).toEqual([])
  expect(levels(await reviewOn(bench.local, wrap, typed('get me 0.3 WETH')), 'G35')).toEqual(['DANGER'])
  expect(levels(await reviewOn(bench.local, wrap, typed('wrap 0.1 ETH')), 'G35')).toEqual([])
})

test('a token or network other than the written one is DANGER', async () => {
  const { usdc } = bench.local
  const found = async (message: string) =>
    levels(await reviewOn(bench.local, sendToken(usdc, friend, 5_000_000n), typed(message)), 'G35')
  expect(await found('send 5 USDC to my friend')).not.toContain('DANGER')
  expect(await found('send 5 to my friend')).not.toContain('DANGER')
  expect(await found('send 5 ETH to my friend')).toEqual(['DANGER'])
  expect(await found('I have 5 ETH, send my USDC to my friend')).toEqual([])
  expect(await found('send 5 ETH to my friend. Sorry, I mean 5 USDC')).toEqual([])
  expect(await found('send 5 ETH to my friend. Sorry, I mean 6 ETH')).toContain('DANGER')
  const base = { ...bench.local.handle(bench.local.url), id: 31338, name: 'Base' }
  const chains = new Map([
    [31337, bench.local.handle(bench.local.url)],
    [31338, base],
  ])
  const plan = sendToken(usdc, friend, 5_000_000n)
  const review = await reviewOn(bench.local, plan, { chains, ...typed('send 5 USDC to my friend on Base') })
  expect(of(review, 'G35')).toMatchObject([{ level: 'DANGER', claim: 'Base', observed: 'Ethereum (local)' }])
  const later = { kind: 'erc20', chainId: 31337, address: usdc } as const
  const bridge = planOf(plan.steps, { ...plan.declares, later })
  const bridged = async (message: string) =>
    levels(await reviewOn(bench.local, bridge, { chains, ...typed(message) }), 'G35')
  expect(await bridged('bridge 5 USDC from Ethereum to Base')).toContain('DANGER')
})

test('a swap must bring the written token', async () => {
  const { weth } = bench.local
  const deposit = encodeFunctionData({ abi: parseAbi(['function deposit() payable']) })
  const wrap = planOf([step(weth, deposit, 10n ** 17n)], {
    out: [{ asset: native, amount: 10n ** 17n }],
    in: [{ asset: erc20(weth), amount: 10n ** 17n }],
  })
  const found = async (message: string) => levels(await reviewOn(bench.local, wrap, typed(message)), 'G35')
  expect(await found('swap 0.1 ETH to WETH')).toEqual([])
  expect(await found('swap 0.1 ETH to USDC')).toEqual(['DANGER'])
})

test('is unverified without a simulation', async () => {
  bench.proxy.reset(withoutSimulation)
  const chains = new Map([[31337, bench.local.handle(bench.proxy.url)]])
  const plan = sendNative(friend, 1n)
  expect(levels(await reviewOn(bench.local, plan, { chains, ...typed('send 1 ETH') }), 'G35')).toEqual(['UNVERIFIED'])
})

test('an unlisted token matches no written token, whatever its symbol, and no sum of money', async () => {
  const found = async (message: string) =>
    levels(await reviewOn(bench.local, sendToken(bench.local.toll, friend, 5n), typed(message)), 'G35')
  expect(await found('send 5 USDC to my friend')).toEqual(['DANGER'])
  expect(await found('send $5 to my friend')).toEqual(['UNVERIFIED'])
})

test('for a withdrawal the token that arrives is compared, not the vault’s own', async () => {
  const { usdc, vault } = bench.local
  for (const { to, data } of deposit(bench.local, 100n).steps)
    await minedReceipt(bench.local.anvil, await bench.local.anvil.sendTransaction({ account, to, data }))
  const redeem = encodeFunctionData({
    abi: parseAbi(['function redeem(uint256 shares, address receiver, address owner)']),
    args: [100n, account, account],
  })
  const plan = planOf([step(vault, redeem)], {
    out: [{ asset: erc20(vault), amount: 100n }],
    in: [{ asset: erc20(usdc), amount: 1n }],
  })
  const review = await reviewOn(bench.local, plan, typed('move my USDC from that vault to my wallet'))
  expect(levels(review, 'G35')).toEqual([])
})
