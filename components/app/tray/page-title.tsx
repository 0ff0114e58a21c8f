'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { useWork } from '../work-context'
import type { Pending } from './pending'

/** Puts a count before the page's title: unread conversations, open proposals and transactions under way. */
export function PageTitle({ pending: { toSign, underWay } }: { pending: Pending }) {
  const { chat } = useWork()
  const { conversations } = useSyncExternalStore(chat.subscribe, chat.getSnapshot, chat.getSnapshot)
  const unread = conversations.filter(({ unread }) => unread).length
  const count = unread + toSign.length + underWay.length
  useEffect(() => {
    if (count === 0) return
    const title = document.title
    document.title = `(${count}) ${title}`
    return () => {
      // Another page may have set its own title meanwhile.
      if (document.title === `(${count}) ${title}`) document.title = title
    }
  }, [count])
  return null
}
