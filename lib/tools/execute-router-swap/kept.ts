import { z } from 'zod'
import {
  keptAddress,
  keptApproval,
  keptHex,
  keptPrice,
  keptTokenFacts,
  listOf,
  namedChain,
  share,
  whole,
} from '../shared/kept-fields'
import type { SwapDetails } from './details'

const side = z.object({
  token: keptTokenFacts,
  price: keptPrice.nullable(),
  poolPrice: keptPrice.nullable(),
  balance: whole.nullable(),
})

const path = listOf(z.object({ tool: z.string(), type: z.string() }))
const routeFees = listOf(
  z.object({ name: z.string(), amount: whole, token: keptAddress, chainId: z.int(), included: z.boolean() }),
)

const quote = z.object({
  id: z.string(),
  routeKey: z.string(),
  tool: z.string(),
  toolName: z.string(),
  fromAmount: whole,
  toAmount: whole,
  toAmountMin: whole,
  approvalAddress: keptAddress,
  fees: routeFees,
  duration: z.number(),
  path,
  transaction: z.object({
    chainId: z.int(),
    to: keptAddress,
    data: keptHex,
    value: whole,
    gas: whole.optional(),
  }),
  at: z.number(),
})

const terms = z.object({
  quote,
  toAmount: whole,
  toAmountMin: whole,
  fromUsd: whole.nullable(),
  toUsd: whole.nullable(),
  minimumUsd: whole.nullable(),
  rate: whole,
  fees: listOf(
    z.object({
      name: z.string(),
      amount: whole,
      chainId: z.int(),
      symbol: z.string().nullable(),
      decimals: z.int().nullable(),
      usd: whole.nullable(),
      included: z.boolean(),
    }),
  ),
  feesUsd: whole,
  priceImpact: share.nullable(),
  approval: keptApproval,
  allowance: whole,
})

const alternative = z.object({
  key: z.string(),
  toolName: z.string(),
  path,
  toAmount: whole,
  toAmountMin: whole,
  fees: routeFees,
  gas: whole.nullable(),
  duration: z.number(),
  toUsd: whole.nullable(),
  costUsd: whole.nullable(),
  chosen: z.boolean(),
})

/** The card's figures as stored with the outcome. */
export const keptSwap = z.object({
  isBridge: z.boolean(),
  slippage: z.number(),
  slippageAdjusted: z.boolean(),
  slippageFromSettings: z.boolean().optional(),
  fromChain: namedChain,
  toChain: namedChain,
  fromAmount: whole,
  from: side.nullable(),
  to: side.nullable(),
  terms: terms.nullable(),
  alternatives: z.union([listOf(alternative), z.literal('unread'), z.null()]),
}) satisfies z.ZodType<SwapDetails>
