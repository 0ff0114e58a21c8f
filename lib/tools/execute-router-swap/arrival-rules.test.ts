import { encodeAbiParameters, getAddress, parseAbiParameters, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { buildChains, chainInfo } from '@/lib/chain/chains'
import { devnetAddresses } from '@/lib/chain/devnet-addresses'
import { startNodeProxy } from '@/lib/review/fixtures/node-proxy'
import { arrivalFindings } from './arrival-rules'
import { swapSchema } from './parameters'
import { asked, bridge, createSwapBench, named } from './testing/swap-bench'

const { tokens } = devnetAddresses
const stranger = getAddress('0x0000000000000000000000000000000000000b0b')
const local = chainInfo({ id: 31337, rpcUrl: 'http://127.0.0.1:1' })
const bench = createSwapBench()

const found = (bridged: Parameters<typeof arrivalFindings>[0], least: bigint, change: Record<string, unknown> = {}) =>
  arrivalFindings(bridged, swapSchema.parse({ ...asked, ...bridge, ...change }), least, local).map(named)

describe('what a bridge is handed', () => {
  it('must be what is asked for on the other side', () => {
    expect(found({ asset: tokens.USDC, amount: 100n }, 100n)).toEqual([])
    expect(found({ asset: tokens.DAI, amount: 100n }, 100n)).toEqual(['swap.arrives UNVERIFIED'])
    expect(found({ asset: stranger, amount: 100n }, 100n)).toEqual(['swap.arrives UNVERIFIED'])
    expect(found({ asset: tokens.USDC, amount: 100n }, 100n, { toTokenAddress: stranger })).toEqual([
      'swap.arrives UNVERIFIED',
    ])
  })

  it('may be the wrapped coin where the coin is asked for, or the other way round', () => {
    expect(found({ asset: tokens.WETH, amount: 5n }, 5n, { toTokenAddress: zeroAddress })).toEqual([])
    expect(found({ asset: zeroAddress, amount: 5n }, 5n, { toTokenAddress: tokens.WETH })).toEqual([])
  })

  it('must be as much as the quote guarantees, but for a hundredth', () => {
    expect(found({ asset: tokens.USDC, amount: 10_000n }, 10_100n)).toEqual([])
    expect(found({ asset: tokens.USDC, amount: 10_000n }, 10_101n)).toEqual(['swap.minimum BLOCK'])
    expect(found({ asset: tokens.USDC, amount: 1n }, 99n)).toEqual(['swap.minimum BLOCK'])
  })

  it('counts in the decimals of each side', () => {
    const bsc = chainInfo({ id: 56, rpcUrl: 'http://127.0.0.1:1' })
    const usdc = (chain: typeof bsc) => chain.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? stranger
    const to = chainInfo({ id: 1, rpcUrl: 'http://127.0.0.1:1' })
    const from56 = (amount: bigint, least: bigint) =>
      arrivalFindings(
        { asset: usdc(bsc), amount },
        swapSchema.parse({ ...asked, fromChainId: 56, toChainId: 1, toTokenAddress: usdc(to) }),
        least,
        bsc,
      ).map(named)
    expect(from56(10n ** 18n, 1_000_000n)).toEqual([])
    expect(from56(10n ** 18n, 1_100_000n)).toEqual(['swap.minimum BLOCK'])
  })
})

it('is judged by the calldata of the route, also behind a swap on this side', async () => {
  const node = await startNodeProxy(bench.devnet.urls.chains[0] ?? '', 0)
  const chains = new Map([...bench.context.chains, ...buildChains([{ id: 31337, rpcUrl: node.url }])])
  const { checks = [] } = await bench.prepare(bridge, undefined, chains)
  const says = async (asset: `0x${string}`, amount: bigint) => {
    const result = encodeAbiParameters(parseAbiParameters('string, address, address, uint256, uint256, bool, bool'), [
      'localbridge',
      asset,
      bench.user.address,
      amount,
      31338n,
      true,
      false,
    ])
    node.reset(({ method }) => (method === 'eth_call' ? { result } : undefined))
    const [{ findings } = { findings: [] }] = await Promise.all(checks.map(({ ask }) => ask(bench.context.signal)))
    return findings.map(named)
  }
  expect(await says(tokens.USDC, 100_000_000n)).toEqual([])
  expect(await says(tokens.USDC, 1n)).toEqual(['swap.minimum BLOCK'])
  expect(await says(tokens.WBTC, 100_000_000n)).toEqual(['swap.arrives UNVERIFIED'])
  await node.stop()
})
