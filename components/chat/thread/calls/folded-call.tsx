import type { ReactNode } from 'react'
import { headlineOf } from '@/components/activity/headline'
import { kindOfCall } from '@/components/cards/frame/card-heading'
import { unbroken } from '@/components/ui/text/unbroken'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'

/** A call that is not its turn yet: the request in one line of our own reading. None of it is prepared. */
export function FoldedCall({
  entry,
  words,
  children,
}: {
  entry: LedgerEntry | null
  words: string | null
  children?: ReactNode
}) {
  return (
    <div
      data-folded={entry?.callId ?? ''}
      className="mt-1 rounded-sheet border border-dashed border-rule-strong px-4 py-3 text-small"
    >
      <p className="form-label">{entry ? kindOfCall(entry) : 'Coming in'}</p>
      {entry && <p className="text-pretty font-medium">{unbroken(headlineOf(entry))}</p>}
      {words && <p className="text-ink-muted">{words}</p>}
      {children}
    </div>
  )
}
