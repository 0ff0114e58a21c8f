import { Skeleton } from '@/components/ui/skeleton'
import type { CallView } from '@/lib/execution/controller'
import type { LedgerEntry } from '@/lib/execution/entry'
import { isOpen } from '@/lib/execution/machine'
import type { Tool } from '@/lib/tools/tool'
import { RawRequest } from './raw-request'

/** Nothing has come of the first look at a call yet. */
export const isLookedAt = ({ entry, busy, prepared, review, problem }: CallView): boolean =>
  isOpen(entry.state) && review === null && problem === null && (prepared === null || busy !== null)

/** Fills what is left of the card's room while it is being looked at; the buttons stand where they will stand. */
export const Looking = () => (
  <div className="flex min-h-0 flex-1 basis-0 flex-col gap-3 overflow-hidden">
    <span className="sr-only">Checking this request on the chain</span>
    <Skeleton className="h-10 shrink-0" />
    <Skeleton className="h-10 shrink-0" />
    <Skeleton className="h-20 shrink-0" />
  </div>
)

/** Without a plan: what is asked, said to be only that. A call that was countersigned is not prepared anew. */
export function Pending({ view, open }: { view: CallView; open: boolean }) {
  const { entry, tool, problem } = view
  if (!tool) return <RawRequest entry={entry} />
  if (problem || !open) return <AskedFor entry={entry} tool={tool} />
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-7 w-3/4" />
      <Skeleton className="h-24" />
    </div>
  )
}

function AskedFor({ entry, tool }: { entry: LedgerEntry; tool: Tool }) {
  const parameters = tool.schema.safeParse(entry.parameters)
  if (!parameters.success) return <RawRequest entry={entry} />
  return (
    <div>
      <p className="form-label">Asked for</p>
      <p className="text-lead text-balance font-semibold">{tool.headline(parameters.data)}</p>
    </div>
  )
}
