import { z } from 'zod'
import { address, decimal, identifier, optional } from '../shared/fields'

/** Words that agents use for all there is. */
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

/** The person's own answers on the card: in which unit the amount is meant, and that all is to be taken out. */
export const exitAdjustments = z.object({
  amountUnit: z.enum(['token', 'base']).optional(),
  all: z.boolean().optional(),
})
