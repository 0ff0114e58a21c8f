import { type Address, getAddress, isAddress } from 'viem'
import { z } from 'zod'

/** An address in any case, with or without a valid checksum (EIP-55). Returned with its checksum. */
export const addressSchema = z
  .string()
  .refine((text) => isAddress(text, { strict: false }), 'must be an address')
  .transform((text): Address => getAddress(text))
