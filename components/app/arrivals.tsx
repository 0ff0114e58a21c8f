import { useSyncExternalStore } from 'react'
import type { ChatStore } from '@/lib/chat/store/chat'
import { revealInvisible } from '@/lib/wire/text'

/** A dot on the menu's button while a conversation that the service has begun waits to be opened. */
export function UnreadDot({ chat }: { chat: ChatStore }) {
  const { conversations } = useSyncExternalStore(chat.subscribe, chat.getSnapshot, chat.getSnapshot)
  if (!conversations.some(({ unread }) => unread)) return null
  return <span aria-hidden="true" className="absolute top-1.5 right-1.5 size-2 rounded-full bg-accent" />
}

/** Says to screen readers that the service has begun a conversation. Others see the mark in the list. */
export function Arrivals({ chat }: { chat: ChatStore }) {
  const { announcement } = useSyncExternalStore(chat.subscribe, chat.getSnapshot, chat.getSnapshot)
  return (
    <p role="status" className="sr-only">
      {announcement && revealInvisible(announcement)}
    </p>
  )
}
