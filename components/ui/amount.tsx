import { clsx } from 'clsx'
import { formatAmount } from '@/lib/chain/amount'

/** So many characters fit on one line of the narrowest card in the largest type. A longer figure breaks anywhere. */
const longestOnOneLine = 20

const signs = { in: '+', out: '−', none: '' }

/**
 * An amount of base units with its symbol. The symbol stands in an element of its own, isolated in direction: a token
 * that calls itself "1000 USDC" cannot be read as part of the figure.
 */
export function Amount({
  value,
  decimals,
  symbol,
  maxFraction,
  sign = 'none',
  className,
}: {
  value: bigint
  decimals: number
  symbol: string
  /** Digits after the point, cut and never rounded up. Leave out where an amount is approved: then it is exact. */
  maxFraction?: number
  sign?: keyof typeof signs
  className?: string
}) {
  const text = `${signs[sign]}${formatAmount(value, decimals, maxFraction === undefined ? {} : { maxFraction })}`
  const isLong = text.length + symbol.length > longestOnOneLine
  return (
    <span className={clsx(isLong ? '[overflow-wrap:anywhere]' : 'whitespace-nowrap', className)}>
      <span className="figures">{text}</span> <bdi className="font-medium">{symbol}</bdi>
    </span>
  )
}
