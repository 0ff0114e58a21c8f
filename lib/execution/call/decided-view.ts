import { isOpen } from '../ledger/machine'
import type { CallView } from './controller'

/** A call that is no longer open as its card stood: by what was kept then, where it was, before a reload and after it. */
export function decidedView(view: CallView): CallView {
  const { record, entry, problem } = view
  if (!record || isOpen(entry.state)) return view
  return { ...view, prepared: record.prepared, review: record.review, problem: problem ?? record.problem }
}
