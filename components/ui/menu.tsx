'use client'

import { Menu as Base } from '@base-ui/react/menu'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { usePart } from './part-of'

/** A button that opens a list of actions. `trigger` is the button, and names the list. */
export function Menu({
  trigger,
  header,
  children,
}: {
  trigger: ReactElement
  /** Shown above the items; not part of the list. */
  header?: ReactNode
  children: ReactNode
}) {
  const { part, ref } = usePart()
  return (
    <Base.Root modal={false}>
      <Base.Trigger ref={ref} render={trigger} />
      <Base.Portal container={part} className="absolute">
        <Base.Positioner align="end" sideOffset={6} collisionPadding={8} positionMethod="fixed" className="z-40">
          <div className="enter sheet max-h-(--available-height) w-max min-w-[min(14rem,92vw)] max-w-[min(24rem,92vw)] overflow-y-auto shadow-float">
            {header && <div className="border-b px-4 py-3">{header}</div>}
            <Base.Popup className="flex flex-col p-1 outline-none">{children}</Base.Popup>
          </div>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export const MenuItem = (props: Omit<ComponentProps<typeof Base.Item>, 'className'>) => (
  <Base.Item
    {...props}
    className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-[4px] px-3 text-left text-small text-ink outline-none data-highlighted:bg-paper-sunk forced-colors:data-highlighted:outline-2 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-faint"
  />
)

export const MenuSeparator = () => <Base.Separator className="-mx-1 my-1 border-t" />
