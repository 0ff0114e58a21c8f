import { type Address, getAddress, isAddressEqual, parseAbi } from 'viem'
import type { ChainClient } from '@/lib/chain/chains/chain-client'
import { unlessRefused } from '../chains/read-error'

const abi = parseAbi([
  // ReserveDataLegacy (aave-v3-origin, DataTypes.sol) up to the token; the rest is not needed.
  'function getReserveData(address asset) view returns (uint256, uint128, uint128, uint128, uint128, uint128, uint40, uint16, address aToken)',
  'function POOL() view returns (address)',
  'function UNDERLYING_ASSET_ADDRESS() view returns (address)',
  'function balanceOf(address owner) view returns (uint256)',
])

/** The token that represents a deposit, and the account's balance of it in base units. */
export type AToken = { address: Address; held: bigint }

/**
 * Finds the token that an Aave V3 pool takes back on withdrawal of the asset. Two round trips. Null if the contract
 * names none, or one that does not itself name this pool and this asset: a contract may not speak for another's token.
 * Throws viem's errors if the RPC does not answer.
 */
export async function readAToken(
  client: ChainClient,
  pool: Address,
  asset: Address,
  account: Address,
): Promise<AToken | null> {
  const reserve = await unlessRefused(
    client.readContract({ address: pool, abi, functionName: 'getReserveData', args: [asset] }),
  )
  if (!reserve) return null
  const address = getAddress(reserve[8])
  const [itsPool, itsAsset, held] = await Promise.all([
    unlessRefused(client.readContract({ address, abi, functionName: 'POOL' })),
    unlessRefused(client.readContract({ address, abi, functionName: 'UNDERLYING_ASSET_ADDRESS' })),
    unlessRefused(client.readContract({ address, abi, functionName: 'balanceOf', args: [account] })),
  ])
  if (!itsPool || !itsAsset || held === null) return null
  return isAddressEqual(itsPool, pool) && isAddressEqual(itsAsset, asset) ? { address, held } : null
}

const debtAbi = parseAbi([
  // The same struct up to the token that counts variable-rate debt, the only kind left.
  'function getReserveData(address asset) view returns (uint256, uint128, uint128, uint128, uint128, uint128, uint40, uint16, address, address, address variableDebtToken)',
])

/**
 * Returns an account's debt of an asset at a known Aave V3 pool, in base units. Two round trips. Null if the pool does
 * not say.
 */
export async function readVariableDebt(
  client: ChainClient,
  pool: Address,
  asset: Address,
  debtor: Address,
): Promise<bigint | null> {
  const reserve = await unlessRefused(
    client.readContract({ address: pool, abi: debtAbi, functionName: 'getReserveData', args: [asset] }),
  )
  if (!reserve) return null
  return unlessRefused(client.readContract({ address: reserve[10], abi, functionName: 'balanceOf', args: [debtor] }))
}
