'use client'

import { useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Hash } from 'viem'
import { useApp } from '@/components/app/app-context'
import { SidePageSkeleton } from '@/components/app/frame/side-page-skeleton'
import { goToConversation } from '@/components/app/location'
import { useWork } from '@/components/app/work-context'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { FigureGroup } from '@/components/ui/text/exact-figure'
import { count } from '@/components/ui/text/figures'
import { conversationBounds } from '@/lib/wire/conversations'
import { ActivityFilters } from './activity-filters'
import { ActivityRow } from './activity-row'
import { ActivityTotals } from './activity-totals'
import { choicesOf, everything, filterRows, isFiltered } from './filter'
import { createLedgerView } from './ledger-view'
import { type Lookup, lookUp, lookupKey } from './lookups'
import { type Row, rowsOf } from './rows'
import { SaveButtons, type SavedAs, useSavedFiles } from './saved-files'
import { useListedCalls } from './use-listed-calls'

/** Rows drawn at first, and added by each "Show more": there may be thousands. */
const page = 50

/** Page of everything that agents proposed to this account, by this browser's ledger and the service's list. */
export default function Activity() {
  const { ledger, owner } = useWork()
  const view = useMemo(() => createLedgerView(ledger), [ledger])
  const entries = useSyncExternalStore(view.subscribe, view.getSnapshot, view.getSnapshot)
  const [filter, setFilter] = useState(everything)
  const looked = useDeferredValue(filter)
  const [most, setMost] = useState(page)
  const [saving, setSaving] = useState<SavedAs | null>(null)
  const { save, busy, told } = useSavedFiles()
  // A filter and an export need every page.
  const isAllWanted = isFiltered(filter) || saving !== null
  const listed = useListedCalls(isAllWanted ? Number.POSITIVE_INFINITY : Math.ceil(most / conversationBounds.page))
  const rows = useMemo(() => rowsOf(entries, listed.calls, owner), [entries, listed.calls, owner])
  const choices = useMemo(() => choicesOf(rows), [rows])
  const found = useMemo(() => filterRows(rows, looked), [rows, looked])
  const isPart = listed.state === 'part' && !isFiltered(looked)
  const oldest = listed.calls.at(-1)?.at ?? 0
  // Unread pages of the service may have calls that belong between the older ones here.
  const known = useMemo(() => (isPart ? found.filter(({ at }) => at >= oldest) : found), [found, isPart, oldest])
  const shown = useMemo(() => known.slice(0, most), [known, most])
  const isReading = listed.state === 'reading' || listed.state === 'part'
  useEffect(() => {
    if (saving === null || isReading) return
    setSaving(null)
    void save(saving, found)
  }, [saving, isReading, found, save])
  const lookups = useLookups(shown)
  const problem = listed.problem && <NotRead problem={listed.problem} onAgain={listed.again} />
  if (rows.length === 0 && listed.state === 'reading') return <SidePageSkeleton />
  if (rows.length === 0)
    return (
      <>
        {problem}
        <section aria-label="No activity" className="sheet mt-6 px-5 py-6">
          <p className="font-semibold">Nothing yet.</p>
          <p className="mt-1 text-pretty text-small text-ink-muted">
            What an agent proposes to your account is listed here, with its outcome.
          </p>
          <Button size="small" className="mt-3" onClick={() => goToConversation(null)}>
            Ask an agent
          </Button>
        </section>
      </>
    )
  return (
    <div className="mt-6 flex flex-col gap-4">
      <ActivityFilters
        filter={filter}
        choices={choices}
        onChange={(change) => {
          setFilter({ ...filter, ...change })
          setMost(page)
        }}
        onClear={() => setFilter(everything)}
      />
      {problem}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p role="status" className="text-small text-ink-muted">
          {isPart
            ? `The newest ${count(known.length)} proposals.`
            : countWords(found.length, rows.length, isFiltered(looked))}
          {listed.state === 'reading' && ' Reading what your other browsers did …'}
        </p>
        <SaveButtons busy={saving ?? busy} onSave={setSaving} />
      </div>
      <p role="status" className="text-small text-pretty text-ink-muted empty:hidden">
        {told}
      </p>
      <FigureGroup>
        <ActivityTotals rows={found} />
      </FigureGroup>
      {found.length === 0 ? (
        <section aria-label="Nothing found" className="sheet px-5 py-6">
          <p className="font-semibold">No proposals match.</p>
          <Button className="mt-3" onClick={() => setFilter(everything)}>
            Show everything
          </Button>
        </section>
      ) : (
        <FigureGroup>
          <ol aria-label="Proposals" className="sheet divide-y">
            {shown.map((row) => (
              <ActivityRow key={row.entry.key} row={row} lookups={lookups} />
            ))}
          </ol>
        </FigureGroup>
      )}
      {(isPart || known.length > shown.length) && (
        <Button className="self-center" onClick={() => setMost(most + page)}>
          Show {isPart ? page : Math.min(page, known.length - shown.length)} more
        </Button>
      )}
    </div>
  )
}

function NotRead({ problem, onAgain }: { problem: string; onAgain: () => void }) {
  return (
    <Notice
      tone="warn"
      role="alert"
      className="mt-6"
      title="What your other browsers did could not be read"
      action={
        <Button size="small" onClick={onAgain}>
          Try again
        </Button>
      }
    >
      {problem} Below is what this browser has on record.
    </Notice>
  )
}

const countWords = (found: number, all: number, isPart: boolean): string =>
  isPart ? `${count(found)} of ${count(all)} proposals.` : `${count(all)} ${all === 1 ? 'proposal' : 'proposals'}.`

/** Returns what the chains say of the transactions in the shown rows that only the service names. */
function useLookups(rows: readonly Row[]): ReadonlyMap<Hash, Lookup | null> {
  const { chains } = useApp()
  const [seen, setSeen] = useState<ReadonlyMap<Hash, Lookup | null>>(new Map())
  useEffect(() => {
    let shown = true
    const unseen = rows.filter((row) => {
      const key = lookupKey(row)
      return row.isServiceReported && key !== null && !seen.has(key)
    })
    if (unseen.length === 0) return
    Promise.all(unseen.map(async (row) => [lookupKey(row), await lookUp(row, chains)] as const)).then((found) => {
      if (!shown) return
      setSeen((before) => new Map([...before, ...found.flatMap(([key, as]) => (key ? [[key, as] as const] : []))]))
    })
    return () => {
      shown = false
    }
  }, [rows, chains, seen])
  return seen
}
