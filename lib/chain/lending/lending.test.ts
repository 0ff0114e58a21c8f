import { maxUint256, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deployer } from '@/devnet/accounts'
import { createTestUser, deployArtifact, startTestDevnet, type TestDevnet, type TestUser } from '@/devnet/testing'
import { startNodeProxy } from '@/lib/review/fixtures/node-proxy'
import { buildChains } from '../chains/chains'
import { devnetAddresses } from '../chains/devnet-addresses'
import { devnetChains } from '../testing/chains'
import { findLendingMarket, lendingMarkets } from './markets'
import { readLendingPositions } from './positions'
import { readMarket } from './read-market'
import { marketOwner, marketUser } from './testing/local-market'

const { lending, tokens } = devnetAddresses
const usdc = (amount: string) => parseUnits(amount, 6)
const [wethId, usdcId] = [0n, 1n]

let devnet: TestDevnet
let user: TestUser
beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet.stop())
beforeEach(async () => {
  user = await createTestUser(devnet)
})

function handle(port = devnet.port) {
  const chain = devnetChains(port).get(31337)
  if (!chain) throw new Error('there is no chain 31337')
  return chain
}

async function enter() {
  const at = marketUser(devnet.first, user)
  await marketOwner(devnet.first).mint(tokens.USDC, user.address, usdc('1000'))
  await at.approve(tokens.USDC, maxUint256)
  await at.supply(usdcId, usdc('1000'))
  await at.setCollateral(usdcId)
  await at.borrow(wethId, parseEther('0.11'))
  return at
}

describe('the markets that the app vouches for', () => {
  it('are listed per chain', () => {
    expect(findLendingMarket(31337, lending)?.name).toBe('Local lending')
    expect(findLendingMarket(1, '0x94e7A5dCbE816e498b89aB752661904E2F56c485')?.name).toBe('Aave V4 Main')
    expect(findLendingMarket(1, lending)).toBeNull()
    expect(lendingMarkets(8453)).toEqual([])
  })
})

describe('readLendingPositions', () => {
  it('returns every reserve with its terms, in one round trip', async () => {
    const chain = handle()
    const node = await startNodeProxy(chain.rpcUrl)
    const counted = buildChains([{ id: 31337, rpcUrl: node.url }]).get(31337) ?? chain
    const [position, ...others] = await readLendingPositions(counted, user.address)
    expect(node.seen.roundTrips).toEqual([['eth_call']])
    await node.stop()
    expect(others).toEqual([])
    expect(position?.market).toEqual({ chainId: 31337, address: lending, name: 'Local lending' })
    expect(position?.account).toEqual({
      healthFactor: null,
      collateral: 0n,
      debt: 0n,
      collateralFactor: 0n,
      riskPremium: 0n,
    })
    expect(position?.reserves.map(({ token }) => token)).toEqual([tokens.WETH, tokens.USDC, tokens.DAI, tokens.WBTC])
    expect(position?.reserves[1]).toMatchObject({
      reserveId: usdcId,
      decimals: 6,
      hub: lending,
      assetId: usdcId,
      paused: false,
      frozen: false,
      borrowable: true,
      collateralFactor: 7_700n,
      price: 1_00000000n,
      borrowRate: 5n * 10n ** 25n,
      supplyRate: 0n,
      liquidity: usdc('2000000'),
      totalSupplied: usdc('2000000'),
      totalBorrowed: 0n,
      supplyCap: { limit: null, used: usdc('2000000') },
      borrowCap: { limit: null, used: 0n },
      supplied: 0n,
      debt: 0n,
      isCollateral: false,
    })
  })

  it('returns the account’s holdings, its health, and rates that follow utilization', async () => {
    await enter()
    const [position] = await readLendingPositions(handle(), user.address)
    expect(position?.reserves[1]).toMatchObject({ supplied: usdc('1000'), debt: 0n, isCollateral: true })
    const weth = position?.reserves[0]
    expect(weth?.debt).toBeGreaterThanOrEqual(parseEther('0.11'))
    expect(weth?.debt).toBeLessThan(parseEther('0.1100001'))
    expect(weth?.liquidity).toBe(parseEther('999.89'))
    // 2% for what is lent, spread over a thousand coins.
    expect(weth?.supplyRate).toBeGreaterThanOrEqual((2n * 10n ** 25n * 11n) / 100_000n)
    expect(position?.account.collateral).toBe(1_000n * 10n ** 26n)
    expect(position?.account.collateralFactor).toBe(parseEther('0.77'))
    // 1000 USD at 77% against 385 USD.
    expect(position?.account.healthFactor).toBeGreaterThan(parseEther('1.9999'))
    expect(position?.account.healthFactor).toBeLessThanOrEqual(parseEther('2'))
  })

  it('throws if the chain does not answer', async () => {
    await expect(readLendingPositions(handle(21_296), user.address)).rejects.toMatchObject({
      code: 'chain-unreachable',
    })
  })
})

describe('readMarket', () => {
  it('returns the reserves of a token, and those with a position', async () => {
    const ids = async () =>
      (await readMarket(handle(), lending, user.address, tokens.DAI)).reserves.map(({ reserveId }) => reserveId)
    expect(await ids()).toEqual([2n])
    await enter()
    expect(await ids()).toEqual([wethId, usdcId, 2n])
  })

  it('reads what the owner has paused, and caps', async () => {
    const owner = marketOwner(devnet.first)
    const token = await owner.newToken('SHUT')
    const id = await owner.addReserve(token, usdc('60'))
    const read = async () => (await readMarket(handle(), lending, user.address, token)).reserves[0]
    await owner.cap(id, { addCap: 100, drawCap: 0 })
    expect(await read()).toMatchObject({
      paused: false,
      supplyCap: { limit: usdc('100'), used: usdc('60') },
      borrowCap: { limit: 0n, used: 0n },
    })
    await owner.configure(id, { frozen: true, borrowable: false })
    expect(await read()).toMatchObject({ paused: false, frozen: true, borrowable: false })
    await owner.configure(id, { paused: true })
    expect(await read()).toMatchObject({ paused: true, frozen: false, borrowable: true })
    await owner.configure(id, {})
    await owner.cap(id, { halted: true })
    expect(await read()).toMatchObject({ paused: true })
  })

  it('pages through a market with many reserves', async () => {
    const { address } = await deployArtifact(devnet.first, 'LendingMarket', [], deployer)
    const owner = marketOwner(devnet.first, address)
    for (let made = 0; made < 26; made++) await owner.addReserve(tokens.USDC, 0n)
    const { reserves } = await readMarket(handle(), address, user.address)
    expect(reserves.map(({ reserveId }) => Number(reserveId))).toEqual([...Array(26).keys()])
  })

  it.each([
    [1n, 'hub'],
    [2n, 'old-pool'],
    [3n, 'vault'],
    [4n, 'other'],
  ])('identifies what else is at the address (%s: %s)', async (kind, expected) => {
    const { address } = await deployArtifact(devnet.first, 'OtherLending', [kind], deployer)
    expect(await readMarket(handle(), address, user.address)).toEqual({ kind: expected, account: null, reserves: [] })
  })

  it('finds nothing if there is no contract', async () => {
    expect((await readMarket(handle(), user.address, user.address)).kind).toBe('none')
  })
})
