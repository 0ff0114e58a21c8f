import { type Address, checksumAddress, isHex } from 'viem'
import { z } from 'zod'

/**
 * Fields of the tools' parameters. Strict: a value that cannot be read with certainty is refused, never repaired (rule
 * G1).
 */

const maxUint256 = 2n ** 256n - 1n

/** 20 bytes in hex. In mixed case the EIP-55 checksum must be right: a wrong one means that a letter has changed. */
export const address = z.string().transform((text, context): Address => {
  if (!isHex(text) || text.length !== 42) {
    context.addIssue({ code: 'custom', message: 'must be an address: 0x and 40 hex digits' })
    return z.NEVER
  }
  const digits = text.slice(2)
  const checksummed = checksumAddress(text)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase() || text === checksummed) return checksummed
  context.addIssue({ code: 'custom', message: 'has a wrong EIP-55 checksum: at least one character is wrong' })
  return z.NEVER
})

/** A whole number in base units as a string: no sign, fraction, exponent, hex or leading zero, and below 2^256. */
export const uint = z
  .string()
  .regex(/^(0|[1-9]\d{0,77})$/, 'must be a whole number as a string of digits')
  .transform(BigInt)
  .refine((value) => value <= maxUint256, 'must be below 2^256')

/** A decimal number as a string, in whole tokens, as some services give amounts. Kept as text. */
export const decimal = z
  .string()
  .regex(/^(0|[1-9]\d{0,77})(\.\d{1,77})?$/, 'must be a plain decimal number as a string')

const wholeNumber = (max: number) =>
  z
    .union([
      z.int(),
      z
        .string()
        .regex(/^(0|[1-9]\d{0,15})$/, 'must be a whole number')
        .transform(Number),
    ])
    .refine((value) => value >= 0 && value <= max, `must be between 0 and ${max}`)

/** A number, or the same as a string of digits: both occur, and neither is ambiguous. */
export const chainId = wholeNumber(Number.MAX_SAFE_INTEGER).refine((id) => id > 0, 'must be a chain id')
export const tokenDecimals = wholeNumber(255)
export const days = wholeNumber(1_000_000)

/** A fraction of one: 0.005 is 0.5%. Zero and one are unit errors. */
export const fraction = z.number().gt(0, 'must be above 0').lt(1, 'must be a fraction below 1 (0.005 is 0.5%)')

export const percent = z.number()

/** The agent's words. For display, never for a decision. */
export const words = z.string().max(500)
export const identifier = z.string().min(1).max(200)

/** A field that may be missing or null: many agents write null for what they do not know. */
export const optional = <T>(field: z.ZodType<T>) => field.nullish().transform((value) => value ?? undefined)
