import type { Address } from 'viem'
import { usdValue } from '../prices/prices'

/** So much of a token in one place, or owed to one. */
export type Holding = {
  kind: 'wallet' | 'vault' | 'supplied' | 'owed'
  chainId: number
  /** Tells it from others of its kind on its chain: a token's address, a vault's id, a market and a reserve. */
  key: string
  token: Address
  symbol: string
  /** Whether the symbol is of our own lists. */
  listed: boolean
  decimals: number
  /** The name of the vault or market; null for the wallet. */
  place: string | null
  amount: bigint
  /** USD per whole token in 8 decimals; null if nobody says. */
  price: bigint | null
  /** What it earns per year, or costs if it is owed: a share of one. Null if nobody says. */
  rate: number | null
  /** Milliseconds since the epoch; null if it is not locked, or the end is unknown. */
  lockedUntil: number | null
  /** Whether it can be taken out, or repaid, right now. */
  canLeave: boolean
  /** Names of the places on its chain that take it and pay for it. Only of what is in the wallet. */
  couldEarnIn: readonly string[]
}

export type HeldNft = {
  chainId: number
  contract: Address
  /** Our name for it, not the contract's. */
  collection: string
  /** The word that people use for one of it. */
  called: string
  tokenId: bigint
  /** 1 for an ERC-721. */
  amount: bigint
}

/** A lending market in which something is owed. */
export type Loan = {
  chainId: number
  market: Address
  name: string
  /** 18 decimals; below one it can be liquidated. Null if the market does not tell. */
  healthFactor: bigint | null
}

/** Parts that are read separately: one may fail without the others. */
export const portfolioParts = ['tokens', 'vaults', 'lending markets', 'NFTs'] as const
export type PortfolioPart = (typeof portfolioParts)[number]

/** What an account has on one chain. */
export type ChainPortfolio = {
  chainId: number
  holdings: readonly Holding[]
  loans: readonly Loan[]
  nfts: readonly HeldNft[]
  /** Collections of which the account may hold more than is listed. */
  incomplete: readonly string[]
  /** What could not be read. It is missing above. */
  unread: readonly PortfolioPart[]
  /** Symbols of what it holds whose feed gives no usable price just now. */
  stale: readonly string[]
}

/** Returns USD in 8 decimals, rounded down; null without a price. */
export const worthOf = ({ amount, decimals, price }: Pick<Holding, 'amount' | 'decimals' | 'price'>): bigint | null =>
  price === null ? null : usdValue(amount, decimals, { usd: price })

/** Returns the worth of several in USD of 8 decimals. Leaves out what has no price; debts count against it. */
export const netWorth = (holdings: readonly Pick<Holding, 'kind' | 'amount' | 'decimals' | 'price'>[]): bigint =>
  holdings.reduce((sum, each) => sum + (each.kind === 'owed' ? -1n : 1n) * (worthOf(each) ?? 0n), 0n)
