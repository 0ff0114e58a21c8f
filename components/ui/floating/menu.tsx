'use client'

import { lazy, type ReactElement, type ReactNode, use } from 'react'
import { type MenuItemProps, MenuParts } from './menu-parts'
import { Opener } from './opener'

const load = () => import('./menu-list')
const MenuList = lazy(load)

/** A button that opens a list of actions. `trigger` is the button, and names the list. */
export const Menu = ({
  trigger,
  header,
  children,
}: {
  trigger: ReactElement
  /** Shown above the items; not part of the list. */
  header?: ReactNode
  children: ReactNode
}) => (
  <Opener trigger={trigger} kind="menu" load={load}>
    {(opened) => (
      <MenuList opened={opened} header={header}>
        {children}
      </MenuList>
    )}
  </Opener>
)

function useParts() {
  const parts = use(MenuParts)
  if (!parts) throw new Error('Items are drawn in a menu only')
  return parts
}

export function MenuItem(props: MenuItemProps) {
  const { Item } = useParts()
  return <Item {...props} />
}

export function MenuSeparator() {
  const { Separator } = useParts()
  return <Separator />
}
