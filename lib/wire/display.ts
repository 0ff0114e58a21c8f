import { z } from 'zod'
import { addressSchema } from './address'

/** A name, or a short answer. */
const label = z.string().min(1).max(120)

/** Somewhere to put a token to earn. */
const yieldRowSchema = z.strictObject({
  label,
  chainId: z.int().positive(),
  /** The vault or lending market. */
  contract: addressSchema,
  /** The token that it takes. */
  token: addressSchema,
  /** The yearly rate as a share of one: 0.05 is 5%. Null if unknown. */
  apy: z.number().min(-1).max(1_000_000).nullable(),
  /** Zero for none, null if unknown. */
  lockupSeconds: z.int().nonnegative().max(10_000_000_000).nullable(),
})
export type YieldRow = z.infer<typeof yieldRowSchema>

/** Places to earn, best first (docs/protocol.md, "Tables and choices"). */
const yieldsSchema = z.strictObject({
  type: z.literal('yields'),
  /** When the rates were read, in milliseconds since the epoch. */
  readAt: z.int().positive(),
  rows: z.array(yieldRowSchema).min(1).max(20),
})

/** Possible answers to the agent's question. A button shows exactly what it says. */
const choicesSchema = z.strictObject({
  type: z.literal('choices'),
  options: z.array(label).min(2).max(12),
})

/** Something that the agent's text says too, and that is better seen than read. */
export const displaySchema = z.discriminatedUnion('type', [yieldsSchema, choicesSchema])
export type YieldsDisplay = z.infer<typeof yieldsSchema>
export type ChoicesDisplay = z.infer<typeof choicesSchema>
export type Display = z.infer<typeof displaySchema>
