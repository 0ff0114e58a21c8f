import { z } from 'zod'
import type { Way } from '@/lib/chain/tokens/amount'
import { address, chainId, optional, uint, words } from '../shared/fields'

export type LendingAction = 'supply' | 'borrow' | 'repay' | 'withdraw'

/** Says whether an action brings tokens to the wallet or takes them from it. */
export const wayOf = (action: LendingAction): Way => (action === 'borrow' || action === 'withdraw' ? 'in' : 'out')

/** All four actions have the same parameters (docs/protocol.md, "Tools"). `amount` is in base units of the token. */
export const lendingSchema = z.strictObject({
  marketAddress: address,
  tokenAddress: address,
  tokenSymbol: optional(words),
  amount: uint,
  walletAddress: optional(address),
  chainId,
})
export type LendingParameters = z.infer<typeof lendingSchema>

/** The person's own choices on the card. */
export const lendingAdjustments = z.object({
  /** Id of the reserve, if the token has several. */
  reserveId: z
    .union([z.string().regex(/^\d{1,20}$/), z.int().min(0), z.bigint()])
    .transform(BigInt)
    .optional(),
  /** True if the supply is to count as collateral. */
  collateral: z.boolean().optional(),
  /** The whole debt, or the whole supply, instead of the amount. */
  all: z.boolean().optional(),
})
export type LendingAdjustments = z.infer<typeof lendingAdjustments>
