import { type Address, getAddress, type Hash, isAddress, isHash } from 'viem'
import { z } from 'zod'

/** An address in any valid spelling; a wrong checksum is refused. */
export const addressField = z.string().transform((text, context): Address => {
  if (isAddress(text)) return getAddress(text)
  context.addIssue({ code: 'custom', message: 'must be an address' })
  return z.NEVER
})

export const hashField = z.custom<Hash>(
  (value) => typeof value === 'string' && isHash(value),
  'must be a transaction hash',
)
