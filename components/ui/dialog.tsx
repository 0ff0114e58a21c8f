'use client'

import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './icon-button'

const places = {
  /** In the middle; from below on a phone. */
  centre: 'sheet-from-below w-full max-w-full sm:m-auto sm:max-w-lg sm:rounded-sheet',
  left: 'm-0 h-dvh max-h-dvh w-[min(20rem,92vw)] max-w-none rounded-none!',
  /** The corner where wallets open their windows. */
  corner: 'sheet-from-below w-full max-w-full sm:mt-4 sm:mr-4 sm:mb-auto sm:ml-auto sm:max-w-md sm:rounded-sheet',
}

type DialogProps = {
  onClose: () => void
  title: string
  /** Opening text or question: a screen reader reads it with the title when the dialog opens. */
  lead?: ReactNode
  place?: keyof typeof places
  className?: string
  children: ReactNode
}

/**
 * A modal on the browser's own <dialog>: focus stays inside and goes back after, Escape closes, the rest is inert.
 * Drawn only while open, so its content starts anew each time, and in the page's body: a part of the page that a smaller
 * window hides would take its open dialog away, and leave the rest inert. The focus begins on the dialog itself, not on the button
 * that closes it: a screen reader then says what has opened, and no key that was still meant for the page presses anything.
 */
export const Dialog = ({ open, ...rest }: DialogProps & { open: boolean }) => (open ? <OpenDialog {...rest} /> : null)

function OpenDialog({ onClose, title, lead, place = 'centre', className, children }: DialogProps) {
  const titleId = useId()
  const leadId = useId()
  const element = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    dialog?.focus({ preventScroll: true })
    // Closing gives the focus back to where it was, but only before the element is taken out: the effect of the
    // component that goes with it runs in time, that of one around it would not.
    return () => dialog?.close()
  }, [])
  return createPortal(
    <dialog
      ref={element}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-describedby={lead ? leadId : undefined}
      onClose={({ currentTarget }) => {
        // Told late: by then it may have been opened again.
        if (!currentTarget.open) onClose()
      }}
      onCancel={(event) => {
        // React lets it bubble: one that lies on top of this dialog closes alone.
        if (event.target !== event.currentTarget) return
        // The parent decides; it takes the dialog out by `open`.
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      className={clsx(
        // The box itself lays out its parts: a share of a height that fits the content is nothing in WebKit.
        'enter sheet flex-col overflow-visible p-0 text-ink shadow-float outline-none! backdrop:bg-[var(--backdrop)] open:flex',
        places[place],
        className,
      )}
    >
      <header className="flex shrink-0 items-center justify-between gap-1 py-2 pr-2 pl-5">
        <h2 id={titleId} className="min-w-0 text-body font-semibold hyphens-auto [overflow-wrap:anywhere]">
          {title}
        </h2>
        <IconButton label="Close" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <div className="dialog-body min-h-0 flex-auto overflow-y-auto overscroll-contain px-5">
        {lead && <div id={leadId}>{lead}</div>}
        {children}
      </div>
    </dialog>,
    document.body,
  )
}
