'use client'

import { Menu as Base } from '@base-ui/react/menu'
import { type ReactNode, useEffect, useRef } from 'react'
import { type MenuItemProps, MenuParts } from './menu-parts'
import { besideButton, type Opened } from './opener'

/** The list of a menu. Loaded apart from its button. */
export default function MenuList({
  opened,
  header,
  children,
}: {
  opened: Opened
  header: ReactNode
  children: ReactNode
}) {
  return (
    <MenuParts value={parts}>
      <Base.Root modal={false} open={opened.open} onOpenChange={opened.onOpenChange}>
        <Base.Portal container={opened.part} className="absolute">
          <Base.Positioner {...besideButton(opened)}>
            <div className="enter sheet max-h-(--available-height) w-max min-w-[min(14rem,92vw)] max-w-[min(24rem,92vw)] overflow-y-auto shadow-float">
              {header && <div className="border-b px-4 py-3">{header}</div>}
              <Base.Popup
                aria-labelledby={opened.buttonId}
                finalFocus={opened.button}
                onKeyDown={(event) => {
                  if (event.key !== 'Tab') return
                  // Goes on from the button: the library does not know it.
                  event.preventBaseUIHandler()
                  opened.button.current?.focus({ preventScroll: true })
                  opened.close()
                }}
                className="flex flex-col p-1 outline-none"
              >
                <FirstFocused isWanted={opened.byKey}>{children}</FirstFocused>
              </Base.Popup>
            </div>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </MenuParts>
  )
}

/** Focuses the first item of a menu that was opened by a key. */
function FirstFocused({ isWanted, children }: { isWanted: boolean; children: ReactNode }) {
  const items = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isWanted) return
    // The list has numbered its items by then, and goes on from the focused one.
    const frame = requestAnimationFrame(() =>
      items.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true }),
    )
    return () => cancelAnimationFrame(frame)
  }, [isWanted])
  return (
    <div ref={items} className="contents">
      {children}
    </div>
  )
}

const Item = (props: MenuItemProps) => (
  <Base.Item
    {...props}
    className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-[4px] px-3 text-left text-small text-ink outline-none data-highlighted:bg-paper-sunk forced-colors:data-highlighted:outline-2 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-faint"
  />
)

const Separator = () => <Base.Separator className="-mx-1 my-1 border-t" />

const parts = { Item, Separator }
