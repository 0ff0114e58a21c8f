import type { ReactNode } from 'react'
import { kindOfTool } from '@/components/cards/card-heading'
import type { LedgerEntry } from '@/lib/execution/entry'
import { readCall } from '@/lib/execution/readable-call'
import { findTool } from '@/lib/tools/registry'
import { revealInvisible } from '@/lib/wire/text'

/** A call that is not its turn yet: what is asked, in one line of our own reading. Nothing of it is prepared. */
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
      <p className="form-label">{entry ? kindOfTool(entry.toolName) : 'Coming in'}</p>
      {entry && <p className="text-pretty font-medium">{headlineOf(entry)}</p>}
      {words && <p className="text-ink-muted">{words}</p>}
      {children}
    </div>
  )
}

/** What is asked, by the tool's own reading of the parameters; the bare name where they cannot be read. */
function headlineOf(entry: LedgerEntry): string {
  const call = readCall(entry, findTool)
  return call.readable ? call.tool.headline(call.parameters) : revealInvisible(entry.toolName).slice(0, 60)
}
