import { type ComponentType, createContext, type ReactNode } from 'react'

export type MenuItemProps = { onClick?: () => void; children: ReactNode }

/** What a menu consists of, from the code that draws it. Null outside a menu. */
export const MenuParts = createContext<{
  Item: ComponentType<MenuItemProps>
  Separator: ComponentType
} | null>(null)
