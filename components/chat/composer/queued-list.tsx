'use client'

import { CornerDownRight, Pencil, X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import type { MessageQueue } from '@/lib/chat/page/queued-messages'
import { revealInvisible } from '@/lib/wire/text'

/** Lists the messages that wait for the answer to end. Each can be taken back. */
export function QueuedList({
  queue: { messages, isPaused },
  onTakeBack,
  onEdit,
  onSendNow,
}: {
  queue: MessageQueue
  onTakeBack: (id: string) => void
  onEdit: (id: string) => void
  onSendNow: () => void
}) {
  if (messages.length === 0) return null
  return (
    <section
      aria-label="Waiting to be sent"
      className="enter mb-2 rounded-control border border-dashed border-rule-strong py-1 pr-1 pl-3"
    >
      <div className="flex min-h-8 items-center justify-between gap-2">
        <p className="text-label text-ink-faint">
          {isPaused
            ? 'The answer was not finished, so this was not sent.'
            : 'Will be sent when the answer is finished:'}
        </p>
        {isPaused && (
          <Button size="small" onClick={onSendNow}>
            Send now
          </Button>
        )}
      </div>
      <ul>
        {messages.map(({ id, text }) => (
          <li key={id} className="flex items-center gap-2 text-small">
            <CornerDownRight aria-hidden="true" className="size-3.5 shrink-0 text-ink-faint" />
            <span dir="auto" className="min-w-0 flex-1 truncate font-medium text-accent">
              {revealInvisible(text)}
            </span>
            <IconButton label="Edit" className="size-8!" onClick={() => onEdit(id)}>
              <Pencil />
            </IconButton>
            <IconButton label="Take back" className="size-8!" onClick={() => onTakeBack(id)}>
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
