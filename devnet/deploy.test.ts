import { erc20Abi, getContractAddress, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { feedAbi, routerAbi } from './abi'
import { deployer, relayer } from './accounts'
import { deploymentSteps } from './deployment'
import { startTestDevnet, type TestDevnet, testOrigin } from './testing'

let devnet: TestDevnet
beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet.stop())

const { multicall, tokens, feeds, router, vaults, diamond } = devnetAddresses

function named(value: string | Record<string, string>): string[] {
  return typeof value === 'string' ? [value] : Object.values(value)
}

it('creates every address of the list, in an order that yields exactly these', () => {
  const created = deploymentSteps(testOrigin).map(({ creates }, nonce) => [
    creates,
    creates && getContractAddress({ from: deployer, nonce: BigInt(nonce) }),
  ])
  for (const [expected, derived] of created) expect(derived).toBe(expected)
  const listed = Object.values(devnetAddresses).flatMap(named)
  expect(new Set([...created.map(([expected]) => expected).filter(Boolean), multicall])).toEqual(new Set(listed))
})

describe.each(['first', 'second'] as const)('on the %s chain', (which) => {
  it('has code at every address', async () => {
    const { client } = devnet[which]
    for (const address of Object.values(devnetAddresses).flatMap(named))
      expect(await client.getCode({ address: address as `0x${string}` }), address).toMatch(/^0x.{20}/)
  })

  it('prices everything by feeds, and the pools agree with them', async () => {
    const { client } = devnet[which]
    const price = async (address: `0x${string}`) =>
      (await client.readContract({ address, abi: feedAbi, functionName: 'latestRoundData' }))[1]
    expect(await Promise.all([feeds.ETH, feeds.USDC, feeds.DAI, feeds.WBTC].map(price))).toEqual(
      ['3500', '1', '1', '100000'].map((usd) => parseUnits(usd, 8)),
    )
    const out = async (path: readonly `0x${string}`[]) =>
      (
        await client.readContract({
          address: router,
          abi: routerAbi,
          functionName: 'getAmountsOut',
          args: [10n ** 15n, path],
        })
      ).at(-1) ?? 0n
    const cents = 10n ** 4n
    // A thousandth of a coin, less the pool's fee of 0.3%.
    expect((await out([tokens.WETH, tokens.USDC])) / cents).toBe(348n)
    expect((await out([tokens.WETH, tokens.DAI])) / (cents * 10n ** 12n)).toBe(348n)
    expect(await out([tokens.WETH, tokens.WBTC])).toBe(3489n)
  })

  it('answers many reads in one call, and has money to pay out', async () => {
    const balanceOf = (address: `0x${string}`, holder: `0x${string}`) =>
      ({ address, abi: erc20Abi, functionName: 'balanceOf', args: [holder] }) as const
    const [bridge, interest] = await devnet[which].client.multicall({
      contracts: [balanceOf(tokens.USDC, diamond), balanceOf(tokens.USDC, vaults.lockedUsdc)],
      allowFailure: false,
    })
    expect(bridge).toBe(parseUnits('5000000', 6))
    // Half a million of it is a deposit.
    expect(interest).toBe(parseUnits('1500000', 6))
  })

  it('signs only for its own accounts, and mines by itself', async () => {
    const { client } = devnet[which]
    expect(new Set(await client.getAddresses())).toEqual(new Set([deployer, relayer]))
    expect(await client.getAutomine()).toBe(true)
  })
})
