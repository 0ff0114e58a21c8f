'use client'

import { Popover as Base } from '@base-ui/react/popover'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { IconButton } from '../icon-button'
import { besideButton, type Opened } from './opener'

/** The sheet of a popover. Loaded apart from its button. */
export default function PopoverSheet({
  opened,
  title,
  children,
}: {
  opened: Opened
  title: string
  children: ReactNode
}) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={opened.open} onOpenChange={opened.onOpenChange}>
      <Base.Portal container={opened.part} className="absolute">
        <Base.Positioner {...besideButton(opened)}>
          <Base.Popup
            ref={popup}
            // As in a dialog: a screen reader announces what has opened, and no key still meant for the page closes it.
            initialFocus={popup}
            finalFocus={opened.button}
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
            <div className="min-h-0 flex-auto overflow-y-auto overscroll-contain px-5 pb-5">{children}</div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
