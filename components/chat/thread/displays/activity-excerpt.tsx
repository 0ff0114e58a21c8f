import { useMemo, useSyncExternalStore } from 'react'
import { ActivityRow } from '@/components/activity/activity-row'
import { createLedgerView } from '@/components/activity/ledger-view'
import { rowsOf } from '@/components/activity/rows'
import { goToSidePage } from '@/components/app/location'
import { useWork } from '@/components/app/work-context'
import { Button } from '@/components/ui/button'

/** Proposals to show. The page has the rest. */
const most = 5

/** Shows the latest of what was proposed in this browser. The agent only asks for it: all of it is the page's own. */
export default function ActivityExcerpt() {
  const { ledger, owner } = useWork()
  const view = useMemo(() => createLedgerView(ledger), [ledger])
  const entries = useSyncExternalStore(view.subscribe, view.getSnapshot, view.getSnapshot)
  const rows = useMemo(() => rowsOf(entries, [], owner), [entries, owner])
  return (
    <section aria-label="Latest activity" className="sheet my-4 divide-y" data-display="activity">
      {rows.length === 0 ? (
        <p className="px-4 py-3 text-small text-ink-muted sm:px-5">Nothing was proposed in this browser yet.</p>
      ) : (
        <ol aria-label="Proposals" className="divide-y">
          {rows.slice(0, most).map((row) => (
            <ActivityRow key={row.entry.key} row={row} lookups={noLookups} />
          ))}
        </ol>
      )}
      <div className="flex justify-end px-2 py-1 print:hidden">
        <Button size="small" look="quiet" onClick={() => goToSidePage('activity')}>
          All activity
        </Button>
      </div>
    </section>
  )
}

/** This browser's own records need none. */
const noLookups = new Map()
