import { Skeleton } from '@/components/ui/page/skeleton'
import { unbroken } from '@/components/ui/text/unbroken'
import type { CallView } from '@/lib/execution/call/controller'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { isOpen } from '@/lib/execution/ledger/machine'
import { readParameters } from '@/lib/tools/shared/read-parameters'
import type { Tool } from '@/lib/tools/tool'
import { RawRequest } from './raw-request'

/** True until the first review of a call has a result. */
export const isLookedAt = ({ entry, busy, prepared, review, problem, waiting }: CallView): boolean =>
  isOpen(entry.state) && review === null && problem === null && !waiting && (prepared === null || busy !== null)

/** More lines than the largest card has room for. The rest is cut off. */
const lines = Array.from({ length: 24 }, (_, index) => index)

/** Fills the rest of the card during the first review, so that the buttons are at their final place. */
export const Looking = () => (
  <div className="min-h-0 flex-1 basis-0 overflow-hidden">
    <span className="sr-only">Checking this request against the chain</span>
    {lines.map((line) => (
      <div key={line} className="flex h-11 items-center justify-between border-t">
        <Skeleton className="h-3 w-1/4" />
        <Skeleton className={line % 3 === 1 ? 'h-3 w-2/5' : 'h-3 w-1/5'} />
      </div>
    ))}
  </div>
)

/**
 * Shows the bare request of a call without a plan, marked as such. A call that was countersigned is not prepared again.
 */
export function Pending({ view: { entry, tool } }: { view: CallView }) {
  return tool ? <AskedFor entry={entry} tool={tool} /> : <RawRequest entry={entry} />
}

function AskedFor({ entry, tool }: { entry: LedgerEntry; tool: Tool }) {
  const read = readParameters(tool.schema, entry.parameters)
  if ('error' in read) return <RawRequest entry={entry} />
  return (
    <div>
      <p className="form-label">Asked for</p>
      <p className="text-lead text-balance font-semibold">{unbroken(tool.headline(read.parameters))}</p>
    </div>
  )
}
