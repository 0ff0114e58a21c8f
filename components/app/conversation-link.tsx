import { useSyncExternalStore } from 'react'
import { revealInvisible } from '@/lib/wire/text'
import { goToConversation } from './location'
import { goToCard } from './tray/go-to-card'
import { conversationOf } from './work/conversation-of'
import { useWork } from './work-context'

/** Links to the conversation of a task by its title, and to one of its cards if `cardId` is given. */
export function ConversationLink({ taskId, cardId = null }: { taskId: string; cardId?: string | null | undefined }) {
  const { chat } = useWork()
  const find = () => conversationOf(chat, taskId)
  const conversation = useSyncExternalStore(chat.subscribe, find, find)
  if (!conversation) return <span className="text-ink-muted">a conversation that is not in this browser</span>
  const { id, title } = conversation
  return (
    <a
      href={`/chat/${encodeURIComponent(id)}`}
      className="text-accent underline decoration-1 underline-offset-[3px] hover:decoration-2 [overflow-wrap:anywhere]"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        if (cardId === null) goToConversation(id)
        else goToCard(id, cardId)
      }}
    >
      <bdi>{title.trim() === '' ? 'Untitled conversation' : revealInvisible(title)}</bdi>
    </a>
  )
}
