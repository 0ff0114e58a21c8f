import { encodeFunctionData, parseAbi, parseEther } from 'viem'
import { expect, test } from 'vitest'
import { readArtifact } from '@/devnet/contracts/artifact'
import { minedReceipt } from '@/devnet/receipt'
import { nativeAddress } from '@/lib/chain/chains/chain'
import { account, friend } from '../../fixtures/local-chain'
import { withoutSimulation } from '../../fixtures/node-proxy'
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
} from '../../fixtures/plans'
import { reviewBench } from '../../testing/bench'

const bench = reviewBench()

const after = (...userMessages: string[]) => ({ conversation: { userMessages } })
const send = async (amount: string, ...messages: string[]) =>
  levels(await reviewOn(bench.local, sendNative(friend, parseEther(amount)), after(...messages)), 'G25')

test('the amount that was written passes, with its symbol or after a verb', async () => {
  expect(await send('0.1', 'send 0.1 ETH to my friend')).toEqual([])
  expect(await send('0.1', 'send 0.1 to my friend')).toEqual([])
})

test('one percent off passes, more warns, twice or half of it is DANGER', async () => {
  expect(await send('1.01', 'send 1 ETH')).toEqual([])
  expect(await send('1.0101', 'send 1 ETH')).toEqual(['WARN'])
  expect(await send('1.99', 'send 1 ETH')).toEqual(['WARN'])
  expect(await send('2', 'send 1 ETH')).toEqual(['DANGER'])
  expect(await send('0.5', 'send 1 ETH')).toEqual(['DANGER'])
})

test('an equal part of what is to be shared passes, any other does not, and more than all of it least of all', async () => {
  expect(await send('0.5', 'split 1 ETH between USDC and DAI')).toEqual([])
  expect(await send('0.25', 'swap a quarter of my 1 ETH')).toEqual([])
  expect(await send('0.333', 'divide 1 ETH evenly between the three of them')).toEqual([])
  expect(await send('1', 'swap half of it, I have 1 ETH')).toEqual([])
  expect(await send('0.4', 'split 1 ETH between USDC and DAI')).toEqual(['DANGER'])
  expect(await send('0.09', 'split 1 ETH between USDC and DAI')).toEqual(['DANGER'])
  expect(await send('2', 'split 1 ETH between USDC and DAI')).toEqual(['DANGER'])
  expect(await send('0.5', 'send 1 ETH between the two of us')).toEqual(['DANGER'])
})

test('what was written to be kept has to stay', async () => {
  // The account has 10 ETH.
  expect(await send('1', 'keep 9 ETH and send the rest')).toEqual([])
  expect(await send('1.05', 'keep 9 ETH and send the rest')).toEqual([])
  expect(await send('1.2', 'keep 9 ETH and send the rest')).toEqual(['DANGER'])
  expect(await send('7', 'send all but 3 ETH')).toEqual([])
  expect(await send('0.8', 'send 0.8 ETH, leave me 9.9 ETH')).toEqual(['DANGER'])
})

test('the words behind an amount may correct it', async () => {
  expect(await send('0.2', 'send 0.1 ETH, no, actually 0.2')).toEqual([])
  expect(await send('0.4', 'send 0.1 ETH, no, actually 0.2')).toEqual(['DANGER'])
  // The account has 10 ETH.
  expect(await send('9.9', 'send 1 ETH to my friend, no, everything')).toEqual([])
  expect(await send('9.9', 'send everything to my friend, no, 1 ETH')).toEqual(['DANGER'])
  expect(await send('9.9', 'send 1 ETH to my friend, actually all I have to spare')).toEqual(['DANGER'])
  expect(await send('0.0000005', 'send 500 gwei')).toEqual([])
  expect(await send('5', 'send 5 gwei')).toEqual(['DANGER'])
})

test('an amount with a decimal comma is read, and one that may be two is not guessed', async () => {
  expect(await send('1.5', 'send 1,5 ETH')).toEqual([])
  expect(await send('1.5', 'send 15 ETH')).toEqual(['DANGER'])
  expect(await send('5', 'send 1,5 ETH')).toEqual(['DANGER'])
  for (const amount of ['1.234', '5']) expect(await send(amount, 'bitte send 1,234 ETH')).toEqual(['UNVERIFIED'])
  expect(await send('1.234', 'send 1.234 ETH')).toEqual([])
})

test('a decimal place too far is told with both figures', async () => {
  const review = await reviewOn(bench.local, sendNative(friend, parseEther('1')), after('send 0.1 to my friend'))
  expect(of(review, 'G25')).toMatchObject([{ level: 'DANGER', claim: '0.1 ETH', observed: '1 ETH' }])
})

test('only the last message counts', async () => {
  expect(await send('2', 'send 1 ETH', 'no, make it 2 ETH')).toEqual([])
  expect(await send('2', 'send 1 ETH', 'what does that cost?')).toEqual([])
})

test('by a mere yes nothing is taken back: more is DANGER, and less may have been offered', async () => {
  expect(await send('1', 'send 1 ETH', 'yes')).toEqual([])
  expect(await send('2', 'send 1 ETH', 'yes, go ahead!')).toEqual(['DANGER'])
  expect(await send('0.1', 'send 1 ETH', 'ok')).toEqual(['WARN'])
})

test('of a holding no more leaves than the part that was written', async () => {
  // The account has 10 ETH.
  expect(await send('5', 'send half my ETH')).toEqual([])
  expect(await send('4.9', 'send half of my ETH')).toEqual([])
  expect(await send('6', 'transfer 50% of my ETH to my friend')).toEqual(['WARN'])
  expect(await send('9.9', 'send half my ETH')).toEqual(['WARN'])
  expect(await send('5', 'send a quarter of my ETH')).toEqual(['DANGER'])
  expect(await send('9.9', 'send half my ETH, no, all of it')).toEqual([])
  expect(await send('9.9', 'send half of my ETH to my friend and half to my other account')).toEqual([])
})

test('the number of an NFT is the one that was written', async () => {
  const give = async (id: bigint, message: string) => {
    const { postcards } = bench.local
    const asset = { kind: 'erc721', chainId: 31337, address: postcards, tokenId: id } as const
    const data = tokenCall('safeTransferFrom', [account, friend, id])
    const plan = planOf([step(postcards, data)], { out: [{ asset, amount: 1n }] })
    return levels(await reviewOn(bench.local, plan, after(message)), 'G25')
  }
  expect(await give(1n, 'give my postcard #1 to a friend')).toEqual([])
  expect(await give(1n, 'give my postcard to a friend')).toEqual([])
  expect(await give(2n, 'give my postcard #1 to a friend')).toEqual(['DANGER'])
})

test('for a sum of money as much moves as that is worth', async () => {
  const local = bench.local.handle(bench.local.url)
  // The price is of a feed that the chain has: here one that the test puts there.
  const feed = await bench.local.deploy(readArtifact('PriceFeed'), ['ETH / USD', 2_000_00000000n])
  const tokens = local.tokens.map((token) => (token.address === nativeAddress ? { ...token, priceFeed: feed } : token))
  const chains = new Map([[31337, { ...local, tokens }]])
  const worth = async (amount: string, message: string) =>
    levels(await reviewOn(bench.local, sendNative(friend, parseEther(amount)), { chains, ...after(message) }), 'G25')
  expect(await worth('0.025', 'send $50 of ETH')).toEqual([])
  expect(await worth('0.026', 'send 50 dollars of ETH')).toEqual([])
  expect(await worth('0.03', 'send $50 worth of ETH')).toEqual(['WARN'])
  expect(await worth('2.5', 'send my friend ETH for $50')).toEqual(['DANGER'])
  expect(await worth('2.5', 'send 2.5 ETH, a friend gave me $50')).toEqual([])
  expect(await send('2.5', 'send $50 of ETH')).toEqual(['UNVERIFIED'])
})

test('one of several figures has to fit', async () => {
  expect(await send('1', 'I have 5 ETH, send 1 ETH')).toEqual([])
})

test('a figure of another token says nothing about this one', async () => {
  const review = await reviewOn(bench.local, sendToken(bench.local.usdc, friend, 5_000_000n), after('I keep 100 DAI'))
  expect(levels(review, 'G25')).toEqual([])
})

test('what arrives is compared as well, and the wrapped coin answers to the native name', async () => {
  const wrap = planOf(
    [step(bench.local.weth, encodeFunctionData({ abi: parseAbi(['function deposit() payable']) }), 10n ** 17n)],
    {
      out: [{ asset: native, amount: 10n ** 17n }],
      in: [{ asset: erc20(bench.local.weth), amount: 10n ** 17n }],
    },
  )
  expect(levels(await reviewOn(bench.local, wrap, after('get me 0.1 WETH')), 'G25')).toEqual([])
  expect(levels(await reviewOn(bench.local, wrap, after('get me 0.3 WETH')), 'G25')).toEqual(['DANGER'])
  expect(levels(await reviewOn(bench.local, wrap, after('wrap 0.1 ETH')), 'G25')).toEqual([])
})

test('another token than the one that was written is DANGER, and so is another network', async () => {
  const { usdc } = bench.local
  const found = async (message: string, rule: string) =>
    levels(await reviewOn(bench.local, sendToken(usdc, friend, 5_000_000n), after(message)), rule)
  expect(await found('send 5 USDC to my friend', 'G25.token')).toEqual([])
  expect(await found('send 5 to my friend', 'G25.token')).toEqual([])
  expect(await found('send 5 ETH to my friend', 'G25.token')).toEqual(['DANGER'])
  expect(await found('I have 5 ETH, send my USDC to my friend', 'G25.token')).toEqual([])
  expect(await found('send 5 ETH to my friend. Sorry, I mean 5 USDC', 'G25.token')).toEqual([])
  expect(await found('send 5 ETH to my friend. Sorry, I mean 6 ETH', 'G25.token')).toEqual(['DANGER'])
  expect(await found('send 5 USDC on Ethereum', 'G25.network')).toEqual([])
  expect(await found('send 5 USDC on Base', 'G25.network')).toEqual([])
  const base = { ...bench.local.handle(bench.local.url), id: 31338, name: 'Base' }
  const chains = new Map([
    [31337, bench.local.handle(bench.local.url)],
    [31338, base],
  ])
  const plan = sendToken(usdc, friend, 5_000_000n)
  const review = await reviewOn(bench.local, plan, { chains, ...after('send 5 USDC on Base') })
  expect(of(review, 'G25.network')).toMatchObject([{ level: 'DANGER', claim: 'Base (local)' }])
  const later = { kind: 'erc20', chainId: 31337, address: usdc } as const
  const bridge = planOf(plan.steps, { ...plan.declares, later })
  const bridged = async (message: string) =>
    levels(await reviewOn(bench.local, bridge, { chains, ...after(message) }), 'G25.network')
  expect(await bridged('bridge 5 USDC to Ethereum')).toEqual([])
  expect(await bridged('bridge 5 USDC from Ethereum to Base')).toEqual(['DANGER'])
})

test('what comes of a swap is the token that was written', async () => {
  const { weth } = bench.local
  const deposit = encodeFunctionData({ abi: parseAbi(['function deposit() payable']) })
  const wrap = planOf([step(weth, deposit, 10n ** 17n)], {
    out: [{ asset: native, amount: 10n ** 17n }],
    in: [{ asset: erc20(weth), amount: 10n ** 17n }],
  })
  const found = async (message: string) => levels(await reviewOn(bench.local, wrap, after(message)), 'G25.token')
  expect(await found('swap 0.1 ETH to WETH')).toEqual([])
  expect(await found('swap 0.1 ETH to USDC')).toEqual(['DANGER'])
  expect(await found('put 0.1 ETH to use')).toEqual([])
})

test('without a simulation it is unverified, and without figures there is nothing to check', async () => {
  bench.proxy.reset(withoutSimulation)
  const chains = new Map([[31337, bench.local.handle(bench.proxy.url)]])
  const plan = sendNative(friend, 1n)
  expect(levels(await reviewOn(bench.local, plan, { chains, ...after('send 1 ETH') }), 'G25')).toEqual(['UNVERIFIED'])
  expect(levels(await reviewOn(bench.local, plan, { chains, ...after('go on') }), 'G25')).toEqual([])
})

test('a token in none of our lists is none that was written, whatever it calls itself, nor a sum of money', async () => {
  const found = async (message: string) => {
    const { findings } = await reviewOn(bench.local, sendToken(bench.local.toll, friend, 5n), after(message))
    return findings.filter(({ rule }) => rule.startsWith('G25')).map(({ rule, level }) => [rule, level])
  }
  expect(await found('send 5 USDC to my friend')).toEqual([['G25.token', 'DANGER']])
  expect(await found('send $5 to my friend')).toEqual([['G25', 'UNVERIFIED']])
  expect(await found('send 5 of that token to my friend')).toEqual([])
})

test('what is moved out of a place arrives: the token of the place is not the one that was meant', async () => {
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
  const review = await reviewOn(bench.local, plan, after('move my USDC from that vault to my wallet'))
  expect(levels(review, 'G25.token')).toEqual([])
})
