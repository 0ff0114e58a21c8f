import { clsx } from 'clsx'
import { exactAmount, formatAmount } from '@/components/ui/text/figures'
import type { Way } from '@/lib/chain/tokens/amount'
import { writtenSymbol } from '@/lib/tools/shared/token-words'
import { type IconOf, TokenIcon } from '../pictures/token-icon'
import { ExactFigure } from './exact-figure'

/** So many characters fit on one line of the narrowest card in the largest type. A longer figure breaks anywhere. */
const longestOnOneLine = 20

/** On a card in letters so large, or so narrow, that not even a short figure has a line of its own. */
const withoutRoom = '@max-[13rem]:whitespace-normal @max-[13rem]:[overflow-wrap:anywhere]'

const signs = { in: '+', out: '−', none: '' }

/**
 * A token's symbol in an element of its own, isolated in direction. What no list of ours vouches for stands in quotes and
 * in a hand of its own: whatever a token calls itself, it neither continues a figure nor passes for a symbol of ours.
 */
export const TokenSymbol = ({ symbol, listed }: { symbol: string; listed: boolean }) =>
  listed ? (
    <bdi className="font-medium">{symbol}</bdi>
  ) : (
    <bdi data-unlisted="" className="font-normal! text-ink-muted italic">
      {writtenSymbol({ symbol, listed })}
    </bdi>
  )

/**
 * An amount of base units with its symbol, as amounts are read everywhere: rounded, with the exact figure to a pointer, a
 * tap and the keyboard, and among the card's details.
 */
export function Amount({
  value,
  decimals,
  symbol,
  listed,
  sign = 'none',
  way = sign === 'in' ? 'in' : 'out',
  of,
  className,
}: {
  value: bigint
  /** Null where the token does not tell them: then the amount is in base units, and says so. */
  decimals: number | null
  /** Null where the token is named beside it. */
  symbol: string | null
  /** True if the symbol is from our own lists. */
  listed: boolean
  sign?: keyof typeof signs
  /** `in` for what arrives or is held, `out` for what leaves, is owed or may be taken. */
  way?: Way
  /** Chain and address of the token. If given, its icon comes before the figure. */
  of?: IconOf | undefined
  className?: string
}) {
  const text = `${signs[sign]}${formatAmount(value, decimals, way)}`
  const exact = `${signs[sign]}${exactAmount(value, decimals)}`
  const isLong = text.length + (symbol ?? '').length > longestOnOneLine
  return (
    <span className={clsx(isLong ? '[overflow-wrap:anywhere]' : `whitespace-nowrap ${withoutRoom}`, className)}>
      {of && <TokenIcon {...of} symbol={symbol ?? ''} className="mr-[0.4em]" />}
      {exact === text ? (
        <span className="figures">{text}</span>
      ) : (
        <ExactFigure
          text={text}
          exact={symbol === null ? exact : `${exact} ${writtenSymbol({ symbol, listed })}`}
          base={`${value} in base units`}
        />
      )}
      {decimals === null && ' of'}
      {symbol !== null && (
        <>
          {' '}
          <TokenSymbol symbol={symbol} listed={listed} />
        </>
      )}
      {decimals === null && <span className="text-small font-normal text-ink-muted">, decimals unknown</span>}
    </span>
  )
}

/** An amount with every digit, for a limit that is signed: rounded, it would differ from the field that sets it. */
export const WholeAmount = ({
  value,
  decimals,
  symbol,
  listed,
  of,
}: Pick<Parameters<typeof Amount>[0], 'value' | 'decimals' | 'listed' | 'of'> & { symbol: string }) => (
  <span className="[overflow-wrap:anywhere]">
    {of && <TokenIcon {...of} symbol={symbol} className="mr-[0.4em]" />}
    <span className="figures">{exactAmount(value, decimals)}</span> <TokenSymbol symbol={symbol} listed={listed} />
  </span>
)
