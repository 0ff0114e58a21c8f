import { getAddress } from 'viem'
import { z } from 'zod'

const address = z.string().transform((text) => getAddress(text))

/** Base units or a price, as a string in JSON. */
const units = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt)

const holdingSchema = z.object({
  kind: z.enum(['wallet', 'vault', 'supplied', 'owed']),
  chainId: z.int(),
  /**
   * Identifies the holding among those of its kind on its chain: a token's address, a yield's id, a market and a
   * reserve.
   */
  key: z.string(),
  token: address,
  symbol: z.string(),
  decimals: z.int().nonnegative(),
  /** Name of the vault or market; empty for the wallet. */
  place: z.string(),
  amount: units,
  /** USD per whole token with 8 decimals; null if unknown. */
  price: units.nullable(),
})
/** An amount of a token in one place, or owed to one. */
export type Holding = z.infer<typeof holdingSchema>

const nftSchema = z.object({
  chainId: z.int(),
  contract: address,
  collection: z.string(),
  tokenId: units,
  /** 1 for an ERC-721. */
  amount: units,
})
export type HeldNft = z.infer<typeof nftSchema>

const loanSchema = z.object({
  chainId: z.int(),
  market: address,
  name: z.string(),
  /** 18 decimals; null if the market does not tell. */
  healthFactor: units.nullable(),
})
export type Loan = z.infer<typeof loanSchema>

/** Everything that an account had at one moment, as seen by an analysis. */
export const portfolioSnapshotSchema = z.object({
  /** Milliseconds since the epoch. */
  at: z.int(),
  /** The networks that were read. */
  chainIds: z.array(z.int()),
  holdings: z.array(holdingSchema),
  nfts: z.array(nftSchema),
  /** Collections that may have had more tokens than are listed. */
  incomplete: z.array(z.string()),
  /** Markets with a debt. */
  loans: z.array(loanSchema),
})
export type PortfolioSnapshot = z.infer<typeof portfolioSnapshotSchema>

/** Serialises a snapshot as JSON that the schema reads back. */
export const snapshotJson = (snapshot: PortfolioSnapshot): string =>
  JSON.stringify(snapshot, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

/** The results of earlier analyses of a turn's account, and of no other. */
export type PortfolioMemory = {
  /** Returns the last one; null if there was none. */
  last: () => Promise<PortfolioSnapshot | null>
  /**
   * Records what this turn sees. It becomes the last one when the turn ends well: data that nobody was told must not be
   * compared.
   */
  note: (snapshot: PortfolioSnapshot) => void
}
