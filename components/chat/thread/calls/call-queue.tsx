'use client'

import { useMemo, useState, useSyncExternalStore } from 'react'
import { useWork, type Work } from '@/components/app/work-context'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { ChatPart } from '@/lib/chat/store/chat'
import type { CallController } from '@/lib/execution/call/controller'
import { type Queued, queuePositions } from '@/lib/execution/call/queue'
import { isSettled, type LedgerEntry } from '@/lib/execution/ledger/entry'
import { isOpen } from '@/lib/execution/ledger/machine'
import { canonicalToolName } from '@/lib/wire/tool-names'
import { CallSlot } from './call-slot'
import { FoldedCall } from './folded-call'
import { UnlikeTheLast } from './unlike-the-last'

type CallPart = Extract<ChatPart, { type: 'call' }>

/**
 * Shows the calls of one message in turn: one card is open, and those behind it wait folded, because what they may
 * spend depends on its outcome. All that are left can be declined at once, but not approved.
 */
export function CallQueue({ parts, taskId }: { parts: readonly CallPart[]; taskId: string | null }) {
  const { calls } = useWork()
  const [passed, setPassed] = useState<ReadonlySet<string>>(new Set())
  const view = useMemo(
    () =>
      createQueueView(
        calls,
        taskId,
        parts.map(({ callId }) => callId),
      ),
    [calls, taskId, parts],
  )
  const items = useSyncExternalStore(view.subscribe, view.getSnapshot, view.getSnapshot)
  const queue = items.map(
    ({ callId, entry, displaysOnly }): Queued => ({ callId, state: entry?.state ?? null, displaysOnly }),
  )
  const positions = queuePositions(queue, passed)
  const actions = queue.filter(({ displaysOnly }) => !displaysOnly)
  const done = actions.filter(({ state }) => state !== null && isSettled(state)).length
  const left = items.filter(({ entry, displaysOnly }) => !displaysOnly && entry !== null && isOpen(entry.state))
  const declineLeft = async () => {
    // In reverse, so that no later call becomes the open card meanwhile.
    for (const { controller } of left.toReversed()) await controller?.decline()
  }
  return (
    <section aria-label={`${parts.length} actions, one after the other`} data-queue="" className="my-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-small text-ink-muted">
          {actions.length} actions, one after the other. {done} of {actions.length} done.
        </p>
        {left.length > 1 && (
          <Button size="small" onClick={() => void declineLeft()}>
            Decline all {left.length} remaining
          </Button>
        )}
      </div>
      <ol className="flex flex-col">
        {parts.map((part, index) => {
          const { entry = null, controller = null } = items[index] ?? {}
          const position = positions[index] ?? 'waiting'
          const before = previousOf(items, index)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever appended, and ids are the service's
            <li key={index} className="mt-3" data-place={position}>
              <p className="form-label">
                {index + 1} of {parts.length}
              </p>
              {position === 'waiting' ? (
                <FoldedCall entry={entry} words="Waiting for the one before it." />
              ) : position === 'gate' ? (
                <FoldedCall entry={entry} words={null}>
                  <Gate
                    goOn={() => setPassed((all) => new Set(all).add(part.callId))}
                    decline={() => void controller?.decline()}
                  />
                </FoldedCall>
              ) : (
                <CallSlot
                  part={part}
                  taskId={taskId}
                  note={entry && before && isOpen(entry.state) && <UnlikeTheLast before={before} entry={entry} />}
                />
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function Gate({ goOn, decline }: { goOn: () => void; decline: () => void }) {
  return (
    <Notice
      tone="warn"
      className="mt-3"
      title="The one before it was not carried out"
      action={
        <>
          <Button size="small" onClick={goOn}>
            Look at this one
          </Button>
          <Button size="small" onClick={decline}>
            Decline
          </Button>
        </>
      }
    >
      This one may depend on it. Nothing has been prepared or sent for it.
    </Notice>
  )
}

/** Returns the nearest earlier call of the same tool. */
function previousOf(items: readonly QueueItem[], index: number): LedgerEntry | null {
  const entry = items[index]?.entry
  if (!entry) return null
  const tool = (of: LedgerEntry) => canonicalToolName(of.toolName) ?? of.toolName
  return items.slice(0, index).findLast((each) => each.entry && tool(each.entry) === tool(entry))?.entry ?? null
}

/** A call in the queue. `controller` and `entry` are null until the ledger has it. */
type QueueItem = {
  callId: string
  controller: CallController | null
  entry: LedgerEntry | null
  displaysOnly: boolean
}

/**
 * Creates a store of the calls of one message for React's useSyncExternalStore. Reading them here does not prepare
 * them: only opening their card does.
 */
function createQueueView(calls: Work['calls'], taskId: string | null, callIds: readonly string[]) {
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
