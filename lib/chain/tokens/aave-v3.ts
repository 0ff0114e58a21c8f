import { type Address, getAddress, isAddressEqual, type PublicClient, parseAbi } from 'viem'
import { unlessRefused } from '../chains/read-error'

const abi = parseAbi([
  // Of ReserveDataLegacy (aave-v3-origin, DataTypes.sol) what comes up to the token is enough.
  'function getReserveData(address asset) view returns (uint256, uint128, uint128, uint128, uint128, uint128, uint40, uint16, address aToken)',
  'function POOL() view returns (address)',
  'function UNDERLYING_ASSET_ADDRESS() view returns (address)',
  'function balanceOf(address owner) view returns (uint256)',
])

/** The token that stands for a deposit, and what the account holds of it in base units. */
export type AToken = { address: Address; held: bigint }

/**
 * The token that an Aave V3 pool takes back when the asset is withdrawn. Two round trips. Null where the contract names
 * none, or one that does not itself say that it belongs to this pool and this asset: a contract may not speak for a token of another.
 * Throws viem's errors where the RPC does not answer.
 */
export async function readAToken(
  client: PublicClient,
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
  // Of the same struct, up to the token that counts the debt at variable rates: the only ones left.
  'function getReserveData(address asset) view returns (uint256, uint128, uint128, uint128, uint128, uint128, uint40, uint16, address, address, address variableDebtToken)',
])

/** What somebody owes a known Aave V3 pool of an asset, in base units. Two round trips. Null where it does not tell. */
export async function readVariableDebt(
  client: PublicClient,
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
