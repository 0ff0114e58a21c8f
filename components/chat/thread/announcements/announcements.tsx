'use client'

import { useEffect, useState } from 'react'
import { useWork } from '@/components/app/work-context'
import { announceThread } from './announce'

/**
 * Milliseconds that a text stays for slow screen readers. After that it goes, so that it is not found in the page
 * twice.
 */
const stay = 15_000

/**
 * Announces a conversation politely and in order: the only live region of a thread. Texts are added and removed but
 * never changed, so that none is lost if two come close together. It has no name, because Orca repeats a live region's
 * name before each text.
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
