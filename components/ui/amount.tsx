import { clsx } from 'clsx'
import { formatAmount } from '@/lib/chain/amount'

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
  return (
    <span className={clsx('whitespace-nowrap', className)}>
      <span className="figures">
        {signs[sign]}
        {formatAmount(value, decimals, maxFraction === undefined ? {} : { maxFraction })}
      </span>{' '}
      <bdi className="font-medium">{symbol}</bdi>
    </span>
  )
}
