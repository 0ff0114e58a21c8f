import { useSyncExternalStore } from 'react'
import type { ChatStore } from '@/lib/chat/store/chat'
import { revealInvisible } from '@/lib/wire/text'

/** Marks the menu button while a conversation started by the service is unread. */
export function UnreadDot({ chat }: { chat: ChatStore }) {
  const { conversations } = useSyncExternalStore(chat.subscribe, chat.getSnapshot, chat.getSnapshot)
  if (!conversations.some(({ unread }) => unread)) return null
  return <span aria-hidden="true" className="absolute top-1.5 right-1.5 size-2 rounded-full bg-accent" />
}

/** Announces to screen readers that the service has started a conversation. The list marks it for everybody else. */
export function Arrivals({ chat }: { chat: ChatStore }) {
  const { announcement } = useSyncExternalStore(chat.subscribe, chat.getSnapshot, chat.getSnapshot)
  return (
    <p role="status" className="sr-only">
      {announcement && revealInvisible(announcement)}
    </p>
  )
}
