import { z } from 'zod'
import { address, chainId, days, decimal, optional, percent, words } from '../shared/fields'

/**
 * The agent's request (docs/protocol.md, "Tools"). The figures have no stated unit: `terms.ts` says how they are read.
 */
export const parametersSchema = z.strictObject({
  chainId,
  tokenAddress: address,
  currentPosition: optional(
    z.strictObject({ protocol: optional(words), amount: optional(decimal), apy: optional(percent) }),
  ),
  minYieldIncrease: percent,
  maxLockupDays: days,
})
export type Parameters = z.infer<typeof parametersSchema>

/** Durations to choose from, in days: no permission lasts for ever. */
export const expiryChoices = [7, 30, 90] as const

/** The person's own changes on the card. They can tighten the agent's bounds, never loosen them. */
export const adjustmentsSchema = z.object({
  days: z.union([z.literal(7), z.literal(30), z.literal(90)]).default(30),
  /** In whole tokens, as typed. */
  cap: z.string().max(100).optional(),
  minYieldIncreaseBps: z.int().min(1).max(1_000_000).optional(),
  maxLockupDays: z.int().min(0).max(365).optional(),
  /** False: no permission on chain is requested, even if one is possible. */
  onChain: z.boolean().default(true),
  /** Base units and Unix seconds from an earlier preparation: what was shown is what gets signed. */
  maxAmountPerMove: z.bigint().nonnegative().optional(),
  at: z.int().positive().optional(),
})
export type Adjustments = z.infer<typeof adjustmentsSchema>
