'use client'

import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'

/** Milliseconds for which a deletion can be undone here. Paused while the bar has the pointer or the focus. */
const undoableFor = 10_000

/** Says what was deleted and offers to undo it. Disappears by itself. */
export function UndoBar({ title, onUndo, onGone }: { title: string; onUndo: () => void; onGone: () => void }) {
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(onGone, undoableFor)
    return () => clearTimeout(timer)
  }, [isPaused, onGone])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only pause the timer
    <div
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="enter sheet mt-2 flex items-center gap-2 py-1.5 pr-1.5 pl-3 text-small shadow-float"
    >
      <p className="min-w-0 flex-1 truncate">
        Deleted{' '}
        <span className="text-ink-muted">
          “<bdi>{title}</bdi>”
        </span>
      </p>
      <Button look="quiet" size="small" className="shrink-0 text-accent!" onClick={onUndo}>
        Undo
      </Button>
    </div>
  )
}
