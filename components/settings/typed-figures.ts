import { percentOf } from '@/components/ui/text/figures'
import { parseAmount } from '@/lib/chain/tokens/amount'
import { highestOwnSlippage } from '@/lib/execution/call/kept/own-slippage'

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

/** Parses a slippage such as `0.5` or `0.5%` to a fraction. Empty text is no default of one's own. */
export function readPercent(text: string): { slippage: number | null } | { problem: string } {
  const plain = text.trim().replace(/\s*%$/, '')
  if (plain === '') return { slippage: null }
  const hundredths = parseAmount(plain, 2)
  if (hundredths === null || hundredths === 0n) return { problem: 'Enter a percentage, such as 0.5 or 1.' }
  const slippage = Number(hundredths) / 10_000
  if (slippage > highestOwnSlippage)
    return { problem: `At most ${percentOf(highestOwnSlippage)}. If a swap needs more, name it in that request.` }
  return { slippage }
}

/** Formats a slippage for editing. The inverse of `readPercent`. */
export const writePercent = (slippage: number | null): string =>
  slippage === null ? '' : String(Math.round(slippage * 10_000) / 100)
