import { z } from 'zod'
import { keptAddress, keptHex, keptTokenFacts, listOf, share, whole } from '../shared/kept-fields'
import type { PermissionDetails } from './details'

const place = { protocol: z.string(), pool: z.string() }
const position = z.object({
  ...place,
  amount: whole,
  apy: share.nullable(),
  isRateUnread: z.literal(true).optional(),
})

/** The agent's words; any of their fields may be missing. */
const said = z
  .object({ protocol: z.string().optional(), amount: z.string().optional(), apy: share.optional() })
  .nullable()
  .optional()

/** Like `rebalancePermissionSchema`, which can only be read; this one is written as well. */
export const keptPermissionTerms = z.object({
  chainId: z.int(),
  owner: keptAddress,
  agentId: z.int(),
  token: keptAddress,
  protocol: z.string(),
  maxAmountPerMove: z.string(),
  minYieldIncreaseBps: z.int(),
  maxLockupDays: z.int(),
  validAfter: z.int(),
  validUntil: z.int(),
  nonce: keptHex,
})

/** The card's figures as stored with the outcome. */
export const keptPermission = z.object({
  chainId: z.int(),
  chainName: z.string().nullable(),
  tokenAddress: keptAddress,
  claim: z.custom<PermissionDetails['claim']>((claim) => said.safeParse(claim).success),
  minYieldIncrease: share,
  bounds: z.object({ minYieldIncreaseBps: z.number(), maxLockupDays: z.number() }),
  days: z.number(),
  typedCap: z.string().nullable(),
  validAfter: z.number(),
  validUntil: z.number(),
  agentId: z.int().nullable(),
  token: keptTokenFacts.nullable(),
  positions: z.object({ found: listOf(position), places: listOf(z.object(place)) }).nullable(),
  covered: z
    .object({
      positions: listOf(position),
      amount: whole,
      apy: share.nullable(),
      isRateUnread: z.literal(true).optional(),
      protocol: z.string(),
      matches: z.boolean(),
    })
    .nullable(),
  cap: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.enum(['set', 'position', 'pinned']), amount: whole }),
      z.object({ kind: z.literal('missing') }),
      z.object({ kind: z.literal('unreadable'), text: z.string() }),
    ])
    .nullable(),
  protocol: z.string(),
  permission: keptPermissionTerms.nullable(),
}) satisfies z.ZodType<PermissionDetails>
