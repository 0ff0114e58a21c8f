'use client'

import { useSyncExternalStore } from 'react'
import type { ChatPart } from '@/lib/chat/chat'
import { CallCard } from '../cards/call-card'
import { cardRoom } from '../cards/card-room'
import { Skeleton } from '../ui/skeleton'
import { useWork } from './work-context'

/**
 * The place of a card in the thread, beside the agent's text and never inside it. A call gets its controller once the
 * ledger has entered it.
 */
export function CallSlot({ part, taskId }: { part: Extract<ChatPart, { type: 'call' }>; taskId: string | null }) {
  const { calls } = useWork()
  const find = () => (taskId ? calls.find(taskId, part.callId) : null)
  const controller = useSyncExternalStore(calls.subscribe, find, () => null)
  return (
    <div className="my-4">
      {controller ? <CallCard controller={controller} /> : <Skeleton className={`sheet ${cardRoom(part.name)}`} />}
    </div>
  )
}
