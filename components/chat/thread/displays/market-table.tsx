import { use, useCallback, useSyncExternalStore } from 'react'
import { useApp } from '@/components/app/app-context'
import { useWork } from '@/components/app/work-context'
import { Badge } from '@/components/ui/badge'
import { Skeleton } from '@/components/ui/page/skeleton'
import { ProtocolIcon } from '@/components/ui/pictures/named-icons'
import { TokenOnChain } from '@/components/ui/pictures/token-on-chain'
import { RowButton } from '@/components/ui/row-button'
import { ShortAddress } from '@/components/ui/text/address'
import { percentOfWhole, shortAmount } from '@/components/ui/text/figures'
import { chainName } from '@/lib/chain/tokens/tokens'
import { timeOfDay } from '@/lib/chat/page/time-words'
import { fits } from '@/lib/tools/lending/resolve'
import type { MarketRow, MarketsDisplay } from '@/lib/wire/display'
import { gap } from '../../suggestions/gap'
import { TurnDeedsContext } from '../turn-actions'
import { marketView } from './market-view'
import { PartlyRead } from './partly-read'
import { type MarketFigures, marketKey, readMarkets } from './read-markets'
import { marketBadges, marketFacts, RiskFacts } from './risk-facts'
import { settledIn } from './settled'
import { TableHead } from './table-head'
import { useRead } from './use-read'

/** Shows lending markets. The agent says which; this page reads their rates and limits from the chains. */
export default function MarketTable({ markets }: { markets: MarketsDisplay }) {
  const { chains } = useApp()
  const { owner, calls, ledger } = useWork()
  const { rows } = markets
  // A call that has just been confirmed may have changed what can be borrowed.
  const settled = useSyncExternalStore(calls.subscribe, () => settledIn(ledger.all()), nothing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again after each call
  const read = useCallback(() => readMarkets(rows, chains, owner), [rows, chains, owner, settled])
  const { value, at, again } = useRead(read)
  return (
    <div className="sheet @container my-4" data-display="markets">
      <table className="w-full text-small">
        <caption className="form-label px-4 pt-3 pb-1.5 text-left sm:px-5">
          Lending markets
          <span className="block font-sans text-label font-normal tracking-normal normal-case">
            {at === null
              ? 'This page is reading the rates from the chains.'
              : `This page read these yearly rates from the chains at ${timeOfDay.format(at)}.`}{' '}
            They change with how much is borrowed; a card checks again.
          </span>
        </caption>
        <TableHead
          className="@max-[34rem]:sr-only"
          columns={[
            'Market',
            { name: 'You earn', isFigure: true },
            { name: 'You pay', isFigure: true },
            { name: 'Limits and risk' },
          ]}
        />
        <tbody className="divide-y">
          {rows.map((row) => (
            <Row key={marketKey(row)} row={row} figures={value?.figures.get(marketKey(row))} isRead={value !== null} />
          ))}
        </tbody>
      </table>
      {value?.isWhole === false && <PartlyRead what="rates" onRetry={again} />}
    </div>
  )
}

const nothing = () => 0

function Row({ row, figures, isRead }: { row: MarketRow; figures: MarketFigures | undefined; isRead: boolean }) {
  const { chains } = useApp()
  const deeds = use(TurnDeedsContext)
  const { chainId, market, token } = row
  const reserve = figures?.reserve
  const { place, pictured, symbol, deposit, borrow } = marketView(row, chains.get(chainId), reserve)
  const isListed = place !== null && symbol !== null
  const badges = isListed
    ? reserve
      ? marketBadges(reserve)
      : []
    : [
        <Badge key="unlisted" tone="unverified">
          Not on this app’s lists
        </Badge>,
      ]
  const room =
    figures?.room != null && reserve && borrow && symbol
      ? [`You can borrow up to ${shortAmount(figures.room, reserve.decimals)} ${symbol}`]
      : []
  return (
    <tr
      data-market={market}
      data-listed={isListed}
      className="@max-[34rem]:grid @max-[34rem]:grid-cols-[auto_minmax(0,1fr)] @max-[34rem]:gap-x-8 @max-[34rem]:px-4 @max-[34rem]:py-2"
    >
      <th
        scope="row"
        className="w-full py-2.5 pl-4 text-left font-normal sm:pl-5 @max-[34rem]:col-span-2 @max-[34rem]:py-1 @max-[34rem]:pl-0"
      >
        <span className="flex min-w-0 items-center gap-2.5">
          <TokenOnChain chainId={chainId} address={token} symbol={symbol ?? 'Unlisted token'} />
          <span className="min-w-0">
            <span className="font-medium">{symbol ?? <ShortAddress address={token} />}</span>
            <span className="block text-label text-pretty text-ink-muted">
              {pictured !== null && <ProtocolIcon name={pictured} size={14} className="mr-1" />}
              {place ?? <ShortAddress address={market} />} · {chainName(chainId)}
            </span>
          </span>
        </span>
      </th>
      <Rate of="You earn" ray={reserve?.supplyRate} isRead={isRead} />
      <Rate
        of="You pay"
        ray={reserve && !fits('borrow', reserve, 0n) ? 'not lent' : reserve?.borrowRate}
        isRead={isRead}
      />
      <td className="py-2.5 pl-3 @max-[34rem]:col-span-2 @max-[34rem]:py-1 @max-[34rem]:pl-0">
        <RiskFacts badges={badges} facts={reserve && symbol ? [...room, ...marketFacts(reserve, symbol)] : []} />
      </td>
      <td className="py-2.5 pr-2 pl-1 text-right whitespace-nowrap sm:pr-3 print:hidden @max-[34rem]:col-span-2 @max-[34rem]:-mr-2 @max-[34rem]:py-0 @max-[34rem]:pr-0">
        {deposit !== null && deeds && (
          <RowButton
            name="Deposit"
            label={`Deposit ${symbol} in ${place} on ${chainName(chainId)}`}
            onClick={() => deeds.fillIn(deposit, gap)}
          />
        )}
        {borrow !== null && deeds && (
          <RowButton
            name="Borrow"
            label={`Borrow ${symbol} from ${place} on ${chainName(chainId)}`}
            onClick={() => deeds.fillIn(borrow, gap)}
          />
        )}
      </td>
    </tr>
  )
}

/** A yearly rate, which a narrow table names beside the figure. */
function Rate({ of, ray, isRead }: { of: string; ray: bigint | 'not lent' | null | undefined; isRead: boolean }) {
  const isUnread = ray === undefined
  return (
    <td className="py-2.5 pl-3 text-right @max-[34rem]:py-1 @max-[34rem]:pl-0 @max-[34rem]:text-left">
      <span aria-hidden="true" className="hidden text-label text-ink-muted @max-[34rem]:block">
        {of}
      </span>
      {isUnread && !isRead ? (
        <Skeleton className="ml-auto h-5 w-12 @max-[34rem]:ml-0" />
      ) : (
        <span className={ray === 'not lent' || ray == null ? 'text-ink-muted' : 'figures font-medium'}>
          {isUnread
            ? 'Not read'
            : ray === null
              ? 'Not known'
              : ray === 'not lent'
                ? 'Not lent'
                : percentOfWhole(ray, one, 2)}
        </span>
      )}
    </td>
  )
}

const one = 10n ** 27n
