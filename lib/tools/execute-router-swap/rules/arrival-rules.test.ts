import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  pad,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { buildChains, chainInfo } from '@/lib/chain/chains/chains'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import type { Bridging } from '@/lib/chain/routing/lifi-bridges'
import { startNodeProxy } from '@/lib/review/fixtures/node-proxy'
import { swapSchema } from '../parameters'
import { asked, bridge, createSwapBench, named } from '../testing/swap-bench'
import { deliveryFindings } from './arrival-rules'
import { calldataCheck } from './calldata-rules'

const { tokens } = devnetAddresses
const stranger = getAddress('0x0000000000000000000000000000000000000b0b')
const local = chainInfo({ id: 31337, rpcUrl: 'http://127.0.0.1:1' })
const bench = createSwapBench()

const account = getAddress('0x00000000000000000000000000000000000ac007')
const here = { account, from: local }

const found = (handed: Bridging['handed'], least: bigint, change: Record<string, unknown> = {}) =>
  deliveryFindings({ handed }, swapSchema.parse({ ...asked, ...bridge, ...change }), least, here).map(named)

describe('what a bridge receives', () => {
  it('must be what is asked for on the other side', () => {
    expect(found({ asset: tokens.USDC, amount: 100n }, 100n)).toEqual([])
    expect(found({ asset: tokens.DAI, amount: 100n }, 100n)).toEqual(['swap.arrives UNVERIFIED'])
    expect(found({ asset: stranger, amount: 100n }, 100n)).toEqual(['swap.arrives UNVERIFIED'])
    expect(found({ asset: tokens.USDC, amount: 100n }, 100n, { toTokenAddress: stranger })).toEqual([
      'swap.arrives UNVERIFIED',
    ])
  })

  it('may be the wrapped coin if the coin is asked for, or the other way round', () => {
    expect(found({ asset: tokens.WETH, amount: 5n }, 5n, { toTokenAddress: zeroAddress })).toEqual([])
    expect(found({ asset: zeroAddress, amount: 5n }, 5n, { toTokenAddress: tokens.WETH })).toEqual([])
  })

  it('must be as much as the quote guarantees, give or take a hundredth', () => {
    expect(found({ asset: tokens.USDC, amount: 10_000n }, 10_100n)).toEqual([])
    expect(found({ asset: tokens.USDC, amount: 10_000n }, 10_101n)).toEqual(['swap.minimum BLOCK'])
    expect(found({ asset: tokens.USDC, amount: 1n }, 99n)).toEqual(['swap.minimum BLOCK'])
  })

  it('is compared in the decimals of each side', () => {
    const bsc = chainInfo({ id: 56, rpcUrl: 'http://127.0.0.1:1' })
    const usdc = (chain: typeof bsc) => chain.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? stranger
    const to = chainInfo({ id: 1, rpcUrl: 'http://127.0.0.1:1' })
    const from56 = (amount: bigint, least: bigint) =>
      deliveryFindings(
        { handed: { asset: usdc(bsc), amount } },
        swapSchema.parse({ ...asked, fromChainId: 56, toChainId: 1, toTokenAddress: usdc(to) }),
        least,
        { account, from: bsc },
      ).map(named)
    expect(from56(10n ** 18n, 1_000_000n)).toEqual([])
    expect(from56(10n ** 18n, 1_100_000n)).toEqual(['swap.minimum BLOCK'])
  })
})

type Order = NonNullable<Bridging['order']>

describe('an order that others fill on the other side', () => {
  const handed = { asset: tokens.USDC, amount: 100n }
  const order: Order = { takes: tokens.USDC, gives: tokens.USDC, least: 99n, owner: account }
  const ordered = (change: Partial<Order>, asset: Address = handed.asset) =>
    deliveryFindings(
      { handed: { ...handed, asset }, order: { ...order, ...change } },
      swapSchema.parse({ ...asked, ...bridge }),
      99n,
      here,
    ).map(named)

  it('takes what is handed over, gives enough of what was asked for, and refunds the account', () => {
    expect(ordered({})).toEqual([])
    expect(ordered({ least: 98n })).toEqual(['swap.minimum BLOCK'])
    expect(ordered({ takes: tokens.DAI })).toEqual(['swap.token BLOCK'])
    expect(ordered({ gives: tokens.DAI })).toEqual(['swap.token BLOCK'])
    expect(ordered({ owner: stranger })).toEqual(['swap.refund DANGER'])
    expect(ordered({ takes: null, gives: null, owner: null })).toEqual([
      'swap.token BLOCK',
      'swap.token BLOCK',
      'swap.refund DANGER',
    ])
  })

  it('takes the wrapped coin if coins are handed over', () => {
    expect(ordered({ takes: tokens.WETH }, zeroAddress)).toEqual([])
  })
})

describe('the calldata of a route', () => {
  /** Returns the findings if the router gives these bytes and the diamond says that they pay the account. */
  async function saying(data: (account: Address) => Hex, hasSourceSwaps = false) {
    const node = await startNodeProxy(bench.devnet.urls.chains[0] ?? '')
    const chains = new Map([...bench.context.chains, ...buildChains([{ id: 31337, rpcUrl: node.url }])])
    const { details } = await bench.prepare(bridge, undefined, chains)
    const quote = details.terms?.quote
    const chain = chains.get(31337)
    if (!quote || !chain?.diamond) throw new Error('no quote')
    const { address } = bench.user
    const result = encodeAbiParameters(parseAbiParameters('string, address, address, uint256, uint256, bool, bool'), [
      'somebridge',
      // Before a swap, the diamond names what that swap takes.
      tokens.USDC,
      address,
      100_000_000n,
      31338n,
      hasSourceSwaps,
      false,
    ])
    node.reset(({ method }) => (method === 'eth_call' ? { result } : undefined))
    const route = { ...quote, transaction: { ...quote.transaction, data: data(address) } }
    const parameters = swapSchema.parse({ ...asked, ...bridge })
    const check = calldataCheck(route, parameters, address, { ...chain, diamond: chain.diamond })
    const { findings } = await check.ask(bench.context.signal)
    await node.stop()
    return findings.map(named)
  }
  const description = (receiver: Address, asset: Address, least: bigint) =>
    [pad('0x01'), 'somebridge', 'countersign', zeroAddress, asset, receiver, least, 31338n, true, false] as const
  const described = '(bytes32,string,string,address,address,address,uint256,uint256,bool,bool)'
  const swaps = '(address,address,address,address,uint256,bytes,bool)[]'
  const call = (signature: string, args: readonly unknown[]): Hex =>
    encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args } as never)
  const handing = (asset: Address, least: bigint) => (receiver: Address) =>
    call(`swapAndStartBridgeTokensViaOmniBridge(${described},${swaps})`, [description(receiver, asset, least), []])

  it('says what the bridge receives after a swap on this side, whatever that swap takes', async () => {
    expect(await saying(handing(tokens.USDC, 100_000_000n), true)).toEqual([])
    expect(await saying(handing(tokens.USDC, 1n), true)).toEqual(['swap.minimum BLOCK'])
    expect(await saying(handing(stranger, 100_000_000n), true)).toEqual(['swap.arrives UNVERIFIED'])
  })

  it('is held to the order in it, even if that depends on a swap', async () => {
    const across = (owner: Address, output: bigint, multiplier: bigint) => (receiver: Address) => {
      const word = (address: Address) => pad(address)
      const order = [
        ...[receiver, owner, tokens.USDC, tokens.USDC].map(word),
        output,
        multiplier,
        pad('0x00'),
        1,
        2,
        3,
        '0x',
      ]
      const kind = '(bytes32,bytes32,bytes32,bytes32,uint256,uint128,bytes32,uint32,uint32,uint32,bytes)'
      const start = description(receiver, tokens.USDC, 100_000_000n)
      return multiplier === 0n
        ? call(`startBridgeTokensViaAcrossV4(${described},${kind})`, [start, order])
        : call(`swapAndStartBridgeTokensViaAcrossV4(${described},${swaps},${kind})`, [start, [], order])
    }
    const own = bench.user.address
    expect(await saying(across(own, 100_000_000n, 0n))).toEqual([])
    expect(await saying(across(own, 1n, 0n))).toEqual(['swap.minimum BLOCK'])
    expect(await saying(across(stranger, 100_000_000n, 0n))).toEqual(['swap.refund DANGER'])
    expect(await saying(across(own, 1n, 10n ** 18n), true)).toEqual([])
    expect(await saying(across(own, 100_000_000n, 10n ** 17n), true)).toEqual(['swap.minimum BLOCK'])
  })

  it('is not checked if the bridge is told whom to pay in data of its own', async () => {
    const kind = '(bytes,bytes,bytes,uint256)'
    const elsewhere = (receiver: Address) =>
      call(`startBridgeTokensViaDeBridgeDln(${described},${kind})`, [
        description(receiver, tokens.USDC, 100_000_000n),
        [tokens.USDC, stranger, stranger, 1n],
      ])
    expect(await saying(elsewhere)).toEqual(['swap.receiver UNVERIFIED'])
  })
})
