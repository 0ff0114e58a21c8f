import { z } from 'zod'
import { type DraftField, draftFields } from '@/lib/wire/draft'

export type RequestField = 'action' | DraftField

/**
 * A field of a draft that the person confirmed and that does not come from them: an agent put its value there. `wrote`: what
 * their own words say in its place.
 */
export const agreedFieldSchema = z.object({
  field: z.enum(['action', ...draftFields]),
  value: z.string(),
  wrote: z.string().optional(),
})
export type AgreedField = z.infer<typeof agreedFieldSchema>

/** A sentence that the person had sent by confirming a draft, and the fields of it that they only agreed to. */
export type AgreedSentence = { text: string; fields: readonly AgreedField[] }

export const fieldLabels: Readonly<Record<RequestField, string>> = {
  action: 'Action',
  amount: 'Amount',
  token: 'Token',
  receives: 'Token you get',
  receiver: 'Receiver',
  chainId: 'Network',
  toChainId: 'To network',
  slippage: 'Slippage limit',
}
