import { type ComponentType, createContext, type ReactNode } from 'react'

export type MenuItemProps = { onClick?: () => void; children: ReactNode }

/** The components of a menu, from the code that draws it. Null outside a menu. */
export const MenuParts = createContext<{
  Item: ComponentType<MenuItemProps>
  Separator: ComponentType
} | null>(null)
