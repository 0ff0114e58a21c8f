'use client'

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Address } from 'viem'
import { wantedCard } from '@/components/app/tray/go-to-card'
import type { ChatMessage, Wording } from '@/lib/chat/store/chat'
import { textOf } from '@/lib/chat/turns/transcript'
import { quoteOf } from '@/lib/wire/quotes'
import { type Draft, readDraft, saveDraft } from './drafts'

/** What stands in the composer of a conversation, and everything that puts words into it. */
export function useComposition(
  owner: Address,
  id: string | null,
  field: RefObject<HTMLTextAreaElement | null>,
  linkedText: string,
) {
  const [draft, setDraft] = useState<Draft>(() =>
    linkedText ? { text: linkedText, given: { text: linkedText, from: 'link' } } : readDraft(owner, id),
  )
  /** Each text that is put into the composer makes it begin anew. */
  const [taken, setTaken] = useState(0)
  /** The message that is written anew, and what stood in the composer before. */
  const [editing, setEditing] = useState<{ message: ChatMessage; before: Draft } | null>(null)
  const written = useRef(draft)
  useEffect(() => {
    // Whoever came for a card is led to that, and may be there already. Whoever deleted a conversation is at the next one.
    const isAtOther = isEntryOfAnother(document.activeElement, id)
    const isLed =
      isAtOther || wantedCard.getSnapshot() !== null || document.activeElement?.closest('article[data-call]')
    // Where there is a keyboard, one writes at once. On a touch screen the field would push the page away.
    if (!isLed && !matchMedia('(pointer: coarse)').matches) field.current?.focus()
  }, [field, id])
  useEffect(() => {
    // A suggestion is there to be read and changed, also on a touch screen.
    if (taken > 0) field.current?.focus()
  }, [field, taken])

  /** Puts words into the composer, and the person behind them. */
  const put = useCallback((next: Draft) => {
    setDraft(next)
    setTaken((count) => count + 1)
  }, [])
  const quote = useCallback(
    (text: string) => {
      const { text: before, given } = written.current
      put({ text: `${quoteOf(text)}\n\n${before}`, given })
    },
    [put],
  )
  const edit = useCallback(
    (message: ChatMessage) => {
      const text = textOf(message.parts)
      setEditing({ message, before: written.current })
      put({ text, given: message.suggested ? { text, from: 'suggestion' } : null })
    },
    [put],
  )
  /** The person has changed what stands there. */
  const keep = useCallback(
    (changed: Draft) => {
      written.current = changed
      saveDraft(owner, id, changed)
    },
    [owner, id],
  )
  return {
    draft,
    taken,
    edited: editing?.message ?? null,
    quote,
    edit,
    endEdit: () => {
      if (editing) put(editing.before)
      setEditing(null)
    },
    suggest: (text: string) => put({ text, given: { text, from: 'suggestion' } }),
    /** Puts back words that were to be sent; null where they have been. */
    putBack: (taken: { text: string; wording?: Wording | undefined } | null) => {
      if (!taken) return
      const { text, wording } = taken
      const { text: before, given } = written.current
      const isSuggested = wording?.suggested && before === ''
      put({
        text: before === '' ? text : `${text}\n\n${before}`,
        given: isSuggested ? { text, from: 'suggestion' } : given,
      })
    },
    keep,
  }
}

/** True for an entry of the list that stands for another conversation than this one. */
const isEntryOfAnother = (element: Element | null, id: string | null): boolean =>
  element instanceof HTMLElement && element.dataset.entry !== undefined && element.dataset.entry !== id
