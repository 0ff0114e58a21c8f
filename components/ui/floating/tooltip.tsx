'use client'

import { Tooltip as Base } from '@base-ui/react/tooltip'
import { partOf } from './part-of'

/** The words of a tooltip, and the element that it stands beside. */
export type Tip = { anchor: HTMLElement; words: string }

/** A tooltip. Loaded apart from what notices that one is wanted. */
export default function Tooltip({ open, tip, hide }: { open: boolean; tip: Tip; hide: () => void }) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(_, details) => {
        // Escape must also reach the dialog or menu around it.
        details.cancel()
        details.allowPropagation()
        hide()
      }}
    >
      <Base.Portal container={partOf(tip.anchor)} className="absolute">
        <Base.Positioner
          anchor={tip.anchor}
          sideOffset={6}
          collisionPadding={8}
          positionMethod="fixed"
          className="pointer-events-none z-50"
        >
          <Base.Popup
            data-tooltip=""
            className="max-w-[min(24rem,92vw)] rounded-control bg-ink px-2 py-1 text-label text-paper-raised whitespace-pre-line tabular-nums [overflow-wrap:anywhere] print:hidden"
          >
            {tip.words}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
