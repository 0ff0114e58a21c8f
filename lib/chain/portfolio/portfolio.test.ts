import { encodeFunctionData, erc20Abi, erc4626Abi, maxUint256, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import type { ChainHandle } from '../chains/chain'
import { devnetAddresses } from '../chains/devnet-addresses'
import { marketOwner, marketUser } from '../lending/testing/local-market'
import { devnetChains, unreachableChains } from '../testing/chains'
import { type Holding, netWorth, worthOf } from './holding'
import { readChainPortfolio } from './read-chain-portfolio'

const { tokens, vaults } = devnetAddresses
const usdc = (amount: string) => parseUnits(amount, 6)

let devnet: TestDevnet
let person: TestUser
let chain: ChainHandle

beforeAll(async () => {
  devnet = await startTestDevnet()
  person = await createTestUser(devnet)
  const first = devnetChains(devnet.port).get(31337)
  if (!first) throw new Error('There is no first chain')
  chain = first
})
afterAll(() => devnet?.stop())

const look = (of: ChainHandle = chain, signal = AbortSignal.timeout(30_000)) =>
  readChainPortfolio(of, person.address, { now: Date.now(), signal })
const find = (holdings: readonly Holding[], kind: Holding['kind'], symbol: string) =>
  holdings.find((each) => each.kind === kind && each.symbol === symbol)

it('reads the wallet, vaults and loans with prices, rates and health', async () => {
  const at = marketUser(devnet.first, person)
  await marketOwner(devnet.first).mint(tokens.USDC, person.address, usdc('1000'))
  await at.approve(tokens.USDC, maxUint256)
  await at.supply(1n, usdc('400'))
  await at.setCollateral(1n)
  await at.borrow(0n, parseEther('0.05'))
  await at.act(
    tokens.USDC,
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [vaults.lockedUsdc, usdc('100')] }),
  )
  await at.act(
    vaults.lockedUsdc,
    encodeFunctionData({ abi: erc4626Abi, functionName: 'deposit', args: [usdc('100'), person.address] }),
  )

  const { holdings, loans, unread, stale } = await look()
  expect({ unread, stale }).toEqual({ unread: [], stale: [] })
  expect(holdings.map(({ kind, symbol }) => `${kind} ${symbol}`).toSorted()).toEqual([
    'owed WETH',
    'supplied USDC',
    'vault USDC',
    'wallet ETH',
    'wallet USDC',
    'wallet WETH',
  ])
  expect(find(holdings, 'wallet', 'USDC')).toMatchObject({ amount: usdc('500'), listed: true, place: null })
  expect(find(holdings, 'wallet', 'USDC')?.couldEarnIn).toEqual(['Flexible USDC', 'Locked USDC'])
  // Nobody borrows USDC, so supplying it pays nothing.
  expect(find(holdings, 'wallet', 'WETH')?.couldEarnIn).toEqual(['Flexible WETH', 'Local lending'])
  expect(find(holdings, 'wallet', 'ETH')?.couldEarnIn).toEqual([])
  const locked = find(holdings, 'vault', 'USDC')
  expect(locked).toMatchObject({ place: 'Locked USDC', canLeave: false })
  expect(locked?.lockedUntil).toBeGreaterThan(Date.now())
  expect(find(holdings, 'supplied', 'USDC')).toMatchObject({ place: 'Local lending', canLeave: true })
  expect(find(holdings, 'owed', 'WETH')?.rate).toBeGreaterThan(0)
  expect(loans).toMatchObject([{ name: 'Local lending', healthFactor: expect.any(BigInt) }])
  const owed = worthOf(find(holdings, 'owed', 'WETH') ?? { amount: 0n, decimals: 18, price: 0n }) ?? 0n
  const rest = holdings.filter(({ kind }) => kind !== 'owed')
  expect(owed).toBeGreaterThan(0n)
  expect(netWorth(holdings)).toBe(netWorth(rest) - owed)
})

it('names the unread parts of a chain that does not answer, and does not reject', async () => {
  const dead = unreachableChains(31337).get(31337)
  if (!dead) throw new Error('There is no chain')
  const { holdings, nfts, unread } = await look(dead)
  expect({ holdings, nfts }).toEqual({ holdings: [], nfts: [] })
  expect(unread.toSorted()).toEqual(['NFTs', 'lending markets', 'tokens', 'vaults'])
})

it('waits no longer than its signal', async () => {
  const { unread } = await look(chain, AbortSignal.abort())
  expect(unread.toSorted()).toEqual(['NFTs', 'lending markets', 'tokens', 'vaults'])
})

it('returns no value for a holding without a price, and leaves it out of the sum', () => {
  expect(worthOf({ amount: 5n, decimals: 0, price: null })).toBeNull()
  expect(netWorth([{ kind: 'wallet', amount: 5n, decimals: 0, price: null }])).toBe(0n)
})
