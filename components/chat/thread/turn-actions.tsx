'use client'

import { Pencil, Quote, RotateCcw } from 'lucide-react'
import { createContext, type ReactNode, use, useRef, useSyncExternalStore } from 'react'
import type { Work } from '@/components/app/work-context'
import { useWork } from '@/components/app/work-context'
import { IconButton } from '@/components/ui/icon-button'
import { CopyButton } from '@/components/ui/text/copy-button'
import type { ChatMessage } from '@/lib/chat/store/chat'
import { textOf } from '@/lib/chat/turns/transcript'
import type { LedgerState } from '@/lib/execution/ledger/entry'
import { revealInvisible } from '@/lib/wire/text'

/** Actions on a turn besides copying, which the composer carries out. */
export type TurnDeeds = {
  /**
   * `ownId` is the last message written in this browser, which can be edited. `answerId` is the answer that can be
   * retried.
   */
  ownId: string | null
  answerId: string | null
  quote: (text: string) => void
  edit: (message: ChatMessage) => void
  /** Sends the words again that led to the answer. */
  again: () => void
  /** Sends one of the agent's options, which no card takes for the person's own words. */
  choose: (option: string) => void
  /** Puts a sentence of the app's into the composer, with the part to fill in selected. */
  fillIn: (sentence: string, gap: string) => void
  /** Puts a sentence with an address of the agent's into the composer. Sent unchanged, no card takes it for theirs. */
  begin: (sentence: string) => void
}

export const TurnDeedsContext = createContext<TurnDeeds | null>(null)

/** Copy, quote, edit and retry below a turn, in reserved space, so that nothing moves when they appear. */
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
            // A call that was open at the last render may be in the wallet by now.
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

/** Returns the selected text of a turn. Empty if there is none, or if it extends beyond the turn. */
function selectedIn(turn: HTMLElement | null): string {
  const selection = getSelection()
  if (!turn || !selection || selection.isCollapsed || selection.rangeCount === 0) return ''
  return turn.contains(selection.getRangeAt(0).commonAncestorContainer) ? selection.toString().trim() : ''
}

/** States of calls without a request in the wallet that may still take effect. */
const harmless: ReadonlySet<LedgerState> = new Set(['reviewing', 'ready', 'blocked', 'rejected', 'superseded'])

/**
 * True if the answer has no more effect than words: none of its proposals was carried out, is in the wallet, or may
 * have been sent.
 */
export function isUndone({ parts, taskId }: ChatMessage, calls: Pick<Work['calls'], 'find'>): boolean {
  return parts.every((part) => {
    if (part.type !== 'call') return true
    const view = taskId === undefined ? null : calls.find(taskId, part.callId)?.getSnapshot()
    if (!view) return false
    if (view.tool?.kind === 'display') return true
    const { state, left = [] } = view.entry
    return harmless.has(state) && left.length === 0
  })
}
