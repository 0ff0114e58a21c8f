'use client'

import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Address } from 'viem'
import { wantedCard } from '@/components/app/tray/go-to-card'
import type { ChatMessage, Wording } from '@/lib/chat/store/chat'
import { textOf } from '@/lib/chat/turns/transcript'
import { quoteOf } from '@/lib/wire/quotes'
import { type Draft, readDraft, saveDraft } from './drafts'
import { wantedText } from './wanted-text'

/** Holds the text in the composer of a conversation, and the actions that put text into it. */
export function useComposition(
  owner: Address,
  id: string | null,
  field: RefObject<HTMLTextAreaElement | null>,
  linkedText: string,
) {
  const [draft, setDraft] = useState<Draft>(() =>
    linkedText ? { text: linkedText, given: { text: linkedText, from: 'link' } } : readDraft(owner, id),
  )
  /** Number of texts put into the composer. Each remounts it. */
  const [taken, setTaken] = useState(0)
  /** The message being edited, and the draft that the composer held before. */
  const [editing, setEditing] = useState<{ message: ChatMessage; before: Draft } | null>(null)
  const written = useRef(draft)
  /** The part of the text to select once the composer has it. */
  const gap = useRef<string | null>(null)
  useFirstFocus(field, id)
  useEffect(() => {
    // A suggestion is meant to be edited, on a touch screen too.
    if (taken === 0) return
    const element = field.current
    if (!element) return
    element.focus()
    const at = gap.current === null ? -1 : element.value.indexOf(gap.current)
    const end = element.value.length
    element.setSelectionRange(at < 0 ? end : at, at < 0 ? end : at + (gap.current?.length ?? 0))
    gap.current = null
  }, [field, taken])

  /** Puts text into the composer, with the caret behind it. */
  const put = useCallback((next: Draft) => {
    setDraft(next)
    setTaken((count) => count + 1)
  }, [])
  useWantedText(written, put)
  const quote = useCallback(
    (text: string) => {
      const { text: before, given } = written.current
      put({ text: `${quoteOf(text)}\n\n${before}`, given })
    },
    [put],
  )
  const fillIn = useCallback(
    (sentence: string, part: string) => {
      gap.current = part
      put({ text: beforeDraft(sentence, written.current), given: null })
    },
    [put],
  )
  const begin = useCallback(
    (sentence: string) => {
      const text = beforeDraft(sentence, written.current)
      put({ text, given: { text, from: 'table' } })
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
  /** Stores what the person has typed. */
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
    fillIn,
    begin,
    edit,
    endEdit: () => {
      if (editing) put(editing.before)
      setEditing(null)
    },
    suggest: (text: string) => put({ text, given: { text, from: 'suggestion' } }),
    /** Puts back text that was waiting to be sent. Does nothing for null, when it has been sent. */
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

const beforeDraft = (sentence: string, { text }: Draft): string =>
  text.trim() === '' ? sentence : `${sentence}\n\n${text}`

/** Puts text that another part of the page wants in the composer behind what is written there. */
function useWantedText(written: RefObject<Draft>, put: (next: Draft) => void): void {
  const wanted = useSyncExternalStore(wantedText.subscribe, wantedText.getSnapshot, () => null)
  useEffect(() => {
    if (!wanted) return
    wantedText.done()
    const { text: before, given } = written.current
    const text = before.trim() === '' ? wanted.text : `${before}\n\n${wanted.text}`
    put({ text, given: wanted.suggested ? { text, from: 'suggestion' } : given })
  }, [wanted, written, put])
}

/** Focuses the field of a conversation that is opened, unless the person is led elsewhere. */
function useFirstFocus(field: RefObject<HTMLTextAreaElement | null>, id: string | null): void {
  useEffect(() => {
    // Somebody following a link to a card gets the focus there, and somebody deleting a conversation on the next entry.
    const isAtOther = isEntryOfAnother(document.activeElement, id)
    const isLed =
      isAtOther || wantedCard.getSnapshot() !== null || document.activeElement?.closest('article[data-call]')
    // With a keyboard, typing starts at once. On a touch screen the keyboard would cover the page.
    if (!isLed && !matchMedia('(pointer: coarse)').matches) field.current?.focus()
  }, [field, id])
}

/** True for an entry of the conversation list other than this conversation's. */
const isEntryOfAnother = (element: Element | null, id: string | null): boolean =>
  element instanceof HTMLElement && element.dataset.entry !== undefined && element.dataset.entry !== id
