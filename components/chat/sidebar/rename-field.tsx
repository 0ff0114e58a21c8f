'use client'

import { useEffect, useRef, useState } from 'react'
import { conversationBounds } from '@/lib/wire/conversations'

/** A conversation's title to be written anew, in its place. Enter and leaving it keep what was written, Escape does not. */
export function RenameField({
  title,
  onDone,
}: {
  title: string
  /** Null where the title stays. `byKey` where the focus is to go back to the entry. */
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
      ref={field}
      value={text}
      aria-label="Title of the conversation"
      maxLength={conversationBounds.title}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => done(true, false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
        // Nor does it close a dialog around the list.
        event.preventDefault()
        event.stopPropagation()
        done(event.key === 'Enter', true)
      }}
      className="block min-h-8 w-full rounded-control border border-accent bg-paper-raised px-2 text-small outline-none!"
    />
  )
}
