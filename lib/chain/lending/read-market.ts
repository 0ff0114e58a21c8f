import {
  type Address,
  concatHex,
  decodeAbiParameters,
  decodeFunctionResult,
  encodeAbiParameters,
  getAddress,
  type Hex,
  isHex,
  parseAbiParameters,
  size,
  slice,
  zeroAddress,
} from 'viem'
import type { ChainHandle } from '../chains/chain'
import { ChainReadError, readingFrom } from '../chains/read-error'
import { spokeAbi } from './abi'
import lens from './lens.generated.json'
import type { Cap, LendingAccount, LendingReserve } from './market'

/** Kinds of contract found at an address that somebody calls a market. */
export type MarketKind = 'none' | 'market' | 'hub' | 'old-pool' | 'vault' | 'other'
const kinds: readonly MarketKind[] = ['none', 'market', 'hub', 'old-pool', 'vault', 'other']

export type MarketReading = {
  kind: MarketKind
  /** Null if the market does not say. */
  account: LendingAccount | null
  reserves: readonly LendingReserve[]
}

/** Parameters and answer of `devnet/contracts/LendingLens.sol`. */
const lensParameters = parseAbiParameters('address spoke, address account, address token, uint256 first, uint256 end')
const lensAnswer = parseAbiParameters([
  'uint256 kind, uint256 count, bytes account, Row[] rows',
  'struct Row { uint256 reserveId; address underlying; address hub; uint256 assetId; uint256 decimals; uint256 collateralRisk; uint256 flags; uint256 missing; uint256[18] words; }',
])
type Row = ReturnType<typeof decodeAbiParameters<typeof lensAnswer>>[3][number]

/** Bits of the words that hold the account's position in a reserve, which every market returns. */
const position = 0b111n

/**
 * Number of rows that fit the maximum size of a contract's code (EIP-170), since the lens returns its answer as code.
 */
const mostRows = 24n
/** More reserves than any market has. */
const mostReserves = 512n

/**
 * Reads a market's reserves and an account's holdings in them, in one round trip (plus one for each further 24
 * reserves). With `token`: only that token's reserves, and those with a holding. Throws ChainReadError.
 */
export async function readMarket(
  chain: ChainHandle,
  spoke: Address,
  account: Address,
  token: Address = zeroAddress,
): Promise<MarketReading> {
  const read = (first: bigint, end: bigint) => askLens(chain, [spoke, account, token, first, end])
  const isAll = token === zeroAddress
  const [kind, count, accountData, rows] = await read(0n, isAll ? mostRows : mostReserves)
  const pages = isAll && count > mostRows && count <= mostReserves ? Number((count - 1n) / mostRows) : 0
  const rest = await Promise.all(
    Array.from({ length: pages }, (_, page) => read(BigInt(page + 1) * mostRows, BigInt(page + 2) * mostRows)),
  )
  const all = [rows, ...rest.map(([, , , more]) => more)].flat()
  const isSound = all.every(({ missing, decimals }) => (missing & position) === 0n && decimals <= 77n)
  return {
    kind: isSound ? (kinds[Number(kind)] ?? 'other') : 'other',
    account: readAccount(accountData),
    reserves: isSound ? all.map(readRow) : [],
  }
}

async function askLens(chain: ChainHandle, args: readonly [Address, Address, Address, bigint, bigint]) {
  const { code } = lens
  if (!isHex(code)) throw new TypeError('The lens has no code')
  const data = concatHex([code, encodeAbiParameters(lensParameters, args)])
  const answer = await readingFrom(chain, chain.client.call({ data }))
  try {
    return decodeAbiParameters(lensAnswer, answer.data ?? '0x')
  } catch (error) {
    throw new ChainReadError(chain, { cause: error })
  }
}

/** Parses the answer of `getUserAccountData`. Null if it is malformed or its figures are impossible. */
export function readAccount(data: Hex): LendingAccount | null {
  if (size(data) < 224) return null
  const { riskPremium, avgCollateralFactor, healthFactor, totalCollateralValue, totalDebtValueRay } =
    decodeFunctionResult({ abi: spokeAbi, functionName: 'getUserAccountData', data: slice(data, 0, 224) })
  return {
    healthFactor: totalDebtValueRay === 0n ? null : healthFactor,
    collateral: totalCollateralValue,
    debt: totalDebtValueRay / ray,
    collateralFactor: avgCollateralFactor,
    riskPremium,
  }
}

const ray = 10n ** 27n

function readRow(row: Row): LendingReserve {
  const word = (index: number): bigint | null =>
    (row.missing >> BigInt(index)) & 1n ? null : (row.words[index] ?? null)
  const flag = (bit: bigint): boolean => (row.flags & bit) !== 0n
  // The hub switched this market off (`active`, `halted`): nothing gets through, as if the reserve were paused.
  const isOff = word(16) === 0n || word(17) === 1n
  const decimals = Number(row.decimals)
  return {
    reserveId: row.reserveId,
    token: getAddress(row.underlying),
    decimals,
    hub: getAddress(row.hub),
    assetId: row.assetId,
    paused: flag(1n) || isOff,
    frozen: flag(2n),
    borrowable: flag(4n),
    collateralFactor: word(6),
    collateralRisk: row.collateralRisk,
    price: word(5),
    borrowRate: word(7),
    supplyRate: supplyRate(word(7), word(9), word(10), word(11)),
    liquidity: word(8),
    totalSupplied: word(3),
    totalBorrowed: word(4),
    supplyCap: cap(word(12), word(14), decimals),
    borrowCap: cap(word(13), word(15), decimals),
    supplied: word(0) ?? 0n,
    debt: word(1) ?? 0n,
    isCollateral: word(2) === 1n,
  }
}

/** Returns the borrowers' payments spread over the hub's total supply, less the protocol's share. */
function supplyRate(drawn: bigint | null, added: bigint | null, owed: bigint | null, fee: bigint | null) {
  if (drawn === null || added === null || owed === null || fee === null || fee > 10_000n) return null
  return added === 0n ? 0n : (((drawn * owed) / added) * (10_000n - fee)) / 10_000n
}

/** Converts a hub's cap from whole tokens; the highest uint40 means none. */
function cap(limit: bigint | null, used: bigint | null, decimals: number): Cap | null {
  if (limit === null || used === null) return null
  return { limit: limit === 2n ** 40n - 1n ? null : limit * 10n ** BigInt(decimals), used }
}
