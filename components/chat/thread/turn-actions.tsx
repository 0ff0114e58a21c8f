'use client'

import { Pencil, Quote, RotateCcw } from 'lucide-react'
import { createContext, type ReactNode, use, useRef, useSyncExternalStore } from 'react'
import { useWork } from '@/components/app/work-context'
import { IconButton } from '@/components/ui/icon-button'
import { CopyButton } from '@/components/ui/text/copy-button'
import type { ChatMessage } from '@/lib/chat/store/chat'
import { textOf } from '@/lib/chat/turns/transcript'
import { revealInvisible } from '@/lib/wire/text'
import { isUndone } from './undone'

/** What can be done with a turn, beside copying it. The composer does it. */
export type TurnDeeds = {
  /** The last message that the person wrote in this browser, which can be edited; and the answer that can be tried again. */
  ownId: string | null
  answerId: string | null
  quote: (text: string) => void
  edit: (message: ChatMessage) => void
  /** Sends the words again that the answer is to. */
  again: () => void
}

export const TurnDeedsContext = createContext<TurnDeeds | null>(null)

/** Copy, quote, edit, try again: below a turn, where room is kept for them, so that nothing moves when they are seen. */
export function TurnActions({ message }: { message: ChatMessage }) {
  const deeds = use(TurnDeedsContext)
  const { calls } = useWork()
  const row = useRef<HTMLDivElement>(null)
  const text = textOf(message.parts)
  const isAnswer = message.id === deeds?.answerId
  const mayTryAgain = useSyncExternalStore(
    calls.subscribe,
    () => isAnswer && isUndone(message, calls),
    () => false,
  )
  if (text === '' && !isAnswer) return null
  const quote = () => deeds?.quote(selectedIn(row.current?.closest('article') ?? null) || revealInvisible(text))
  return (
    <div ref={row} className="turn-actions" data-last={isAnswer || undefined}>
      {text !== '' && <CopyButton text={text} label="Copy" className={size} />}
      {text !== '' && deeds && (
        <Action label="Quote" onClick={quote}>
          <Quote />
        </Action>
      )}
      {message.id === deeds?.ownId && (
        <Action label="Edit and send again" onClick={() => deeds.edit(message)}>
          <Pencil />
        </Action>
      )}
      {mayTryAgain && (
        <Action
          label="Try again"
          onClick={() => {
            // What was open when this was drawn may be before the wallet by now.
            if (isUndone(message, calls)) deeds?.again()
          }}
        >
          <RotateCcw />
        </Action>
      )}
    </div>
  )
}

const size = 'size-8! [&_svg]:size-3.75!'

const Action = ({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) => (
  <IconButton label={label} onClick={onClick} className={size}>
    {children}
  </IconButton>
)

/** What is selected of a turn; empty where that is nothing, or reaches beyond it. */
function selectedIn(turn: HTMLElement | null): string {
  const selection = getSelection()
  if (!turn || !selection || selection.isCollapsed || selection.rangeCount === 0) return ''
  return turn.contains(selection.getRangeAt(0).commonAncestorContainer) ? selection.toString().trim() : ''
}
