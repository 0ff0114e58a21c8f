import { type Address, type Hex, isAddress, isHex } from 'viem'
import { z } from 'zod'
import type { Price, Token } from '@/lib/chain/chains/chain'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { Approval } from './approval'
import type { RecipientFacts } from './recipient'

// Schemas of a card's content, as stored with the outcome: no bigint on disk, and everything read back is validated.

/** A whole number of any size: a decimal string on disk, a bigint in memory. */
export const whole = z.codec(z.string().regex(/^-?(0|[1-9]\d*)$/), z.bigint(), { decode: BigInt, encode: String })
export const keptAddress = z.custom<Address>(
  (value) => typeof value === 'string' && isAddress(value, { strict: false }),
)
export const keptHex = z.custom<Hex>((value) => isHex(value))
/** Includes numbers that JSON cannot express: a share that is not a sensible number is shown as unknown. */
export const share = z.custom<number>((value) => typeof value === 'number')
export const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).readonly()

export const namedChain = z.object({ id: z.int(), name: z.string() })

export const keptPrice = z.object({
  usd: whole,
  decimals: z.literal(8),
  source: z.string(),
  updatedAt: z.number(),
}) satisfies z.ZodType<Price>

export const keptToken = z.object({
  chainId: z.int(),
  address: keptAddress,
  symbol: z.string(),
  name: z.string(),
  decimals: z.int(),
}) satisfies z.ZodType<Token>

export const keptTokenFacts = z.object({
  chainId: z.int(),
  address: keptAddress,
  symbol: z.string(),
  name: z.string().nullable(),
  decimals: z.int(),
  listed: z.boolean(),
  ownSymbol: z.string(),
}) satisfies z.ZodType<TokenFacts>

export const keptRecipient = z.object({
  hasCode: z.boolean(),
  delegate: keptAddress.nullable(),
  nonce: z.number(),
  balance: whole,
  isSelf: z.boolean(),
  token: keptToken.nullable(),
}) satisfies z.ZodType<RecipientFacts>

export const keptApproval = z.enum(['none', 'exact', 'reset-first']) satisfies z.ZodType<Approval>
