'use client'

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useApp } from '@/components/app/app-context'
import { useWork } from '@/components/app/work-context'
import { Skeleton } from '@/components/ui/page/skeleton'
import { formatUsd } from '@/components/ui/text/figures'
import { unbroken } from '@/components/ui/text/unbroken'
import { timeOfDay } from '@/lib/chat/page/time-words'
import { type Spending, spendings } from '@/lib/execution/ledger/history/spending'
import { type Prices, readAssetPrices, worthOf } from '@/lib/review/findings/budget'
import { headlineOf } from '../activity/headline'
import { createLedgerView } from '../activity/ledger-view'

/** Shows what counts towards the daily limit, and what is left of it. */
export function SpentToday({ perDay }: { perDay: bigint | null }) {
  const { ledger, owner } = useWork()
  const { chains } = useApp()
  const view = useMemo(() => createLedgerView(ledger), [ledger])
  const entries = useSyncExternalStore(view.subscribe, view.getSnapshot, view.getSnapshot)
  const spent = useMemo(() => spendings(entries, owner, Date.now()), [entries, owner])
  const prices = usePrices(spent)
  return (
    <section aria-labelledby="spent-heading" className="mt-10">
      <h3 id="spent-heading" className="form-label border-b border-rule-strong pb-2">
        The last 24 hours
      </h3>
      {spent.length === 0 ? (
        <p className="mt-3 text-small text-ink-muted">No proposal has moved anything out of your account.</p>
      ) : prices === null ? (
        <Skeleton className="mt-3 h-16" />
      ) : (
        <>
          <Sum
            worth={worthOf(
              spent.flatMap(({ out }) => out),
              prices,
              chains,
            )}
            perDay={perDay}
          />
          <ol className="mt-2 divide-y">
            {spent.map((spending) => (
              <Line key={spending.entry.key} spending={spending} worth={worthOf(spending.out, prices, chains)} />
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

type Worth = ReturnType<typeof worthOf>

function Sum({ worth: { usd, unpriced }, perDay }: { worth: Worth; perDay: bigint | null }) {
  const left = perDay === null ? null : perDay > usd ? perDay - usd : 0n
  return (
    <dl className="mt-3 flex flex-wrap gap-x-10 gap-y-2">
      <div>
        <dt className="text-small text-ink-muted">
          Left your account{unpriced.length > 0 && ', counting only what has a price'}
        </dt>
        <dd className="figures text-lead">{formatUsd(usd)}</dd>
      </div>
      {left !== null && (
        <div>
          <dt className="text-small text-ink-muted">Left in your limit</dt>
          <dd className="figures text-lead">{formatUsd(left)}</dd>
        </div>
      )}
    </dl>
  )
}

function Line({ spending: { entry, recorded }, worth: { usd, unpriced } }: { spending: Spending; worth: Worth }) {
  const isWhole = recorded && unpriced.length === 0
  return (
    <li className="flex items-baseline justify-between gap-4 py-2.5 text-small">
      <span className="min-w-0 text-pretty">
        {unbroken(headlineOf(entry))}{' '}
        <span className="text-label text-ink-faint">{timeOfDay.format(entry.updatedAt)}</span>
      </span>
      <span className="figures shrink-0 text-ink-muted">
        {isWhole ? formatUsd(usd) : usd > 0n ? `${formatUsd(usd)} +` : 'no price'}
      </span>
    </li>
  )
}

/** Returns the prices of what was spent. Null until they are known. */
function usePrices(spent: readonly Spending[]): Prices | null {
  const { chains } = useApp()
  const [prices, setPrices] = useState<Prices | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const assets = spent.flatMap(({ out }) => out).map(({ asset }) => asset)
    readAssetPrices(assets, chains, Date.now(), abort.signal).then((read) => {
      if (!abort.signal.aborted) setPrices(read)
    })
    return () => abort.abort()
  }, [spent, chains])
  return prices
}
