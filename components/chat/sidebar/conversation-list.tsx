'use client'

import { clsx } from 'clsx'
import { Plus, ScrollText, Trash2 } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { useWork } from '@/components/app/work-context'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { IconButton } from '@/components/ui/icon-button'
import { Skeleton } from '@/components/ui/page/skeleton'
import { unbroken } from '@/components/ui/text/unbroken'
import { pastMoment } from '@/lib/chat/page/moments'
import type { Conversation } from '@/lib/chat/store/chat'
import { revealInvisible } from '@/lib/wire/text'

/** The conversations of the signed-in account, newest first. */
export function ConversationList({
  currentId,
  onOpen,
  onActivity,
}: {
  currentId: string | null
  onOpen: (id: string | null) => void
  onActivity: () => void
}) {
  const { chat } = useWork()
  const { conversations, loaded } = useSyncExternalStore(chat.subscribe, chat.getSnapshot, chat.getSnapshot)
  const [removing, setRemoving] = useState<Conversation | null>(null)
  const remove = async (conversation: Conversation) => {
    setRemoving(null)
    if (conversation.id === currentId) onOpen(null)
    await chat.remove(conversation.id)
  }
  return (
    <nav aria-label="Conversations" className="flex h-full min-h-0 flex-col">
      <Button className="mb-4 w-full" onClick={() => onOpen(null)}>
        <Plus /> New conversation
      </Button>
      {loaded && conversations.length === 0 && (
        <p className="text-small text-ink-faint">Nothing yet. Your conversations will be listed here.</p>
      )}
      {!loaded && (
        <div className="flex-1">
          <Skeleton className="h-24" />
        </div>
      )}
      <ul className={clsx('-mx-2 min-h-0 flex-1 overflow-y-auto', !loaded && 'hidden')}>
        {conversations.map((conversation) => (
          <li key={conversation.id} className="group relative">
            <button
              type="button"
              aria-current={conversation.id === currentId ? 'page' : undefined}
              onClick={() => onOpen(conversation.id)}
              className="block w-full rounded-control py-2 pr-11 pl-2 text-left text-small leading-snug hover:bg-paper aria-[current]:bg-paper aria-[current]:font-semibold"
            >
              <span className="line-clamp-2 [overflow-wrap:anywhere]">
                {conversation.unread && (
                  <Badge tone="accent" className="mr-1.5">
                    New
                  </Badge>
                )}
                {unbroken(revealInvisible(conversation.title)) || 'Untitled'}
              </span>
              <span className="mt-0.5 block text-label font-normal text-ink-faint">
                {pastMoment(conversation.updatedAt, Date.now())}
              </span>
            </button>
            <IconButton
              label={`Delete “${revealInvisible(conversation.title)}”`}
              onClick={() => setRemoving(conversation)}
              className="absolute! top-1 right-1 focus-visible:opacity-100 pointer-fine:opacity-0 group-hover:opacity-100"
            >
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button look="quiet" size="small" className="mt-3 min-h-10! w-full justify-start! px-2!" onClick={onActivity}>
        <ScrollText /> Activity
      </Button>
      {removing && (
        <ConfirmDialog
          open
          title="Delete this conversation?"
          lead={
            <>
              <p>“{revealInvisible(removing.title)}” is deleted from this browser.</p>
              <p className="mt-2 text-small text-ink-muted">
                What was done on the chain stays done. The record of approved actions is kept until each has ended.
              </p>
            </>
          }
          act="Delete"
          onAct={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </nav>
  )
}
