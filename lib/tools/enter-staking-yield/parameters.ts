import { z } from 'zod'
import { address, chainId, decimal, identifier, optional, percent, words } from '../shared/fields'

export const enterSchema = z.strictObject({
  yieldId: identifier,
  /** The interface does not say in which unit. */
  amount: decimal,
  walletAddress: optional(address),
  tokenSymbol: optional(words),
  tokenAddress: optional(address),
  chainId: optional(chainId),
  network: optional(words),
  protocol: optional(words),
  poolName: optional(words),
  apy: optional(percent),
  lockupPeriod: optional(words),
  rewardTokenSymbols: optional(z.array(words).max(20)),
})
export type EnterParameters = z.infer<typeof enterSchema>

/** The person's own answer on the card: the unit of the amount. */
export const enterAdjustments = z.object({ amountUnit: z.enum(['token', 'base']).optional() })
