'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { useWork } from '@/components/app/work-context'
import { CallCard } from '@/components/cards/frame/call-card'
import { cardMinHeight } from '@/components/cards/registry'
import { Skeleton } from '@/components/ui/page/skeleton'
import type { ChatPart } from '@/lib/chat/store/chat'
import { findTool } from '@/lib/tools/registry'

/**
 * The place of a card in the thread, beside the agent's text and never inside it. A call gets its controller once it is
 * in the ledger.
 */
export function CallSlot({
  part,
  taskId,
  note,
}: {
  part: Extract<ChatPart, { type: 'call' }>
  taskId: string | null
  note?: ReactNode
}) {
  const { calls } = useWork()
  const find = () => (taskId ? calls.find(taskId, part.callId) : null)
  const controller = useSyncExternalStore(calls.subscribe, find, () => null)
  // Reserves the card's space from the start, and reads it from the top (see `useFollow`).
  const isComing = !controller && findTool(part.name)?.kind !== 'display'
  return (
    <div className="my-4" data-slot="" data-hold={isComing || undefined}>
      {controller ? (
        <CallCard controller={controller} note={note} />
      ) : (
        <Skeleton className={`sheet ${cardMinHeight(part.name)}`} />
      )}
    </div>
  )
}
