'use client'

import { type ComponentProps, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
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
  const waiting = <KeptOrSkeleton kept={kept} conversationId={conversationId} />
  if (!loaded) return waiting
  return <Unlisted key={conversationId} taskId={conversationId} waiting={waiting} />
}

/** In the place of a conversation that this browser does not list: looks it up at the service. */
function Unlisted({ taskId, waiting }: { taskId: string; waiting: ReactNode }) {
  const { chat } = useWork()
  const [lookup, setLookup] = useState<'looking' | 'failed' | 'missing'>('looking')
  useEffect(() => {
    if (lookup !== 'looking') return
    let wanted = true
    chat.find(taskId).then(
      (id) => {
        if (!wanted) return
        if (id === null) setLookup('missing')
        // A conversation has a name of its own in each browser.
        else if (id !== taskId) goToConversation(id)
      },
      () => wanted && setLookup('failed'),
    )
    return () => {
      wanted = false
    }
  }, [chat, taskId, lookup])
  if (lookup === 'looking') return waiting
  return lookup === 'failed' ? (
    <Missing
      title="This conversation could not be looked up"
      action={<Button onClick={() => setLookup('looking')}>Try again</Button>}
    >
      The agent service does not answer right now. Nothing was signed or sent.
    </Missing>
  ) : (
    <Missing
      title="This conversation is not here"
      action={<Button onClick={() => goToConversation(null)}>Start a new one</Button>}
    >
      Conversations are kept for the account that started them. This one may have been deleted, or belong to another
      account. Right after you delete one, you can undo it in the list.
    </Missing>
  )
}

const Missing = ({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) => (
  <div className="thread-content py-16">
    <h1 className="text-title font-semibold">{title}</h1>
    <p className="mt-2 mb-5 text-ink-muted">{children}</p>
    {action}
  </div>
)
