import { type KeyboardEvent, type RefObject, useState } from 'react'

/**
 * Handles the arrow keys, Home and End in a list of conversations. The list is a single tab stop: the entry that last
 * had the focus, else the open one, else the first.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, ids: readonly string[], currentId: string | null) {
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const stop = [focusedId, currentId].find((id) => id !== null && ids.includes(id)) ?? ids[0] ?? null
  const focus = (id: string | undefined) => entryOf(list.current, id)?.focus()
  return {
    /** The entry that Tab reaches. */
    stop,
    setFocused: setFocusedId,
    focus,
    /** Returns the entry that takes the focus when this one is removed. */
    neighbour: (id: string): string | undefined => ids[ids.indexOf(id) + 1] ?? ids[ids.indexOf(id) - 1],
    onKeyDown: (event: KeyboardEvent) => {
      const entry = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-entry]') : null
      if (!entry || event.target !== entry) return
      const at = ids.indexOf(entry.dataset.entry ?? '')
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ids.length - 1 }[event.key]
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      focus(ids[Math.max(0, Math.min(to, ids.length - 1))])
    },
  }
}

/** Returns the list entry of a conversation; null if it is not drawn. */
export const entryOf = (list: HTMLElement | null, id: string | undefined): HTMLElement | null =>
  id === undefined ? null : (list?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`) ?? null)
