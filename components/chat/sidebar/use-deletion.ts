'use client'

import { type RefObject, useCallback, useRef, useState } from 'react'
import { goToConversation } from '@/components/app/location'
import type { ChatStore, Conversation } from '@/lib/chat/store/chat'
import { revealInvisible } from '@/lib/wire/text'
import type { OpenMark } from './open-marks'
import { entryOf } from './use-list-keys'

/** Deletes conversations of a list, keeps the focus in the list, and can restore the last one. */
export function useDeletion(
  chat: Pick<ChatStore, 'remove' | 'restore'>,
  shown: {
    conversations: readonly Conversation[]
    marks: ReadonlyMap<string, OpenMark>
    currentId: string | null
    list: RefObject<HTMLElement | null>
    /** See `useListKeys`. */
    focus: (id: string | undefined) => void
    neighbour: (id: string) => string | undefined
  },
) {
  const [deleted, setDeleted] = useState<{ id: string; title: string } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const remove = async (id: string) => {
    const { title = '' } = shown.conversations.find((each) => each.id === id) ?? {}
    if ((shown.marks.get(id)?.underWay ?? 0) > 0)
      return setProblem('A transaction of this conversation is under way. Delete it when that has ended.')
    // An entry's menu is drawn beside the list, in the same landmark.
    const isInside = shown.list.current?.closest('nav')?.contains(document.activeElement) ?? false
    const next = shown.neighbour(id)
    setProblem(null)
    setDeleted({ id, title: revealInvisible(title) || 'Untitled' })
    // Before the page changes: the composer of a new conversation does not take the focus from another entry.
    if (isInside) {
      shown.focus(next)
      // Once more after the menu has closed, which returns the focus to the deleted entry.
      requestAnimationFrame(() => shown.focus(next))
    }
    // Leaves the drawer on a narrow screen open, so that the deletion can be undone there.
    if (id === shown.currentId) goToConversation(null)
    const why = await chat.remove(id)
    if (why === null) return
    setDeleted((last) => (last?.id === id ? null : last))
    setProblem(`It was not deleted. ${why}`)
  }
  const removeLast = useRef(remove)
  removeLast.current = remove

  return {
    deleted,
    problem,
    /** Stable across renders. */
    remove: useCallback((id: string) => void removeLast.current(id), []),
    undo: () => {
      if (!deleted) return
      chat.restore(deleted.id)
      setDeleted(null)
      requestAnimationFrame(() => entryOf(shown.list.current, deleted.id)?.focus())
    },
    /** Called when the deletion can no longer be undone. */
    forget: useCallback(() => setDeleted(null), []),
    closeProblem: () => setProblem(null),
  }
}
