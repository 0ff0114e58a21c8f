import { Skeleton } from '@/components/ui/page/skeleton'
import { unbroken } from '@/components/ui/text/unbroken'
import type { CallView } from '@/lib/execution/call/controller'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { isOpen } from '@/lib/execution/ledger/machine'
import { readParameters } from '@/lib/tools/shared/read-parameters'
import type { Tool } from '@/lib/tools/tool'
import { RawRequest } from './raw-request'

/** Nothing has come of the first look at a call yet. */
export const isLookedAt = ({ entry, busy, prepared, review, problem, waiting }: CallView): boolean =>
  isOpen(entry.state) && review === null && problem === null && !waiting && (prepared === null || busy !== null)

/** More lines than fit into the largest card: those that do not are cut off. */
const lines = Array.from({ length: 24 }, (_, index) => index)

/** Fills what is left of the card's room while it is being looked at; the buttons stand where they will stand. */
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

/** Without a plan: what is asked, said to be only that. A call that was countersigned is not prepared anew. */
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
