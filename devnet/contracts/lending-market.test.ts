import {
  type Abi,
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { mintAbi, wrappedAbi } from '../abi'
import { deployer } from '../accounts'
import { minedReceipt } from '../receipt'
import { createTestUser, startTestDevnet, type TestDevnet, type TestUser } from '../testing'
import { readArtifact } from './artifact'

/** Functions that users of an Aave V4 Spoke call, and those of the Hub for rates. */
const spokeAbi = parseAbi([
  'struct Reserve { address underlying; address hub; uint16 assetId; uint8 decimals; uint24 collateralRisk; uint8 flags; uint32 dynamicConfigKey; }',
  'struct ReserveConfig { uint24 collateralRisk; bool paused; bool frozen; bool borrowable; bool receiveSharesEnabled; }',
  'struct Account { uint256 riskPremium; uint256 avgCollateralFactor; uint256 healthFactor; uint256 totalCollateralValue; uint256 totalDebtValueRay; uint256 activeCollateralCount; uint256 borrowCount; }',
  'struct DynamicConfig { uint16 collateralFactor; uint32 maxLiquidationBonus; uint16 liquidationFee; }',
  'struct PremiumDelta { int256 sharesDelta; int256 offsetRayDelta; uint256 restoredPremiumRay; }',
  'function supply(uint256 reserveId, uint256 amount, address onBehalfOf) returns (uint256 shares, uint256 amount)',
  'function withdraw(uint256 reserveId, uint256 amount, address onBehalfOf) returns (uint256 shares, uint256 amount)',
  'function borrow(uint256 reserveId, uint256 amount, address onBehalfOf) returns (uint256 shares, uint256 amount)',
  'function repay(uint256 reserveId, uint256 amount, address onBehalfOf) returns (uint256 shares, uint256 amount)',
  'function setUsingAsCollateral(uint256 reserveId, bool usingAsCollateral, address onBehalfOf)',
  'function setUserPositionManager(address positionManager, bool approve)',
  'function permitReserve(uint256 reserveId, address onBehalfOf, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function multicall(bytes[] data) returns (bytes[])',
  'function updateReserveConfig(uint256 reserveId, ReserveConfig config)',
  'function getReserveCount() view returns (uint256)',
  'function getReserve(uint256 reserveId) view returns (Reserve)',
  'function getReserveConfig(uint256 reserveId) view returns (ReserveConfig)',
  'function getReserveId(address hub, uint256 assetId) view returns (uint256)',
  'function ORACLE() view returns (address)',
  'function getDynamicReserveConfig(uint256 reserveId, uint32 key) view returns (DynamicConfig)',
  'function getUserAccountData(address user) view returns (Account)',
  'function getUserReserveStatus(uint256 reserveId, address user) view returns (bool collateral, bool borrowed)',
  'function getUserSuppliedAssets(uint256 reserveId, address user) view returns (uint256)',
  'function getUserTotalDebt(uint256 reserveId, address user) view returns (uint256)',
  'function getAssetDrawnRate(uint256 assetId) view returns (uint256)',
  'function getAssetLiquidity(uint256 assetId) view returns (uint256)',
  'event Supply(uint256 indexed reserveId, address indexed caller, address indexed user, uint256 suppliedShares, uint256 suppliedAmount)',
  'event Withdraw(uint256 indexed reserveId, address indexed caller, address indexed user, uint256 withdrawnShares, uint256 withdrawnAmount)',
  'event Borrow(uint256 indexed reserveId, address indexed caller, address indexed user, uint256 drawnShares, uint256 drawnAmount)',
  'event Repay(uint256 indexed reserveId, address indexed caller, address indexed user, uint256 drawnShares, uint256 totalAmountRepaid, PremiumDelta premiumDelta)',
  'error HealthFactorBelowThreshold()',
  'error ReserveNotListed()',
  'error ReservePaused()',
  'error ReserveFrozen()',
  'error ReserveNotBorrowable()',
  'error Unauthorized()',
])

const { lending, tokens } = devnetAddresses
const weth = 0n
const usdc = 1n

let devnet: TestDevnet
let user: TestUser
beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet.stop())
beforeEach(async () => {
  user = await createTestUser(devnet)
})

type Action = 'supply' | 'withdraw' | 'borrow' | 'repay'

/** Encodes one of the four actions on the user's own position. */
const action = (functionName: Action, reserveId: bigint, amount: bigint) =>
  encodeFunctionData({ abi: spokeAbi, functionName, args: [reserveId, amount, user.address] })

const act = async (functionName: Action, reserveId: bigint, amount: bigint) =>
  (await user.send(devnet.first, { to: lending, data: action(functionName, reserveId, amount) })).status

/** Returns the name of the error with which an action would revert. */
async function refusal(functionName: Action, reserveId: bigint, amount: bigint, onBehalfOf = user.address) {
  const request = { address: lending, abi: spokeAbi, functionName, args: [reserveId, amount, onBehalfOf] } as const
  try {
    await devnet.first.client.simulateContract({ ...request, account: user.address })
  } catch (error) {
    return String(error)
  }
  return 'none'
}

async function wrap(amount: bigint) {
  const data = encodeFunctionData({ abi: wrappedAbi, functionName: 'deposit' })
  await user.send(devnet.first, { to: tokens.WETH, data, value: amount })
}

async function approve(token: `0x${string}`, amount: bigint) {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [lending, amount] })
  await user.send(devnet.first, { to: token, data })
}

/** Supplies 2 WETH as collateral, in one transaction. */
async function supplyCollateral() {
  await wrap(parseEther('2'))
  await approve(tokens.WETH, parseEther('2'))
  const enable = encodeFunctionData({
    abi: spokeAbi,
    functionName: 'setUsingAsCollateral',
    args: [weth, true, user.address],
  })
  const calls = [action('supply', weth, parseEther('2')), enable]
  const data = encodeFunctionData({ abi: spokeAbi, functionName: 'multicall', args: [calls] })
  expect((await user.send(devnet.first, { to: lending, data })).status).toBe('success')
}

const account = () =>
  devnet.first.client.readContract({
    address: lending,
    abi: spokeAbi,
    functionName: 'getUserAccountData',
    args: [user.address],
  })

const debt = () =>
  devnet.first.client.readContract({
    address: lending,
    abi: spokeAbi,
    functionName: 'getUserTotalDebt',
    args: [usdc, user.address],
  })

/** Sends from the owner of the contracts. */
async function asOwner(to: `0x${string}`, data: `0x${string}`) {
  const hash = await devnet.first.client.sendTransaction({ account: deployer, chain: null, to, data })
  await minedReceipt(devnet.first.client, hash)
}

describe('interface', () => {
  const selectors = (abi: Abi) =>
    abi.flatMap((item) => {
      if (item.type === 'event') return [toEventSelector(item)]
      if (item.type === 'function')
        return [
          `${toFunctionSelector(item)} ${item.outputs.map(({ type }) => type).join()} ${item.stateMutability === 'view'}`,
        ]
      return item.type === 'error' ? [item.name] : []
    })

  it('has the selectors, return types, events and errors of a spoke', () => {
    expect(selectors(readArtifact('LendingMarket').abi)).toEqual(expect.arrayContaining(selectors(spokeAbi)))
  })

  it('does not pass for a hub', () => {
    expect(JSON.stringify(readArtifact('LendingMarket').abi)).not.toContain('getAssetCount')
  })
})

describe('position', () => {
  it('needs supplied tokens as collateral before it may borrow', async () => {
    await wrap(parseEther('2'))
    await approve(tokens.WETH, parseEther('2'))
    expect(await act('supply', weth, parseEther('2'))).toBe('success')
    expect(await refusal('borrow', usdc, 1n)).toContain('HealthFactorBelowThreshold')
  })

  it('borrows up to what its collateral allows', async () => {
    await supplyCollateral()
    // 2 ETH at 3,500 USD, of which 80% count.
    expect(await refusal('borrow', usdc, parseUnits('5600.01', 6))).toContain('HealthFactorBelowThreshold')
    expect(await act('borrow', usdc, parseUnits('2800', 6))).toBe('success')
    const { totalDebtValueRay, healthFactor, ...rest } = await account()
    expect(rest).toMatchObject({
      totalCollateralValue: parseUnits('7000', 26),
      avgCollateralFactor: parseEther('0.8'),
      borrowCount: 1n,
    })
    // The market rounds debt up, by at most one base unit.
    expect(totalDebtValueRay).toBeGreaterThanOrEqual(parseUnits('2800', 53))
    expect(totalDebtValueRay).toBeLessThanOrEqual(parseUnits('2800.000001', 53))
    expect(healthFactor).toBeLessThanOrEqual(parseEther('2'))
    expect(healthFactor).toBeGreaterThan(parseEther('1.99999'))
  })

  it('owes more as time passes, and is free once everything is repaid', async () => {
    await supplyCollateral()
    await act('borrow', usdc, parseUnits('1000', 6))
    await devnet.ask('POST', '/control', { advanceSeconds: 365 * 86_400 })
    const owed = await debt()
    expect(owed).toBeGreaterThanOrEqual(parseUnits('1050', 6))
    expect(owed).toBeLessThan(parseUnits('1050.01', 6))
    const extra = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [user.address, parseUnits('100', 6)] })
    await asOwner(tokens.USDC, extra)
    await approve(tokens.USDC, parseUnits('1100', 6))
    expect(await act('repay', usdc, maxUint256)).toBe('success')
    expect(await debt()).toBe(0n)
    expect((await account()).healthFactor).toBe(maxUint256)
    expect(await act('withdraw', weth, maxUint256)).toBe('success')
    expect((await account()).totalCollateralValue).toBe(0n)
  })

  it('is the same with a clock behind the last block', async () => {
    await supplyCollateral()
    await act('borrow', usdc, parseUnits('1000', 6))
    await approve(tokens.USDC, 1n)
    const { timestamp } = await devnet.first.client.getBlock()
    const askedAt = (time: bigint, data: `0x${string}`) =>
      devnet.first.client.call({ account: user.address, to: lending, data, blockOverrides: { time } })
    const owed = encodeFunctionData({ abi: spokeAbi, functionName: 'getUserTotalDebt', args: [usdc, user.address] })
    expect(await askedAt(timestamp - 5n, owed)).toEqual(await askedAt(timestamp, owed))
    expect((await askedAt(timestamp - 5n, action('repay', usdc, 1n))).data).toBeDefined()
  })

  it('cannot withdraw collateral that its debt needs', async () => {
    await supplyCollateral()
    await act('borrow', usdc, parseUnits('2800', 6))
    expect(await refusal('withdraw', weth, parseEther('1.1'))).toContain('HealthFactorBelowThreshold')
    expect(await act('withdraw', weth, parseEther('0.9'))).toBe('success')
  })

  it('cannot be changed by anybody else unasked', async () => {
    expect(await refusal('borrow', usdc, 1n, deployer)).toContain('Unauthorized')
  })
})

describe('reserve', () => {
  const configure = async (config: { paused: boolean; frozen: boolean; borrowable: boolean }) => {
    const args = [usdc, { collateralRisk: 0, receiveSharesEnabled: true, ...config }] as const
    await asOwner(lending, encodeFunctionData({ abi: spokeAbi, functionName: 'updateReserveConfig', args }))
  }
  const flags = async () =>
    (
      await devnet.first.client.readContract({
        address: lending,
        abi: spokeAbi,
        functionName: 'getReserve',
        args: [usdc],
      })
    ).flags

  it.each([
    [{ paused: true, frozen: false, borrowable: true }, 13, 'ReservePaused', 'ReservePaused'],
    [{ paused: false, frozen: true, borrowable: true }, 14, 'ReserveFrozen', 'ReserveFrozen'],
    [{ paused: false, frozen: false, borrowable: false }, 8, 'ERC20InsufficientAllowance', 'ReserveNotBorrowable'],
    [
      { paused: false, frozen: false, borrowable: true },
      12,
      'ERC20InsufficientAllowance',
      'HealthFactorBelowThreshold',
    ],
  ])('with %j has flags %i', async (config, expected, supplying, borrowing) => {
    await configure(config)
    expect(await flags()).toBe(expected)
    // 0xfb8f41b2 is ERC20InsufficientAllowance of the token.
    const name = (text: string) => (text.includes('0xfb8f41b2') ? 'ERC20InsufficientAllowance' : text)
    expect(name(await refusal('supply', usdc, 1_000n))).toContain(supplying)
    expect(await refusal('borrow', usdc, 1_000n)).toContain(borrowing)
  })

  it('that is not listed is refused', async () => {
    expect(await refusal('supply', 99n, 1n)).toContain('ReserveNotListed')
  })
})
