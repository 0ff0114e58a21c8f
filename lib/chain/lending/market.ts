import type { Address } from 'viem'

/** What a hub lets a market add or draw of one asset, in base units. `limit` is null where there is none. */
export type Cap = { limit: bigint | null; used: bigint }

/**
 * One reserve of a market and what an account has in it. Amounts in base units of the token, rates in ray (27 decimals)
 * per year, shares in hundredths of a percent. Null is what the market did not tell.
 */
export type LendingReserve = {
  reserveId: bigint
  token: Address
  decimals: number
  /** The hub that holds the token. One market may list the same token from several. */
  hub: Address
  assetId: bigint
  /** Everything is halted: also repaying and withdrawing. */
  paused: boolean
  /** Nothing new may be supplied or borrowed. */
  frozen: boolean
  borrowable: boolean
  /** How much of its value counts against a debt. */
  collateralFactor: bigint | null
  /** How much dearer it makes the debts that it backs. */
  collateralRisk: bigint
  /** USD per whole token in 8 decimals, by the market's own oracle: what liquidations go by. */
  price: bigint | null
  /** Before the account's own risk premium. */
  borrowRate: bigint | null
  supplyRate: bigint | null
  /** What can be borrowed or withdrawn now. */
  liquidity: bigint | null
  totalSupplied: bigint | null
  totalBorrowed: bigint | null
  supplyCap: Cap | null
  borrowCap: Cap | null
  /** What the account has in it, with interest up to now. */
  supplied: bigint
  debt: bigint
  isCollateral: boolean
}

/** An account's position in one market. */
export type LendingAccount = {
  /** 18 decimals; below one it can be liquidated. Null without debt. */
  healthFactor: bigint | null
  /** USD in 26 decimals. */
  collateral: bigint
  debt: bigint
  /** Average over the collateral, in 18 decimals. */
  collateralFactor: bigint
  /** What the account pays on top of the borrow rate, as a share of it, in hundredths of a percent. */
  riskPremium: bigint
}

/** A yearly rate in ray as a share of one: 0.048 is 4.8%. Null where the market does not tell. */
export const shareOfRay = (ray: bigint | null): number | null => (ray === null ? null : Number(ray) / 1e27)
