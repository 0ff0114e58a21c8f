import { Badge } from '@/components/ui/badge'
import { readCall } from '@/lib/execution/call/readable-call'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { findTool } from '@/lib/tools/registry'
import { statusLabelOf } from './status-labels'

/** Returns the kind of action in a word or two. */
export function kindOfCall(entry: LedgerEntry): string {
  const call = readCall(entry, findTool)
  const caption = call.readable ? call.tool.caption?.(call.parameters) : null
  return caption ?? call.tool?.label ?? 'Unknown request'
}

/** Shows the kind of action and its state. */
export function CardHeading({
  entry,
  displaysOnly,
  waits = false,
}: {
  entry: LedgerEntry
  /** True if there is nothing to countersign. */
  displaysOnly: boolean
  /** True if it cannot be reviewed yet, because somebody does not answer. */
  waits?: boolean
}) {
  const { word, tone } = waits ? ({ word: 'Waiting', tone: 'neutral' } as const) : statusLabelOf(entry)
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <h3 className="form-label">{kindOfCall(entry)}</h3>
      {!displaysOnly && <Badge tone={tone}>{word}</Badge>}
    </header>
  )
}
