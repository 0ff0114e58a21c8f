import { ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { DetailRow, DetailRows } from '@/components/cards/frame/detail-rows'
import { Amount } from '@/components/ui/text/amount'
import { chainName } from '@/lib/chain/tokens/tokens'
import { useApp } from '../app/app-context'
import type { Row } from './rows'
import { totalsOf } from './totals'

/** Totals of the listed proposals, folded until opened. */
export function ActivityTotals({ rows }: { rows: readonly Row[] }) {
  const { chains } = useApp()
  const { done, tokens, fees, uncounted } = useMemo(() => totalsOf(rows), [rows])
  if (tokens.length === 0 && fees.length === 0) return null
  return (
    <details className="group" data-totals="">
      <summary className="flex min-h-9 w-fit list-none items-center gap-1 rounded-control text-small text-ink-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        Totals of {done} completed {done === 1 ? 'proposal' : 'proposals'}
      </summary>
      <div className="flex flex-col gap-2 pt-1 pb-2 pl-5 text-small">
        <table className="w-full border-y">
          <thead>
            <tr className="form-label text-left [&_th]:py-2">
              <th scope="col">Token</th>
              <th scope="col" className="pl-3 text-right">
                Left
              </th>
              <th scope="col" className="pl-3 text-right">
                Arrived
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-rule border-t">
            {tokens.map(({ chainId, symbol, decimals, left, arrived }) => (
              <tr key={`${chainId} ${symbol}`} className="align-baseline">
                <th scope="row" className="py-2 text-left font-normal">
                  {symbol} <span className="text-ink-faint">· {chainName(chainId)}</span>
                </th>
                <td className="py-2 pl-3 text-right">
                  {left === 0n ? '–' : <Amount value={left} decimals={decimals} symbol={symbol} listed sign="out" />}
                </td>
                <td className="py-2 pl-3 text-right">
                  {arrived === 0n ? (
                    '–'
                  ) : (
                    <Amount value={arrived} decimals={decimals} symbol={symbol} listed sign="in" />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <DetailRows>
          {fees.map(({ chainId, fee }) => {
            const coin = chains.get(chainId)?.viemChain.nativeCurrency
            return (
              coin && (
                <DetailRow key={chainId} label={`Network fees on ${chainName(chainId)}`}>
                  <Amount value={fee} decimals={coin.decimals} symbol={coin.symbol} listed />
                </DetailRow>
              )
            )
          })}
        </DetailRows>
        <p className="text-pretty text-ink-muted">
          Counts transactions sent from this browser, as the chain shows them, in tokens on this app’s lists.
          {uncounted > 0 &&
            ` ${uncounted} ${uncounted === 1 ? 'proposal is' : 'proposals are'} not counted in full: the chain has not been read, or an unlisted asset moved.`}
        </p>
      </div>
    </details>
  )
}
