'use client'

import { type RefObject, useEffect } from 'react'
import { hasOpenDialog, isWriting } from '@/components/ui/page/keyboard'

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
