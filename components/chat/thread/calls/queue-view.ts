import type { Work } from '@/components/app/work-context'
import type { CallController } from '@/lib/execution/call/controller'
import type { LedgerEntry } from '@/lib/execution/ledger/entry'

/** A call in the queue. `controller` and `entry` are null until the ledger has it. */
export type QueueItem = {
  callId: string
  controller: CallController | null
  entry: LedgerEntry | null
  displaysOnly: boolean
}

/**
 * Creates a store of the calls of one message for React's useSyncExternalStore. Reading them here does not prepare
 * them: only opening their card does.
 */
export function createQueueView(calls: Work['calls'], taskId: string | null, callIds: readonly string[]) {
  let last: readonly QueueItem[] = []
  const look = (callId: string): QueueItem => {
    const controller = taskId ? calls.find(taskId, callId) : null
    const view = controller?.getSnapshot()
    return { callId, controller, entry: view?.entry ?? null, displaysOnly: view?.tool?.kind === 'display' }
  }
  return {
    subscribe: calls.subscribe,
    getSnapshot: (): readonly QueueItem[] => {
      const now = callIds.map(look)
      const same = now.length === last.length && now.every((item, index) => item.entry === last[index]?.entry)
      if (!same) last = now
      return last
    },
  }
}
