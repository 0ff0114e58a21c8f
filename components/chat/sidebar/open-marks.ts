import { type Address, isAddressEqual } from 'viem'
import type { Work } from '@/components/app/work-context'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'
import { isInFlight, isOpen } from '@/lib/execution/ledger/machine'
import { findTool } from '@/lib/tools/registry'

/** How many proposals of a conversation wait for the person, and how many are under way. */
export type OpenMark = { open: number; underWay: number }

/** The marks of an account's conversations, by task, for React's useSyncExternalStore. */
export function createOpenMarks(ledger: Pick<Work['ledger'], 'all' | 'subscribe'>, owner: Address) {
  let marks = marksOf(ledger.all(), owner)
  return {
    getSnapshot: () => marks,
    subscribe: (listener: () => void) =>
      ledger.subscribe(() => {
        marks = marksOf(ledger.all(), owner)
        listener()
      }),
  }
}

function marksOf(entries: readonly LedgerEntry[], owner: Address): ReadonlyMap<string, OpenMark> {
  const marks = new Map<string, OpenMark>()
  for (const { taskId, state, toolName, owner: whose } of entries) {
    const counts = isOpen(state) || isInFlight(state)
    if (!counts || !isAddressEqual(whose, owner) || findTool(toolName)?.kind === 'display') continue
    const { open, underWay } = marks.get(taskId) ?? { open: 0, underWay: 0 }
    marks.set(taskId, isOpen(state) ? { open: open + 1, underWay } : { open, underWay: underWay + 1 })
  }
  return marks
}
