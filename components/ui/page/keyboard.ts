import { type RefObject, useEffect } from 'react'
/** True if a key belongs to a field that somebody is writing in. */
export const isWriting = (): boolean =>
  document.activeElement instanceof HTMLElement &&
  document.activeElement.matches('input, textarea, select, [contenteditable]')

/** True if a dialog is open, which keeps the page's keys from acting. */
export const hasOpenDialog = (): boolean => document.querySelector('dialog[open], [aria-modal="true"]') !== null

/** Moves the focus to the composer on "/", unless somebody is typing or a dialog is open. */
export function useSlashKey(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (isWriting() || hasOpenDialog()) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [field])
}
