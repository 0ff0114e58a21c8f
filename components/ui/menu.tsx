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
  floating = false,
  header,
  children,
}: {
  label: string
  trigger: (props: ComponentProps<'button'>) => ReactNode
  align?: 'left' | 'right'
  /** Over everything else, and not cut off by a list that scrolls around it. It closes when that scrolls. */
  floating?: boolean
  /** Shown above the items; not part of the list. */
  header?: ReactNode
  children: (close: () => void) => ReactNode
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    buttonIn(root.current)?.focus()
  }
  useEffect(() => {
    if (!open) return
    const list = floating ? root.current?.querySelector<HTMLElement>('[data-menu]') : null
    if (list) {
      list.showPopover?.()
      placeBeside(list, buttonIn(root.current))
    }
    items(root.current)[0]?.focus({ preventScroll: true })
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    const scrolled = () => setOpen(false)
    document.addEventListener('pointerdown', outside)
    if (floating) document.addEventListener('scroll', scrolled, true)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('scroll', scrolled, true)
    }
  }, [open, floating])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return
    if (event.key === 'Tab') return setOpen(false)
    if (event.key === 'Escape') {
      event.stopPropagation()
      // Nor does it close a dialog around the menu.
      event.preventDefault()
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
    <div ref={root} className={clsx('min-w-0', !floating && 'relative')} onKeyDown={onKeyDown}>
      {trigger({
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen(!open),
      })}
      {open && (
        <div
          data-menu=""
          popover={floating ? 'manual' : undefined}
          className={clsx(
            'enter sheet z-30 max-h-[calc(100dvh-var(--header-height)-1rem)] w-max min-w-[min(14rem,92vw)] max-w-[min(24rem,92vw)] overflow-y-auto shadow-float',
            floating
              ? 'fixed m-0 p-0 text-ink'
              : ['absolute top-full mt-1.5', align === 'right' ? 'right-0' : 'left-0'],
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

const buttonIn = (root: HTMLElement | null): HTMLElement | null =>
  root?.querySelector<HTMLElement>('[aria-haspopup="menu"]') ?? null

/** Below the button and flush with its right edge; above it where there is more room, and always inside of the window. */
function placeBeside(list: HTMLElement, button: HTMLElement | null): void {
  if (!button) return
  const { top, bottom, right } = button.getBoundingClientRect()
  const { width, height } = list.getBoundingClientRect()
  const isBelow = bottom + height + gap <= innerHeight || top < innerHeight - bottom
  list.style.inset = 'auto'
  list.style.left = `${Math.max(gap, Math.min(right - width, innerWidth - width - gap))}px`
  list.style.top = `${Math.max(gap, isBelow ? bottom + 4 : top - height - 4)}px`
}

/** Pixels between a floating menu and the edge of the window. */
const gap = 8
