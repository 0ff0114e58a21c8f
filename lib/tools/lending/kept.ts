import { z } from 'zod'
import { keptAddress, keptApproval, keptTokenFacts, listOf, namedChain, whole } from '../shared/kept-fields'
import type { LendingDetails } from './details'

const cap = z.object({ limit: whole.nullable(), used: whole })

const reserve = z.object({
  reserveId: whole,
  token: keptAddress,
  decimals: z.int(),
  hub: keptAddress,
  assetId: whole,
  paused: z.boolean(),
  frozen: z.boolean(),
  borrowable: z.boolean(),
  collateralFactor: whole.nullable(),
  collateralRisk: whole,
  price: whole.nullable(),
  borrowRate: whole.nullable(),
  supplyRate: whole.nullable(),
  liquidity: whole.nullable(),
  totalSupplied: whole.nullable(),
  totalBorrowed: whole.nullable(),
  supplyCap: cap.nullable(),
  borrowCap: cap.nullable(),
  supplied: whole,
  debt: whole,
  isCollateral: z.boolean(),
})

/** The card's figures as stored with the outcome. */
export const keptLending = z.object({
  action: z.enum(['supply', 'borrow', 'repay', 'withdraw']),
  chain: namedChain,
  market: z.object({ address: keptAddress, name: z.string().nullable() }),
  asked: whole,
  token: keptTokenFacts.nullable(),
  balance: whole.nullable(),
  account: z
    .object({
      healthFactor: whole.nullable(),
      collateral: whole,
      debt: whole,
      collateralFactor: whole,
      riskPremium: whole,
    })
    .nullable(),
  choices: listOf(reserve),
  terms: z
    .object({
      reserve,
      amount: whole,
      all: z.boolean(),
      spending: z.object({ most: whole, allowance: whole, approval: keptApproval }).nullable(),
      collateral: z.object({ use: z.boolean(), isChoice: z.boolean() }).nullable(),
    })
    .nullable(),
}) satisfies z.ZodType<LendingDetails>
