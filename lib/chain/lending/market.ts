import type { Address } from 'viem'

/** A hub's limit on how much of one asset a market may add or draw, in base units. `limit` is null if there is none. */
export type Cap = { limit: bigint | null; used: bigint }

/**
 * One reserve of a market and an account's holdings in it. Amounts in base units of the token, rates in ray (27
 * decimals) per year, shares in hundredths of a percent. Null: the market did not say.
 */
export type LendingReserve = {
  reserveId: bigint
  token: Address
  decimals: number
  /** The hub that holds the token. One market may list the same token from several. */
  hub: Address
  assetId: bigint
  /** Everything is halted, including repayment and withdrawal. */
  paused: boolean
  /** Nothing new may be supplied or borrowed. */
  frozen: boolean
  borrowable: boolean
  /** Share of its value that counts against a debt. */
  collateralFactor: bigint | null
  /** Extra cost that it adds to the debts that it backs. */
  collateralRisk: bigint
  /** USD per whole token in 8 decimals, by the market's own oracle, which liquidations use. */
  price: bigint | null
  /** Before the account's own risk premium. */
  borrowRate: bigint | null
  supplyRate: bigint | null
  /** Amount that can be borrowed or withdrawn now. */
  liquidity: bigint | null
  totalSupplied: bigint | null
  totalBorrowed: bigint | null
  supplyCap: Cap | null
  borrowCap: Cap | null
  /** The account's holdings, including interest up to now. */
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
  /** Surcharge on the borrow rate for this account, as a share of the rate, in hundredths of a percent. */
  riskPremium: bigint
}

/** Converts a yearly rate in ray to a share of one: 0.048 is 4.8%. Null if the market does not say. */
export const shareOfRay = (ray: bigint | null): number | null => (ray === null ? null : Number(ray) / 1e27)

/**
 * Returns the most of a token that the collateral and the market's stock allow to be borrowed now, in base units; null
 * if the market does not tell enough. Collateral and debt are USD with 26 decimals, factors have 18, prices 8.
 */
export function availableToBorrow(account: LendingAccount, reserves: readonly LendingReserve[]): bigint | null {
  const room = (account.collateral * account.collateralFactor) / 10n ** 18n - account.debt
  const each = reserves.map(({ price, decimals, liquidity }) => {
    if (price === null || price === 0n) return null
    const byCollateral = room > 0n ? (room * 10n ** BigInt(decimals)) / (price * 10n ** 18n) : 0n
    return liquidity !== null && liquidity < byCollateral ? liquidity : byCollateral
  })
  return each.reduce<bigint | null>((most, one) => (one === null || (most !== null && most >= one) ? most : one), null)
}
