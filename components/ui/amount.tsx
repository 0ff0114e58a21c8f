import { clsx } from 'clsx'
import { formatAmount } from '@/lib/chain/amount'

/** So many characters fit on one line of the narrowest card in the largest type. A longer figure breaks anywhere. */
const longestOnOneLine = 20

/** On a card in letters so large, or so narrow, that not even a short figure has a line of its own. */
const withoutRoom = '@max-[13rem]:whitespace-normal @max-[13rem]:[overflow-wrap:anywhere]'

const signs = { in: '+', out: '−', none: '' }

/** So many digits after the point are read; of a smaller amount, so many that say something. */
const readDigits = 6
const tellingDigits = 4

/** An exact figure in two: what a person reads, and the digits after it that only make it exact. */
function withTail(text: string): readonly [string, string] {
  const [whole = '', fraction = ''] = text.split('.')
  const zeros = /^[^1-9]*$/.test(whole) ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  const end = Math.max(readDigits, zeros + tellingDigits)
  return fraction.length > end ? [`${whole}.${fraction.slice(0, end)}`, fraction.slice(end)] : [text, '']
}

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
  const [read, tail] = maxFraction === undefined ? withTail(text) : [text, '']
  const isLong = text.length + symbol.length > longestOnOneLine
  return (
    <span className={clsx(isLong ? '[overflow-wrap:anywhere]' : `whitespace-nowrap ${withoutRoom}`, className)}>
      <span className="figures">
        {read}
        {tail && <span className="text-[0.8em] text-ink-muted">{tail}</span>}
      </span>{' '}
      <bdi className="font-medium">{symbol}</bdi>
    </span>
  )
}
