'use client'

import { useEffect, useRef, useState } from 'react'
import { conversationBounds } from '@/lib/wire/conversations'

/** Edits a conversation's title in place. Enter and losing the focus keep the text, Escape discards it. */
export function RenameField({
  title,
  onDone,
}: {
  title: string
  /** `title` is null if it stays the same. `byKey`: the focus must return to the entry. */
  onDone: (title: string | null, byKey: boolean) => void
}) {
  const [text, setText] = useState(title)
  const field = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useEffect(() => field.current?.select(), [])
  const done = (isKept: boolean, byKey: boolean) => {
    if (isDone.current) return
    isDone.current = true
    const written = text.replace(/\s+/g, ' ').trim()
    onDone(isKept && written !== '' && written !== title ? written : null, byKey)
  }
  return (
    <input
      dir="auto"
      ref={field}
      value={text}
      aria-label="Title of the conversation"
      maxLength={conversationBounds.title}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => done(true, false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
        // Keeps Escape from also closing a dialog around the list.
        event.preventDefault()
        event.stopPropagation()
        done(event.key === 'Enter', true)
      }}
      className="block min-h-8 w-full rounded-control border border-accent bg-paper-raised px-2 text-small outline-none!"
    />
  )
}
