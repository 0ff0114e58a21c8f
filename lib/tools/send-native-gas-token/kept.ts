import { z } from 'zod'
import { keptAddress, keptPrice, keptRecipient, keptToken, whole } from '../shared/kept-fields'
import type { SendDetails } from './parameters'

/** The card's figures as stored with the outcome. */
export const keptSend = z.object({
  chainId: z.int(),
  chainName: z.string(),
  to: keptAddress,
  amount: whole,
  facts: z
    .object({
      token: keptToken,
      balance: whole,
      price: keptPrice.nullable(),
      recipient: keptRecipient,
    })
    .nullable(),
}) satisfies z.ZodType<SendDetails>
