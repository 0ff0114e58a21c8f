'use client'

import { type ComponentProps, useSyncExternalStore } from 'react'
import { ConversationView } from '@/components/chat/thread/conversation-view'
import { Button } from '@/components/ui/button'
import { KeptOrSkeleton } from '../kept/kept-or-skeleton'
import type { Kept } from '../kept/use-kept'
import { goToConversation } from '../location'
import { useWork } from '../work-context'

/** Shows the conversation in the page's address. */
export function Conversing({
  conversationId,
  kept,
  ...rest
}: {
  conversationId: string | null
  /** The thread shown from storage before the app had the conversation. */
  kept: Kept | null
} & Omit<ComponentProps<typeof ConversationView>, 'conversation' | 'before'>) {
  const { chat } = useWork()
  const { conversations, loaded } = useSyncExternalStore(chat.subscribe, chat.getSnapshot, chat.getSnapshot)
  const conversation = conversations.find(({ id }) => id === conversationId) ?? null
  if (conversationId === null || conversation)
    return (
      <ConversationView
        key={conversationId ?? 'new'}
        conversation={conversation}
        before={kept?.conversationId === conversationId ? kept.thread : null}
        {...rest}
      />
    )
  if (!loaded) return <KeptOrSkeleton kept={kept} conversationId={conversationId} />
  return (
    <div className="thread-content py-16">
      <h1 className="text-title font-semibold">This conversation is not here</h1>
      <p className="mt-2 text-ink-muted">
        Conversations are kept for the account that started them. This one may have been deleted, or belong to another
        account. Right after you delete one, you can undo it in the list.
      </p>
      <Button className="mt-5" onClick={() => goToConversation(null)}>
        Start a new one
      </Button>
    </div>
  )
}
