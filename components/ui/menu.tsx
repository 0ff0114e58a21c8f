'use client'

import { clsx } from 'clsx'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

/**
 * A button that opens a list of things to do. Arrow keys move, Escape and a click outside close, Tab leaves.
 * `trigger` draws the button; spread the properties on it that it is given.
 */
export function Menu({
  label,
  trigger,
  align = 'right',
  header,
  children,
}: {
  label: string
  trigger: (props: ComponentProps<'button'>) => ReactNode
  align?: 'left' | 'right'
  /** Shown above the items; not part of the list. */
  header?: ReactNode
  children: (close: () => void) => ReactNode
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = () => root.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
  const close = () => {
    setOpen(false)
    button()?.focus()
  }
  useEffect(() => {
    if (!open) return
    items(root.current)[0]?.focus()
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return
    if (event.key === 'Tab') return setOpen(false)
    if (event.key === 'Escape') {
      event.stopPropagation()
      return close()
    }
    const list = items(root.current)
    const focused = document.activeElement
    const at = focused instanceof HTMLElement ? list.indexOf(focused) : -1
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + list.length, Home: 0, End: list.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    list[to % list.length]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up from the button and the items
    <div ref={root} className="relative min-w-0" onKeyDown={onKeyDown}>
      {trigger({
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen(!open),
      })}
      {open && (
        <div
          className={clsx(
            'enter sheet absolute top-full z-30 mt-1.5 max-h-[calc(100dvh-var(--header-height)-1rem)] w-max min-w-[min(14rem,92vw)] max-w-[min(24rem,92vw)] overflow-y-auto shadow-float',
            align === 'right' ? 'right-0' : 'left-0',
          )}
        >
          {header && <div className="border-b px-4 py-3">{header}</div>}
          <div role="menu" id={id} aria-label={label} className="flex flex-col p-1">
            {children(close)}
          </div>
        </div>
      )}
    </div>
  )
}

export function MenuItem({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={clsx(
        'flex min-h-10 items-center gap-2.5 rounded-[4px] px-3 text-left text-small text-ink hover:bg-paper-sunk focus-visible:bg-paper-sunk disabled:text-ink-faint [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-faint',
        className,
      )}
    />
  )
}

const items = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? []),
]
