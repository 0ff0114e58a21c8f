import { useCallback } from 'react'
import { useApp } from '@/components/app/app-context'
import { FoldedLine } from '@/components/cards/frame/folded-line'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/page/skeleton'
import { LineChart } from '@/components/ui/pictures/line-chart'
import { TokenOnChain } from '@/components/ui/pictures/token-on-chain'
import { ScrollBox } from '@/components/ui/scroll-box'
import { formatPrice, percentOf } from '@/components/ui/text/figures'
import type { ChainHandle, Token } from '@/lib/chain/chains/chain'
import { movementOf, type Round, readRounds } from '@/lib/chain/prices/rounds'
import { findToken } from '@/lib/chain/tokens/tokens'
import { written as inOwnWay } from '@/lib/chat/page/reading'
import { dayAndTime } from '@/lib/chat/page/time-words'
import { durationWords } from '@/lib/tools/staking/lockup'
import type { PriceDisplay } from '@/lib/wire/display'
import { useRead } from './use-read'

/** Shows how prices have moved. The agent names the tokens; this page reads the rest from the feeds of its own lists. */
export default function PriceTable({ prices }: { prices: PriceDisplay }) {
  const { chains } = useApp()
  const rows = prices.rows.flatMap(({ chainId, token: address }) => {
    const chain = chains.get(chainId)
    const token = chain && findToken(chain, address)
    return chain && token?.priceFeed ? [{ chain, token, feed: token.priceFeed }] : []
  })
  if (rows.length === 0) return null
  return (
    <div className="sheet my-4 divide-y" data-display="price">
      {rows.map((row) => (
        <PriceRow key={`${row.chain.id}:${row.token.address}`} {...row} />
      ))}
    </div>
  )
}

function PriceRow({ chain, token, feed }: { chain: ChainHandle; token: Token; feed: NonNullable<Token['priceFeed']> }) {
  const { value, hasFailed, again } = useRead(useCallback(() => readRounds(chain, feed), [chain, feed]))
  const rounds = value ?? []
  const movement = movementOf(rounds)
  return (
    <section aria-label={`Price of ${token.symbol}`} className="px-4 py-3 sm:px-5" data-price={token.symbol}>
      <div className="flex items-center gap-2.5">
        <TokenOnChain {...token} />
        <p className="min-w-0 flex-1 leading-tight">
          <span className="font-medium">{token.symbol}</span>
          <span className="block text-label text-ink-muted">{chain.name}</span>
        </p>
        {movement && (
          <p className="text-right leading-tight">
            <span className="text-[1.1875rem] font-semibold">{formatPrice(movement.last.usd)}</span>
            <span className="block text-label text-ink-muted">{changeWords(movement)}</span>
          </p>
        )}
      </div>
      {movement ? (
        <>
          <LineChart
            points={rounds.map(({ usd, at }) => ({ value: usd, at }))}
            label={`${token.symbol} over time: ${words(movement.first)}, ${words(movement.last)}; lowest ${words(movement.lowest)}, highest ${words(movement.highest)}`}
            className="mt-2 h-18"
          />
          <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-label text-ink-muted">
            <span>{dayAndTime.format(movement.first.at)}</span>
            <span>
              Lowest {formatPrice(movement.lowest.usd)}, highest {formatPrice(movement.highest.usd)}
            </span>
          </p>
          <FoldedLine
            className="mt-1 -mb-1"
            summary={`${rounds.length} of the price feed’s rounds on ${chain.name}, read by this page`}
          >
            <Rounds rounds={rounds} symbol={token.symbol} />
          </FoldedLine>
        </>
      ) : (
        <NoHistory
          isReading={value === null && !hasFailed}
          hasFailed={hasFailed}
          chainName={chain.name}
          again={again}
        />
      )}
    </section>
  )
}

const words = ({ usd, at }: Round): string => `${formatPrice(usd)} on ${dayAndTime.format(at)}`

function changeWords({ first, last, change }: NonNullable<ReturnType<typeof movementOf>>): string {
  const size = percentOf(Math.abs(change))
  const way = Math.abs(change) < 0.00005 ? 'Unchanged' : `${change > 0 ? 'Up' : 'Down'} ${size}`
  return `${way} in ${inOwnWay(durationWords((last.at - first.at) / 1000))}`
}

/** The line above as a table, the latest first. */
const Rounds = ({ rounds, symbol }: { rounds: readonly Round[]; symbol: string }) => (
  <ScrollBox label={`Rounds of the feed of ${symbol}`} className="max-h-64">
    <table className="w-full max-w-80 text-small">
      <caption className="sr-only">Price of {symbol}, the latest first</caption>
      <thead>
        <tr className="form-label text-left">
          <th scope="col" className="py-1 font-[inherit]">
            Time
          </th>
          <th scope="col" className="py-1 text-right font-[inherit]">
            Price
          </th>
        </tr>
      </thead>
      <tbody>
        {rounds.toReversed().map(({ usd, at }) => (
          <tr key={at}>
            <th scope="row" className="py-0.5 text-left font-normal text-ink-muted">
              {dayAndTime.format(at)}
            </th>
            <td className="figures py-0.5 text-right">{formatPrice(usd)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
)

function NoHistory({
  isReading,
  hasFailed,
  chainName,
  again,
}: {
  isReading: boolean
  hasFailed: boolean
  chainName: string
  again: () => void
}) {
  if (isReading)
    return (
      <div role="status">
        <span className="sr-only">Reading the price feed</span>
        <Skeleton className="mt-2 h-30" />
      </div>
    )
  if (!hasFailed) return <p className="mt-2 text-small text-ink-muted">The price feed keeps no past rounds.</p>
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-2 text-small">
      <p>{chainName} could not be read, so the price is not shown here.</p>
      <Button size="small" onClick={again}>
        Try again
      </Button>
    </div>
  )
}
