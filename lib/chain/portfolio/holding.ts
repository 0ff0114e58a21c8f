import type { Address } from 'viem'
import { usdValue } from '../prices/prices'

/** An amount of a token held in one place, or owed to it. */
export type Holding = {
  kind: 'wallet' | 'vault' | 'supplied' | 'owed'
  chainId: number
  /** Unique among its kind on its chain: a token's address, a vault's id, or a market and a reserve. */
  key: string
  token: Address
  symbol: string
  /** True if the symbol comes from our own lists. */
  listed: boolean
  decimals: number
  /** The name of the vault or market; null for the wallet. */
  place: string | null
  amount: bigint
  /** USD per whole token, in 8 decimals; null if unknown. */
  price: bigint | null
  /** Yearly yield, or cost if it is owed, as a fraction. Null if unknown. */
  rate: number | null
  /** Milliseconds since the epoch; null if it is not locked or the end is unknown. */
  lockedUntil: number | null
  /** True if it can be withdrawn, or repaid, right now. */
  canLeave: boolean
  /** Names of the places on its chain that accept it and pay a yield. Empty unless it is in the wallet. */
  couldEarnIn: readonly string[]
}

export type HeldNft = {
  chainId: number
  contract: Address
  /** Our name for it, not the contract's. */
  collection: string
  /** The everyday word for one of the collection. */
  called: string
  tokenId: bigint
  /** 1 for an ERC-721. */
  amount: bigint
}

/** A debt in a lending market. */
export type Loan = {
  chainId: number
  market: Address
  name: string
  /** 18 decimals; below 1.0 it can be liquidated. Null if the market does not tell. */
  healthFactor: bigint | null
}

/** Parts that are read separately: one may fail without the others. */
export const portfolioParts = ['tokens', 'vaults', 'lending markets', 'NFTs'] as const
export type PortfolioPart = (typeof portfolioParts)[number]

/** Holdings of an account on one chain. */
export type ChainPortfolio = {
  chainId: number
  holdings: readonly Holding[]
  loans: readonly Loan[]
  nfts: readonly HeldNft[]
  /** Collections of which the account may hold more than is listed. */
  incomplete: readonly string[]
  /** Parts that could not be read. They are missing above. */
  unread: readonly PortfolioPart[]
  /** Symbols of holdings whose price feed gives no usable price at the moment. */
  stale: readonly string[]
}

/** Returns the value in USD, in 8 decimals, rounded down; null without a price. */
export const worthOf = ({ amount, decimals, price }: Pick<Holding, 'amount' | 'decimals' | 'price'>): bigint | null =>
  price === null ? null : usdValue(amount, decimals, { usd: price })

/** Returns the value of the holdings in USD, in 8 decimals, less debts. Leaves out what has no price. */
export const netWorth = (holdings: readonly Pick<Holding, 'kind' | 'amount' | 'decimals' | 'price'>[]): bigint =>
  holdings.reduce((sum, each) => sum + (each.kind === 'owed' ? -1n : 1n) * (worthOf(each) ?? 0n), 0n)
