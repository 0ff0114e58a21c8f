import { ChevronRight } from 'lucide-react'
import { memo, useState } from 'react'
import { ProtocolIcon } from '@/components/ui/pictures/named-icons'
import { TokenOnChain } from '@/components/ui/pictures/token-on-chain'
import { RowButton } from '@/components/ui/row-button'
import { Amount, TokenSymbol } from '@/components/ui/text/amount'
import { FigureGroup } from '@/components/ui/text/exact-figure'
import { formatUsd, percentOf } from '@/components/ui/text/figures'
import { protocolOfPlace } from '@/lib/chain/accounts/listed-contracts'
import type { Holding } from '@/lib/chain/portfolio/holding'
import { chainName } from '@/lib/chain/tokens/tokens'
import { dayAndTime } from '@/lib/chat/page/time-words'
import type { Row } from '../view'
import { actionsOf } from './sentences'

/** One row of four columns if there is room; else two lines, with the actions on the second. */
const columns =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 @min-[38rem]:grid-cols-[minmax(0,1fr)_9.5rem_7.5rem_12.5rem] @min-[38rem]:items-center'

/**
 * Lists what is held or owed. Rows out of sight are not rendered (`content-visibility`): there may be hundreds. The room
 * kept for them is that of their contents, without the padding.
 */
export function HoldingTable({
  caption,
  rows,
  onAsk,
}: {
  caption: string
  rows: readonly Row[]
  onAsk: (sentence: string) => void
}) {
  return (
    <div className="sheet @container">
      <table className="block text-small">
        <caption className="sr-only">{caption}, the most valuable first</caption>
        <thead className="block @max-[38rem]:sr-only">
          <tr className={`form-label px-4 pt-3 pb-1.5 text-left ${columns}`}>
            <th scope="col" className="font-[inherit]">
              Token
            </th>
            <th scope="col" className="text-right font-[inherit]">
              Amount
            </th>
            <th scope="col" className="text-right font-[inherit]">
              Value
            </th>
            <th scope="col" className="text-right font-[inherit]">
              <span className="sr-only">What you can do</span>
            </th>
          </tr>
        </thead>
        <FigureGroup>
          <tbody className="block divide-y">
            {rows.map(({ id, holding, usd }) => (
              <HoldingRow key={id} holding={holding} usd={usd} onAsk={onAsk} />
            ))}
          </tbody>
        </FigureGroup>
      </table>
    </div>
  )
}

const HoldingRow = memo(function HoldingRow({
  holding,
  usd,
  onAsk,
}: {
  holding: Holding
  usd: bigint | null
  onAsk: (sentence: string) => void
}) {
  const { chainId, token, symbol, listed, amount, decimals, kind } = holding
  const actions = actionsOf(holding)
  const protocol = holding.place === null ? null : protocolOfPlace(chainId, holding.place)
  return (
    <tr
      data-holding={kind}
      className={`px-4 py-2 [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto] @min-[38rem]:[contain-intrinsic-size:auto_2.2rem] ${columns}`}
    >
      <th scope="row" className="flex min-w-0 items-center gap-2.5 text-left font-normal @max-[38rem]:row-span-2">
        <TokenOnChain chainId={chainId} address={token} symbol={symbol} />
        <span className="min-w-0">
          <TokenSymbol symbol={symbol} listed={listed} />
          <span className="block text-label text-pretty text-ink-muted">
            {protocol !== null && <ProtocolIcon name={protocol} size={13} className="mr-1" />}
            {placeWords(holding)}
          </span>
        </span>
      </th>
      <td className="text-right">
        <Amount value={amount} decimals={decimals} symbol={null} listed={listed} way={kind === 'owed' ? 'out' : 'in'} />
      </td>
      <td className="figures text-right font-medium @max-[38rem]:font-normal @max-[38rem]:text-ink-muted">
        {usd === null ? <span className="font-sans text-ink-muted">no price</span> : formatUsd(usd)}
      </td>
      <td className="-mr-2 flex justify-end @max-[38rem]:col-span-2 @max-[38rem]:empty:hidden print:hidden">
        {actions.map((action) => (
          <RowButton
            key={action.words}
            name={action.words}
            label={`${action.words} ${symbol} on ${chainName(chainId)}`}
            onClick={() => onAsk(action.sentence)}
          />
        ))}
      </td>
    </tr>
  )
})

function placeWords({ chainId, place, kind, rate, lockedUntil, canLeave }: Holding): string {
  const verb = kind === 'owed' ? 'costs' : 'earns'
  return [
    ...(place === null ? [] : [place]),
    chainName(chainId),
    ...(rate === null ? [] : [`${verb} ${percentOf(rate)} a year`]),
    ...(lockedUntil === null ? [] : [`locked until ${dayAndTime.format(lockedUntil)}`]),
    ...(canLeave || lockedUntil !== null ? [] : ['halted by the market']),
  ].join(' · ')
}

/** Sums up holdings in one line, and lists them once it is opened. */
export function FoldedHoldings({
  words,
  caption,
  rows,
  onAsk,
}: {
  words: string
  caption: string
  rows: readonly Row[]
  onAsk: (sentence: string) => void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-9 w-fit list-none items-center gap-1 rounded-control text-small text-ink-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 transition-transform group-open:rotate-90" />
        {words}
      </summary>
      <div className="pt-1 pb-3">{isOpen && <HoldingTable caption={caption} rows={rows} onAsk={onAsk} />}</div>
    </details>
  )
}
