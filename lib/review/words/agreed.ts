import { z } from 'zod'
import { type DraftField, draftFields } from '@/lib/wire/draft'

export type RequestField = 'action' | DraftField

/**
 * A field of a confirmed draft whose value comes from an agent, not from the person. `wrote`: what the person's own
 * words say instead.
 */
export const agreedFieldSchema = z.object({
  field: z.enum(['action', ...draftFields]),
  value: z.string(),
  wrote: z.string().optional(),
})
export type AgreedField = z.infer<typeof agreedFieldSchema>

/** A sentence that the person sent by confirming a draft, with the fields that they only agreed to. */
export type AgreedSentence = { text: string; fields: readonly AgreedField[] }

export const fieldLabels: Readonly<Record<RequestField, string>> = {
  action: 'Action',
  amount: 'Amount',
  token: 'Token',
  receives: 'Token you get',
  receiver: 'Receiver',
  place: 'Where',
  chainId: 'Network',
  toChainId: 'To network',
  slippage: 'Slippage limit',
}
