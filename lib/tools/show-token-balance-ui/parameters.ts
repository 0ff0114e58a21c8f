import type { Address } from 'viem'
import { z } from 'zod'
import { address, optional } from '../shared/fields'
import type { BalanceRow, UnmatchedClaim } from './compare'

export const balanceSchema = z.strictObject({
  address,
  /** Loosely typed by the interface: read carefully, one by one, and never trusted. */
  balances: optional(z.array(z.unknown()).max(500)),
  totalValue: optional(z.union([z.number(), z.string().max(100)])),
})
export type BalanceParameters = z.infer<typeof balanceSchema>

export type BalanceDetails = {
  address: Address
  /** False for the balances of somebody else. */
  isOwn: boolean
  /** From the chains; most valuable first. */
  rows: readonly BalanceRow[]
  /** Claims of the agent that were not found. */
  unmatched: readonly UnmatchedClaim[]
  /** Number of times the agent lists a holding again. */
  repeated: number
  /** USD with 8 decimals, summed over all rows with a price. */
  total: bigint
  /** Symbols of the listed tokens missing from the total because they have no price. */
  unpriced: readonly string[]
  /** The agent's total in USD with 8 decimals; null if it gives none. */
  claimedTotal: bigint | null
  /** Names of the networks that could not be read: their rows are missing. */
  unread: readonly string[]
}
