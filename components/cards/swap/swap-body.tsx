import { clsx } from 'clsx'
import { Segmented } from '@/components/ui/segmented'
import { FullAddress } from '@/components/ui/text/address'
import { Amount, TokenSymbol } from '@/components/ui/text/amount'
import { aboutUsd, formatAmount, formatPrice, formatUsd, percentOf } from '@/components/ui/text/figures'
import { written as inOwnWay } from '@/lib/chat/page/reading'
import { isSettled } from '@/lib/execution/ledger/entry'
import type { SwapDetails, SwapSide, SwapTerms } from '@/lib/tools/execute-router-swap/details'
import { writtenSymbol } from '@/lib/tools/shared/token-words'
import { durationWords } from '@/lib/tools/staking/lockup'
import { QuoteAge, QuoteSeconds } from '../controls/quote-age'
import { RouteChoice } from '../controls/route-choice'
import type { BodyProps } from '../frame/body-props'
import { CardDetails, CardTerms } from '../frame/card-details'
import { CardTitle } from '../frame/card-title'
import { DetailRow, DetailRows } from '../frame/detail-rows'

/** A swap or a bridge: what is given, the minimum that comes back, the route and its cost. */
export function SwapBody({ details, view, open, adjust, refresh }: BodyProps<SwapDetails>) {
  const { from, to, terms, fromAmount, fromChain, toChain, isBridge } = details
  // True if the effects show what arrives.
  const isSaid = (view.review?.effects ?? null) !== null && (!isBridge || view.prepared?.expects !== undefined)
  const isQuoted = open && view.prepared?.expiresAt !== undefined
  return (
    <div className="flex flex-col gap-3">
      <CardTitle>
        {isBridge ? 'Bridge' : 'Swap'} {from ? <Amount {...written(from)} value={fromAmount} /> : 'a token'}
        {terms && to && (
          <>
            {' '}
            for at least <Amount {...written(to)} value={terms.toAmountMin} way="in" />
          </>
        )}{' '}
        {isBridge ? (
          <>
            from {fromChain.name} to {toChain.name}
          </>
        ) : (
          <>on {fromChain.name}</>
        )}
      </CardTitle>
      {terms && from && to && (
        <>
          <CardTerms
            summary={
              <span className="in-words">
                Slippage up to {percentOf(details.slippage, 3)}
                {details.slippageFromSettings && ' (your default)'} · <MarketWords impact={terms.priceImpact} />
                {isQuoted && (
                  <>
                    {' '}
                    · <QuoteSeconds at={terms.quote.at} />
                  </>
                )}
                {' · '}
                {terms.quote.toolName}
              </span>
            }
          >
            <DetailRows>
              {!isSaid && (
                <DetailRow label="Expected">
                  <Amount {...written(to)} value={terms.toAmount} way="in" />
                  {terms.toUsd !== null && (
                    <span className="text-ink-muted"> · {aboutUsd(terms.toUsd, terms.toAmount)}</span>
                  )}
                </DetailRow>
              )}
              <DetailRow label="Compared with on-chain prices">
                <Impact impact={terms.priceImpact} />
              </DetailRow>
              <DetailRow label="Maximum slippage">
                <SlippageSetting slippage={details.slippage} open={open} adjust={adjust} />
                {details.slippageFromSettings && (
                  <span className="text-label text-ink-muted"> your default, from the settings</span>
                )}
              </DetailRow>
              {isQuoted && (
                <DetailRow label="Quote">
                  <QuoteAge at={terms.quote.at} expiresAt={view.prepared?.expiresAt ?? 0} renew={refresh} />
                </DetailRow>
              )}
            </DetailRows>
            {isBridge && !isSettled(view.entry.state) && (
              <p className="text-small text-pretty text-ink-muted">
                The bridge pays out on {toChain.name} in a transaction of its own, in about{' '}
                {inOwnWay(durationWords(terms.quote.duration))}. The amount that arrives there is only the router’s
                word: it cannot be simulated here.
              </p>
            )}
            <RouteChoice alternatives={details.alternatives} to={to} open={open} adjust={adjust} />
          </CardTerms>
          <CardDetails>
            <SwapFigures from={from} to={to} terms={terms} details={details} />
          </CardDetails>
        </>
      )}
    </div>
  )
}

function SwapFigures({
  from,
  to,
  terms,
  details,
}: {
  from: SwapSide
  to: SwapSide
  terms: SwapTerms
  details: SwapDetails
}) {
  const { quote, fees } = terms
  const onChain = ({ name }: { name: string }) => (details.isBridge ? ` on ${name}` : '')
  return (
    <DetailRows>
      <DetailRow label="Rate">
        <span className="whitespace-nowrap @max-[13rem]:whitespace-normal">
          <span className="figures">1</span> <TokenSymbol {...from.token} /> ={' '}
          <Amount {...written(to)} value={terms.rate} way="in" />
        </span>
      </DetailRow>
      <DetailRow label="Route">
        {quote.toolName}
        {quote.path.length > 1 && (
          <span className="text-ink-muted"> ({quote.path.map(({ tool }) => tool).join(' → ')})</span>
        )}
      </DetailRow>
      {fees.map((fee, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two fees may share a name, and a new quote replaces them all
        <DetailRow key={index} label={`${fee.name}${fee.included ? ' (included)' : ''}`}>
          {fee.symbol !== null && fee.decimals !== null ? (
            <Amount value={fee.amount} decimals={fee.decimals} symbol={fee.symbol} listed />
          ) : (
            <span className="figures">{formatAmount(fee.amount, null)} of an unlisted token</span>
          )}
          {fee.usd !== null && <span className="text-ink-muted"> · {formatUsd(fee.usd)}</span>}
        </DetailRow>
      ))}
      <DetailRow label="Usually takes">{inOwnWay(durationWords(quote.duration))}</DetailRow>
      {from.balance !== null && (
        <DetailRow label="Your balance">
          <Amount {...written(from)} value={from.balance} way="in" />
        </DetailRow>
      )}
      <DetailRow label={`${writtenSymbol(from.token)} price${onChain(details.fromChain)}`}>
        {priceWords(from)}
      </DetailRow>
      <DetailRow label={`${writtenSymbol(to.token)} price${onChain(details.toChain)}`}>{priceWords(to)}</DetailRow>
      <DetailRow label={`Contract on ${details.fromChain.name}`}>
        <FullAddress address={quote.transaction.to} />
      </DetailRow>
      {terms.approval !== 'none' && (
        <DetailRow label="Approval">
          exactly what is swapped{terms.approval === 'reset-first' && ', after a reset to zero'}
        </DetailRow>
      )}
    </DetailRows>
  )
}

const written = ({ token: { decimals, symbol, listed } }: SwapSide) => ({ decimals, symbol, listed })

/** Writes a loss with a minus sign. An unknown impact is named, not left out. */
function Impact({ impact }: { impact: number | null }) {
  if (impact === null) return <span className="font-medium">not known</span>
  const percent = percentOf(Math.abs(impact))
  if (percent === '0%') return <span className="figures">{percent}</span>
  return (
    <span className={clsx('figures', impactLook(impact))}>
      {impact > 0 ? '−' : '+'}
      {percent}
    </span>
  )
}

/** Says the same in words, such as "0.55% below market". */
function MarketWords({ impact }: { impact: number | null }) {
  if (impact === null) return <span className="font-medium">market price not known</span>
  const percent = percentOf(Math.abs(impact))
  if (percent === '0%') return 'at market price'
  return (
    <span className={impactLook(impact)}>
      {percent} {impact > 0 ? 'below' : 'above'} market
    </span>
  )
}

const impactLook = (impact: number): string => (impact >= 0.05 ? 'text-seal' : impact >= 0.03 ? 'text-warn' : '')

const priceWords = ({ price, poolPrice }: SwapSide) =>
  price ? (
    <>
      <span className="figures">{formatPrice(price.usd)}</span> · {price.source}
      {poolPrice && poolPrice.source !== price.source && (
        <span className="text-ink-muted">
          {' '}
          (<span className="figures">{formatPrice(poolPrice.usd)}</span> · {poolPrice.source})
        </span>
      )}
    </>
  ) : (
    'none on chain'
  )

const slippageChoices = [0.001, 0.005, 0.01]

/** Shows the current slippage and alternatives. Choosing one fetches a new quote and reviews it. */
function SlippageSetting({
  slippage,
  open,
  adjust,
}: {
  /** Fraction: 0.005 is 0.5%. */
  slippage: number
  open: boolean
  adjust: (adjustments: Record<string, unknown>) => void
}) {
  if (!open) return <span className="figures">{percentOf(slippage, 3)}</span>
  const offered = slippageChoices.includes(slippage)
    ? slippageChoices
    : [...slippageChoices, slippage].sort((a, b) => a - b)
  return (
    <Segmented
      label="Maximum slippage"
      choices={offered.map((value) => ({ value, words: percentOf(value, 3) }))}
      value={slippage}
      onChoose={(value) => adjust({ slippage: value })}
    />
  )
}
