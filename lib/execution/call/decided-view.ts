import { isOpen } from '../ledger/machine'
import type { CallView } from './controller'

/** Shows a closed call as its card stood, the same before and after a reload, if that was stored. */
export function decidedView(view: CallView): CallView {
  const { record, entry, problem } = view
  if (!record || isOpen(entry.state)) return view
  return { ...view, prepared: record.prepared, review: record.review, problem: problem ?? record.problem }
}
