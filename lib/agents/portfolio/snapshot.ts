import { getAddress } from 'viem'
import { z } from 'zod'

const address = z.string().transform((text) => getAddress(text))

/** Base units and prices, as text in JSON. */
const units = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt)

const holdingSchema = z.object({
  kind: z.enum(['wallet', 'vault', 'supplied', 'owed']),
  chainId: z.int(),
  /** Tells it from others of its kind on its chain: a token's address, a yield's id, a market and a reserve. */
  key: z.string(),
  token: address,
  symbol: z.string(),
  decimals: z.int().nonnegative(),
  /** The vault or market, in words; empty for the wallet. */
  place: z.string(),
  amount: units,
  /** USD per whole token in 8 decimals; null where nobody says. */
  price: units.nullable(),
})
/** So much of a token in one place, or owed to one. */
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
  /** 18 decimals; null where the market does not tell. */
  healthFactor: units.nullable(),
})
export type Loan = z.infer<typeof loanSchema>

/** Everything that an account had at one moment, as an analysis saw it. */
export const portfolioSnapshotSchema = z.object({
  /** Milliseconds since the epoch. */
  at: z.int(),
  /** The networks that were looked at. */
  chainIds: z.array(z.int()),
  holdings: z.array(holdingSchema),
  nfts: z.array(nftSchema),
  /** Collections of which there may have been more than is listed. */
  incomplete: z.array(z.string()),
  /** Markets in which something is owed. */
  loans: z.array(loanSchema),
})
export type PortfolioSnapshot = z.infer<typeof portfolioSnapshotSchema>

/** A snapshot as JSON that the schema reads back. */
export const snapshotJson = (snapshot: PortfolioSnapshot): string =>
  JSON.stringify(snapshot, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

/** What earlier analyses of the account that a turn belongs to have seen: no other account's can be reached through it. */
export type PortfolioMemory = {
  /** What the last one saw; null where there was none. */
  last: () => Promise<PortfolioSnapshot | null>
  /** Notes what this turn sees. It becomes the last one once the turn has come to its end: what nobody was told is not compared with. */
  note: (snapshot: PortfolioSnapshot) => void
}
