import { type Address, encodeFunctionData, erc20Abi, numberToHex, pad, parseAbi } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { minedReceipt } from '@/devnet/receipt'
import { compileHostile } from './fixtures/compile'
import { account, thief } from './fixtures/local-chain'
import { withoutSimulation } from './fixtures/node-proxy'
import { erc20, levels, of, planOf, reviewOn, sendNative, sendToken, step, tokenCall } from './fixtures/plans'
import { reviewBench } from './testing/bench'

const bench = reviewBench()
let contracts: ReturnType<typeof compileHostile>

beforeAll(() => {
  contracts = compileHostile()
})

const deployed = (name: string, args: readonly unknown[] = []): Promise<Address> => {
  const contract = contracts.get(name)
  if (!contract) throw new Error(`hostile.sol has no ${name}`)
  return bench.local.deploy(contract, args)
}
const claim = (to: Address) => step(to, encodeFunctionData({ abi: parseAbi(['function claim()']) }))

test('blocks an NFT permission that a gift grants on the side', async () => {
  const trap = await deployed('TrapCollection', [thief])
  const review = await reviewOn(
    bench.local,
    planOf([step(trap, encodeFunctionData({ abi: parseAbi(['function gift()']) }))]),
  )
  expect(review.effects?.operators).toEqual([{ collection: trap, operator: thief, approved: true }])
  expect(of(review, 'G7')).toMatchObject([
    { level: 'BLOCK', observed: expect.stringContaining(`every token of the collection ${trap}`) },
  ])
})

test('does not count an inflow that only a log reports', async () => {
  const forged = await deployed('ForgedInflow')
  const plan = planOf([claim(forged)], { in: [{ asset: erc20(forged), amount: 1_000_000n }] })
  const review = await reviewOn(bench.local, plan)
  expect(review.effects?.balances).toMatchObject([{ before: 0n, after: 0n }])
  expect(levels(review, 'G8')).toEqual(['DANGER'])
})

test('coins sent to a listed wrapper become its token; those sent to an unlisted one count as lost', async () => {
  const weth = await deployed('Wrapper')
  const handle = bench.local.handle(bench.local.url)
  const token = { chainId: 31337, address: weth, symbol: 'WETH', name: 'Wrapped Ether', decimals: 18 }
  const listed = { chains: new Map([[31337, { ...handle, tokens: [...handle.tokens, token] }]]) }
  expect(of(await reviewOn(bench.local, sendNative(weth, 3n), listed), 'G13')).toMatchObject([
    { level: 'INFO', observed: '0.000000000000000003 WETH' },
  ])
  expect(levels(await reviewOn(bench.local, sendNative(weth, 3n)), 'G13')).toEqual(['BLOCK'])
  expect(levels(await reviewOn(bench.local, sendToken(bench.local.usdc, weth, 3n), listed), 'G13')).toEqual(['BLOCK'])
})

test('a token’s own symbol is sanitised in the effects and absent from the findings', async () => {
  const forged = await deployed('ForgedInflow')
  const plan = planOf([claim(forged)], { in: [{ asset: erc20(forged), amount: 1_000_000n }] })
  const review = await reviewOn(bench.local, plan)
  const symbol = review.effects?.balances[0]?.symbol ?? ''
  expect(symbol).toContain('USDC')
  expect(symbol).not.toContain('\u202E')
  expect(review.effects?.balances[0]?.listed).toBe(false)
  expect(JSON.stringify(review.findings)).not.toContain('vitalik')
})

test.each([
  ['USDC', 'This token is named like USDC, but is a different one.'],
  ['U5DC', 'This token is named like USDC, but is a different one.'],
  ['U$DC', 'This token is named like USDC, but is a different one.'],
  ['VV3TH', 'This token is named like WETH, but is a different one.'],
  ['USD\u0421', 'This token’s symbol has letters from other scripts.'],
])('an incoming token called %s is DANGER, reported once', async (symbol, title) => {
  const namesake = await deployed('Namesake', [symbol])
  const plan = planOf([claim(namesake)])
  const review = await reviewOn(bench.local, plan)
  expect(of(review, 'G9')).toMatchObject([{ level: 'DANGER', title }])
  const again = await reviewOn(bench.local, plan, { preparedFindings: of(review, 'G9') })
  expect(of(again, 'G9')).toHaveLength(1)
})

test.each([
  ['000 USDC', 'USDC'],
  [',000 USDC', 'USDC'],
  ['k ETH', 'ETH'],
  ['.99 ETH', 'ETH'],
  ['USD', 'a currency'],
  ['USDC by Circle', 'USDC'],
  ['1000USDC', 'USDC'],
  ['US-Dollar', 'a currency'],
  ['$100', 'a currency'],
  ['Claim WETH at', 'WETH'],
  ['_000_USDC', 'USDC'],
  ['ETH²', 'ETH'],
  ['Ether', 'ETH'],
  ['gwei', 'a currency'],
])('an incoming token called “%s” is a WARN for reading like another', async (symbol, like) => {
  const review = await reviewOn(bench.local, planOf([claim(await deployed('Namesake', [symbol]))]))
  const title = `This token’s name reads like ${like}, but it is a different one.`
  expect(of(review, 'G9')).toMatchObject([{ level: 'WARN', title }])
})

test.each([
  ['reports no decimals', false, 0n],
  ['reports 300 decimals', true, 300n],
  ['reports 78 decimals', true, 78n],
  ['reports 2^255 decimals', true, 2n ** 255n],
])('a token that %s has none, with a WARN when it moves and when it is approved', async (_, tells, told) => {
  const token = await deployed('Unscaled', [tells, told])
  const title = 'This token does not say how many decimals it has.'
  const moved = await reviewOn(bench.local, planOf([claim(token)]))
  expect(moved.effects?.balances).toMatchObject([{ symbol: 'NDC', decimals: null, listed: false }])
  expect(of(moved, 'G9')).toMatchObject([{ level: 'WARN', title, observed: token }])
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [token, 7n] })
  const allowed = await reviewOn(bench.local, planOf([step(token, data)]))
  expect(allowed.effects?.allowances).toMatchObject([{ symbol: 'NDC', decimals: null }])
  expect(of(allowed, 'G9')).toMatchObject([{ level: 'WARN', title }])
})

test.each([
  ['answers with nothing', 1],
  ['answers with one byte', 2],
  ['answers with a text', 3],
  ['uses up all gas', 4],
])('a token that %s has no decimals, with a WARN when it moves and when it is approved', async (_, way) => {
  const token = await deployed('Mumbling', [way])
  const title = 'This token does not say how many decimals it has.'
  const moved = await reviewOn(bench.local, planOf([claim(token)]))
  expect(moved.effects?.balances).toMatchObject([
    { symbol: 'NDC', decimals: null, listed: false, after: 5n * 10n ** 18n },
  ])
  expect(of(moved, 'G9')).toMatchObject([{ level: 'WARN', title, observed: token }])
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [token, 7n] })
  const allowed = await reviewOn(bench.local, planOf([step(token, data)]))
  expect(allowed.effects?.allowances).toMatchObject([{ symbol: 'NDC', decimals: null }])
  expect(of(allowed, 'G9')).toMatchObject([{ level: 'WARN', title }])
})

test('accepts 0 and 77 decimals', async () => {
  for (const told of [0n, 77n]) {
    const review = await reviewOn(bench.local, planOf([claim(await deployed('Unscaled', [true, told]))]))
    expect(review.effects?.balances).toMatchObject([{ decimals: Number(told) }])
    expect(of(review, 'G9')).toEqual([])
  }
})

test('does not report an original name, a known token, or one that leaves', async () => {
  const own = await reviewOn(bench.local, planOf([claim(await deployed('Namesake', ['FUN']))]))
  expect(own.effects?.balances).toHaveLength(1)
  expect(levels(own, 'G9')).toEqual([])
  const deposit = encodeFunctionData({ abi: parseAbi(['function deposit() payable']) })
  const wrapped = await reviewOn(bench.local, planOf([step(bench.local.weth, deposit, 5n)]))
  expect(levels(wrapped, 'G9')).toEqual([])
})

test('names are unverified without a simulation', async () => {
  const namesake = await deployed('Namesake', ['USDC'])
  const { chains } = bench.throughProxy(withoutSimulation)
  expect(levels(await reviewOn(bench.local, planOf([claim(namesake)]), { chains }), 'G9')).toEqual(['UNVERIFIED'])
})

test('a token that burns gas when asked for its symbol loses only its symbol', async () => {
  const burner = await deployed('GasBurner')
  const plan = planOf([claim(burner)], { in: [{ asset: erc20(burner), amount: 1n }] })
  const review = await reviewOn(bench.local, plan)
  expect(review.method).toBe('eth_simulateV1')
  expect(review.effects?.balances).toMatchObject([{ symbol: '', before: 5n, after: 5n }])
})

test('a moving token whose balance cannot be read leaves the outflow unverified', async () => {
  const silent = await deployed('SilentToken')
  const review = await reviewOn(bench.local, planOf([claim(silent)]))
  expect(of(review, 'G7')).toMatchObject([{ level: 'UNVERIFIED', observed: expect.stringContaining(silent) }])
})

test('more tokens than the limit leave the outflow unverified and start no second search', async () => {
  const flood = await deployed('LogFlood')
  const { chains } = bench.throughProxy()
  const review = await reviewOn(bench.local, planOf([claim(flood)]), { chains })
  expect(of(review, 'G7')).toMatchObject([
    { level: 'UNVERIFIED', observed: expect.stringContaining('more tokens than') },
  ])
  // An unvouched contract is simulated twice more with real gas: now, and some minutes later.
  expect(bench.proxy.seen.roundTrips.slice(1)).toEqual([Array(4).fill('eth_simulateV1')])
})

test('reads a listed token that a flood of logs is meant to hide', async () => {
  const screen = await deployed('Smokescreen', [bench.local.usdc])
  const allow = { account, to: bench.local.usdc, data: tokenCall('approve', [screen, 5n]), gas: 200_000n }
  await minedReceipt(bench.local.anvil, await bench.local.anvil.sendTransaction(allow))
  const review = await reviewOn(bench.local, planOf([claim(screen)]))
  expect(of(review, 'G7')).toMatchObject([{ level: 'BLOCK', observed: '0.000005 USDC' }])
})

test('reads a listed token hidden behind zero transfers of too many other listed tokens', async () => {
  const bytecode = (await bench.local.anvil.getCode({ address: await deployed('Idle') })) ?? '0x'
  const screens = Array.from({ length: 60 }, (_, index) => pad(numberToHex(0x1d1e00 + index), { size: 20 }))
  for (const address of screens) await bench.local.anvil.setCode({ address, bytecode })
  const screen = await deployed('ListedSmokescreen', [bench.local.usdc, screens])
  const allow = { account, to: bench.local.usdc, data: tokenCall('approve', [screen, 5n]), gas: 200_000n }
  await minedReceipt(bench.local.anvil, await bench.local.anvil.sendTransaction(allow))
  const chain = bench.local.handle(bench.local.url)
  const listed = screens.map((address) => ({ chainId: 31337, address, symbol: 'IDLE', name: 'Idle', decimals: 18 }))
  const chains = new Map([[31337, { ...chain, tokens: [...listed, ...chain.tokens] }]])
  const review = await reviewOn(bench.local, planOf([claim(screen)]), { chains })
  expect(of(review, 'G7')).toMatchObject([{ level: 'BLOCK', observed: '0.000005 USDC' }])
})

test('logs that name other assets in each block leave the outflow unverified after two runs', async () => {
  const shifty = await deployed('ShiftyLogs')
  bench.proxy.reset(async ({ method }) => {
    if (method === 'eth_simulateV1') await bench.local.anvil.mine({ blocks: 1 })
    return undefined
  })
  const { chains } = bench.proxied()
  const review = await reviewOn(bench.local, planOf([claim(shifty)]), { chains })
  expect(bench.proxy.seen.roundTrips).toHaveLength(2)
  expect(levels(review, 'G7')).toEqual(['UNVERIFIED'])
})

test('a hidden theft by a well-known function must be acknowledged', async () => {
  const coin = await deployed('Coin', [account])
  const thieving = await deployed('HiddenTheft', [coin])
  const allow = { account, to: coin, data: tokenCall('approve', [thieving, 100n]), gas: 200_000n }
  await minedReceipt(bench.local.anvil, await bench.local.anvil.sendTransaction(allow))
  const calling = (name: 'mint' | 'safeMint') =>
    step(thieving, encodeFunctionData({ abi: parseAbi([`function ${name}(address to)`]), args: [account] } as never))
  const flooded = await reviewOn(bench.local, planOf([calling('mint')]))
  expect(levels(flooded, 'G7')).toEqual(['UNVERIFIED'])
  expect(flooded.verdict).toBe('acknowledge')
  const hungry = await reviewOn(bench.local, planOf([calling('safeMint')]))
  expect(of(hungry, 'G23.environment')).toMatchObject([{ level: 'DANGER', observed: expect.stringContaining(coin) }])
})

test('blocks an undeclared outflow of ERC-6909 tokens', async () => {
  const numbered = await deployed('Numbered', [account])
  const mint = encodeFunctionData({ abi: parseAbi(['function mint(address to)']), args: [account] })
  expect(of(await reviewOn(bench.local, planOf([step(numbered, mint)])), 'G7')).toMatchObject([
    { level: 'BLOCK', observed: `60 of token number 7 of the collection ${numbered}` },
  ])
})
