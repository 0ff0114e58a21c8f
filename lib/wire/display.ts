import { z } from 'zod'
import { addressSchema } from './address'

/** A name, or a short answer. */
const label = z.string().min(1).max(120)
const chainId = z.int().positive()
/** Milliseconds since the epoch. */
const moment = z.int().positive()

/** Somewhere to put a token to earn. */
const yieldRowSchema = z.strictObject({
  label,
  chainId,
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
  /** When the rates were read. */
  readAt: moment,
  rows: z.array(yieldRowSchema).min(1).max(20),
})

/** A permission of the account's to look up. How much it comes to, the chain says. */
const allowanceRowSchema = z.strictObject({
  chainId,
  /** `token`: an allowance for an ERC-20. `collection`: the right to move every NFT of a collection. */
  kind: z.enum(['token', 'collection']),
  contract: addressSchema,
  spender: addressSchema,
  /** When it was last given, if that is known. */
  since: moment.nullable(),
})
export type AllowanceRow = z.infer<typeof allowanceRowSchema>

/** Places to search for permissions of the account (docs/protocol.md, "Tables and choices"). */
const allowancesSchema = z.strictObject({
  type: z.literal('allowances'),
  rows: z.array(allowanceRowSchema).min(1).max(40),
})

/** Tokens whose price and its history are asked for. Both are read from the feed on the chain. */
const priceSchema = z.strictObject({
  type: z.literal('price'),
  rows: z
    .array(z.strictObject({ chainId, token: addressSchema }))
    .min(1)
    .max(6),
})

/** Tokens of lending markets whose rates are asked for. The rates and the limits are read from the chain. */
const marketsSchema = z.strictObject({
  type: z.literal('markets'),
  rows: z
    .array(z.strictObject({ chainId, market: addressSchema, token: addressSchema }))
    .min(1)
    .max(20),
})

/** What was proposed and done lately, which the reader knows itself. */
const activitySchema = z.strictObject({ type: z.literal('activity') })

/** Possible answers to the agent's question. A button shows exactly what it says. */
const choicesSchema = z.strictObject({
  type: z.literal('choices'),
  options: z.array(label).min(2).max(12),
})

/** Something that the agent's text says too, and that is better seen than read. */
export const displaySchema = z.discriminatedUnion('type', [
  yieldsSchema,
  marketsSchema,
  allowancesSchema,
  priceSchema,
  activitySchema,
  choicesSchema,
])
export type YieldsDisplay = z.infer<typeof yieldsSchema>
export type MarketsDisplay = z.infer<typeof marketsSchema>
export type MarketRow = MarketsDisplay['rows'][number]
export type AllowancesDisplay = z.infer<typeof allowancesSchema>
export type PriceDisplay = z.infer<typeof priceSchema>
export type ChoicesDisplay = z.infer<typeof choicesSchema>
export type Display = z.infer<typeof displaySchema>
