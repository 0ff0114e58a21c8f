import { encodeFunctionData, parseAbi, parseEther } from 'viem'
import { expect, test } from 'vitest'
import { friend } from '../fixtures/local-chain'
import { withoutSimulation } from '../fixtures/node-proxy'
import { erc20, levels, native, of, planOf, reviewOn, sendNative, sendToken, step } from '../fixtures/plans'
import { reviewBench } from '../testing/bench'

const bench = reviewBench(21370)

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
  expect(await send('0.0000005', 'send 500 gwei')).toEqual([])
  expect(await send('5', 'send 5 gwei')).toEqual(['DANGER'])
})

test('a decimal place too far is told with both figures', async () => {
  const review = await reviewOn(bench.local, sendNative(friend, parseEther('1')), after('send 0.1 to my friend'))
  expect(of(review, 'G25')).toMatchObject([{ level: 'DANGER', claim: '0.1 ETH', observed: '1 ETH' }])
})

test('only the last message counts', async () => {
  expect(await send('2', 'send 1 ETH', 'no, make it 2 ETH')).toEqual([])
  expect(await send('2', 'send 1 ETH', 'yes')).toEqual([])
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

test('without a simulation it is unverified, and without figures there is nothing to check', async () => {
  bench.proxy.reset(withoutSimulation)
  const chains = new Map([[31337, bench.local.handle(bench.proxy.url)]])
  const plan = sendNative(friend, 1n)
  expect(levels(await reviewOn(bench.local, plan, { chains, ...after('send 1 ETH') }), 'G25')).toEqual(['UNVERIFIED'])
  expect(levels(await reviewOn(bench.local, plan, { chains, ...after('go on') }), 'G25')).toEqual([])
})
