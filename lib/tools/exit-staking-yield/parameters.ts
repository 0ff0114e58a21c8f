import { z } from 'zod'
import { address, decimal, identifier, optional } from '../shared/fields'

/** Words that agents use for the whole position. */
const everything = z
  .string()
  .regex(/^(all|max|maximum|everything)$/i)
  .transform(() => 'all' as const)

export const exitSchema = z.strictObject({
  yieldId: identifier,
  /** The interface does not say in which unit. */
  amount: z.union([decimal, everything]),
  walletAddress: optional(address),
})
export type ExitParameters = z.infer<typeof exitSchema>

/** The person's own answers on the card: the unit of the amount, and whether to take out everything. */
export const exitAdjustments = z.object({
  amountUnit: z.enum(['token', 'base']).optional(),
  all: z.boolean().optional(),
})
