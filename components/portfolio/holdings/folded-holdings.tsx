import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Row } from '../view'
import { HoldingTable } from './holding-table'

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
