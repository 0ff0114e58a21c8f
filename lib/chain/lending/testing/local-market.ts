import { type Address, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi } from 'viem'
import { mintAbi } from '@/devnet/abi'
import { deployer } from '@/devnet/accounts'
import type { DevnetChain } from '@/devnet/chain'
import { minedReceipt } from '@/devnet/receipt'
import { deployArtifact, type TestUser } from '@/devnet/testing'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { spokeAbi } from '../abi'

/** Functions for the owner of the local market. */
const ownerAbi = parseAbi([
  'struct ReserveConfig { uint24 collateralRisk; bool paused; bool frozen; bool borrowable; bool receiveSharesEnabled; }',
  'struct SpokeConfig { uint40 addCap; uint40 drawCap; uint24 riskPremiumThreshold; bool active; bool halted; }',
  'function addReserve(address token, address priceFeed, uint16 collateralFactorBps, uint256 yearlyRateRay) returns (uint256)',
  'function updateReserveConfig(uint256 reserveId, ReserveConfig config)',
  'function updateSpokeConfig(uint256 assetId, address spoke, SpokeConfig config)',
  'function getReserveCount() view returns (uint256)',
])

const { lending, feeds } = devnetAddresses
const uncapped = 2 ** 40 - 1

/** Actions that only the owner of a local chain can perform on its lending market. */
export function marketOwner(chain: DevnetChain, market: Address = lending) {
  const { client } = chain
  const done = async (to: Address, data: Hex) => {
    const hash = await client.sendTransaction({ account: deployer, chain: null, to, data, gas: 3_000_000n })
    const { status } = await minedReceipt(client, hash)
    if (status !== 'success') throw new Error(`the owner's transaction ${hash} reverted`)
  }
  const act = (data: Hex) => done(market, data)
  return {
    /** Deploys a token of 6 decimals that nobody else uses. */
    newToken: async (symbol: string): Promise<Address> =>
      (await deployArtifact(chain, 'DemoToken', [symbol, symbol, 6], deployer)).address,
    mint: (token: Address, to: Address, amount: bigint) =>
      done(token, encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [to, amount] })),
    addReserve: async (token: Address, liquidity: bigint, rate = 10n ** 25n * 4n): Promise<bigint> => {
      const read = { address: market, abi: ownerAbi, functionName: 'getReserveCount' } as const
      const reserveId = await client.readContract(read)
      const args = [token, feeds.USDC, 7_000, rate] as const
      await act(encodeFunctionData({ abi: ownerAbi, functionName: 'addReserve', args }))
      if (liquidity === 0n) return reserveId
      await done(token, encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [deployer, liquidity] }))
      await done(token, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [market, maxUint256] }))
      const supplied = [reserveId, liquidity, deployer] as const
      await act(encodeFunctionData({ abi: spokeAbi, functionName: 'supply', args: supplied }))
      return reserveId
    },
    configure: (reserveId: bigint, config: { paused?: boolean; frozen?: boolean; borrowable?: boolean }) =>
      act(
        encodeFunctionData({
          abi: ownerAbi,
          functionName: 'updateReserveConfig',
          args: [
            reserveId,
            {
              collateralRisk: 0,
              paused: false,
              frozen: false,
              borrowable: true,
              receiveSharesEnabled: true,
              ...config,
            },
          ],
        }),
      ),
    /** Caps in whole tokens. */
    cap: (assetId: bigint, caps: { addCap?: number; drawCap?: number; halted?: boolean }) =>
      act(
        encodeFunctionData({
          abi: ownerAbi,
          functionName: 'updateSpokeConfig',
          args: [
            assetId,
            market,
            { addCap: uncapped, drawCap: uncapped, riskPremiumThreshold: 0, active: true, halted: false, ...caps },
          ],
        }),
      ),
  }
}

/** A person's actions at the local market without the app. Each throws if it reverts. */
export function marketUser(chain: DevnetChain, user: TestUser, market: Address = lending) {
  const act = async (to: Address, data: Hex) => {
    const { status } = await user.send(chain, { to, data })
    if (status !== 'success') throw new Error('the transaction reverted')
  }
  const action = (functionName: 'supply' | 'borrow' | 'repay' | 'withdraw') => (reserveId: bigint, amount: bigint) =>
    act(market, encodeFunctionData({ abi: spokeAbi, functionName, args: [reserveId, amount, user.address] }))
  return {
    act,
    approve: (token: Address, amount: bigint) =>
      act(token, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [market, amount] })),
    supply: action('supply'),
    borrow: action('borrow'),
    repay: action('repay'),
    withdraw: action('withdraw'),
    setCollateral: (reserveId: bigint, use = true) =>
      act(
        market,
        encodeFunctionData({
          abi: spokeAbi,
          functionName: 'setUsingAsCollateral',
          args: [reserveId, use, user.address],
        }),
      ),
  }
}
