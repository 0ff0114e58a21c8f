'use client'

import { Popover as Base } from '@base-ui/react/popover'
import { X } from 'lucide-react'
import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { IconButton } from './icon-button'
import { usePart } from './part-of'

/** A sheet beside the button that opens it. The page around it stays usable; Escape and a click outside close it. */
export function Popover({
  trigger,
  title,
  children,
}: {
  trigger: ReactElement
  title: string
  children: (close: () => void) => ReactNode
}) {
  const [open, setOpen] = useState(false)
  const { part, ref } = usePart()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger ref={ref} render={trigger} />
      <Base.Portal container={part} className="absolute">
        <Base.Positioner align="end" sideOffset={6} collisionPadding={8} positionMethod="fixed" className="z-40">
          <Base.Popup
            ref={popup}
            // As in a dialog: a screen reader announces what has opened, and no key still meant for the page closes it.
            initialFocus={popup}
            className="enter sheet flex max-h-(--available-height) w-[min(28rem,var(--available-width))] flex-col overflow-hidden shadow-float outline-none"
          >
            <header className="flex shrink-0 items-center justify-between gap-1 py-2 pr-2 pl-5">
              <Base.Title className="min-w-0 text-body font-semibold hyphens-auto [overflow-wrap:anywhere]">
                {title}
              </Base.Title>
              <Base.Close
                render={
                  <IconButton label="Close">
                    <X />
                  </IconButton>
                }
              />
            </header>
            <div className="min-h-0 flex-auto overflow-y-auto overscroll-contain px-5 pb-5">
              {children(() => setOpen(false))}
            </div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
