import { parseAmount } from '@/lib/chain/tokens/amount'

/** Parses a limit such as `1,000.50`, with or without a dollar sign, to USD with 8 decimals. Empty text is no limit. */
export function readDollars(text: string): { limit: bigint | null } | { problem: string } {
  const plain = text.trim().replace(/^\$\s*/, '')
  if (plain === '') return { limit: null }
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)
  const amount = parseAmount(isGrouped ? plain.replaceAll(',', '') : plain, 2)
  if (amount === null) return { problem: 'Enter an amount in dollars, such as 250 or 1,000.50.' }
  if (amount > mostCents) return { problem: 'That is higher than a limit can be. Leave it empty for no limit.' }
  return { limit: amount * 1_000_000n }
}

/** Anything above a hundred trillion dollars is a typo. */
const mostCents = 10n ** 16n

/** Formats a limit for editing. The inverse of `readDollars`. */
export function writeDollars(limit: bigint | null): string {
  if (limit === null) return ''
  const cents = limit / 1_000_000n
  const whole = (cents / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ',')
  return cents % 100n === 0n ? whole : `${whole}.${(cents % 100n).toString().padStart(2, '0')}`
}
