'use client'

import { useEffect, useState } from 'react'
import { useWork } from '@/components/app/work-context'
import { announceThread } from './announce'

/** So long a text stays, for readers that fetch it late; then it is not found a second time in the page. Milliseconds. */
const stay = 15_000

/**
 * What a screen reader is told of a conversation, politely and in order: the one live region of a thread. Texts are
 * added and taken away, never changed, so that none is lost where two come close together. It has no name: Orca says
 * that of a live region before each of its texts.
 */
export function Announcements({ conversationId }: { conversationId: string }) {
  const { chat, calls } = useWork()
  const [announced, setAnnounced] = useState<readonly { id: number; text: string }[]>([])
  useEffect(() => {
    let count = 0
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const say = (text: string) => {
      count += 1
      const id = count
      setAnnounced((list) => [...list, { id, text }])
      timers.add(setTimeout(() => setAnnounced((list) => list.filter((each) => each.id !== id)), stay))
    }
    const stop = announceThread({ chat, calls, conversationId, say })
    return () => {
      stop()
      for (const timer of timers) clearTimeout(timer)
      setAnnounced([])
    }
  }, [chat, calls, conversationId])
  return (
    <div role="log" className="sr-only">
      {announced.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
