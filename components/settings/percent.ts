import { percentOf } from '@/components/ui/text/figures'
import { parseAmount } from '@/lib/chain/tokens/amount'
import { highestOwnSlippage } from '@/lib/execution/call/kept/own-slippage'

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
