import { z } from 'zod'
import { keptAddress, keptPrice, keptTokenFacts, listOf, namedChain, share, whole } from '../shared/kept-fields'
import type { StakingDetails } from './details'

const claim = <Said extends z.ZodType, Found extends z.ZodType>(said: Said, found: Found) =>
  z.object({ claimed: said.nullable(), found: found.nullable() })
const words = claim(z.string(), z.string())

/** The card's figures as stored with the outcome. */
export const keptStaking = z.object({
  action: z.enum(['enter', 'exit']),
  yieldId: z.string(),
  chain: namedChain.nullable(),
  token: keptTokenFacts.nullable(),
  amount: whole.nullable(),
  all: z.boolean(),
  question: z
    .object({
      asked: z.string(),
      readings: listOf(z.object({ unit: z.enum(['token', 'base']), amount: whole })),
    })
    .nullable(),
  contract: keptAddress.nullable(),
  pinned: z.boolean(),
  protocol: words,
  pool: words,
  rewards: claim(listOf(z.string()), listOf(z.string())),
  apy: z.object({ claimed: z.string().nullable(), stated: share.nullable() }),
  lockup: claim(z.string(), z.number()),
  balance: whole.nullable(),
  position: whole.nullable(),
  lockedUntil: z.number().nullable(),
  price: keptPrice.nullable(),
}) satisfies z.ZodType<StakingDetails>
