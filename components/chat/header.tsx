import { PanelLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/icon-button'
import { SealMark } from '../ui/seal'
import { ThemeSwitch } from '../ui/theme-switch'

/** `children` is the account; `mark` stands on the menu's button. */
export function Header({
  onList,
  onHome,
  mark,
  children,
}: {
  onList: () => void
  onHome: () => void
  mark?: ReactNode
  children: ReactNode
}) {
  return (
    // Measured in its own type, not in the window's: twice the letters on the same screen are half the room.
    <header className="@container relative z-30 flex h-[var(--header-height)] items-center gap-1 border-b px-2 sm:px-4">
      <span className="relative lg:hidden">
        <IconButton label="Menu" onClick={onList}>
          <PanelLeft />
        </IconButton>
        {mark}
      </span>
      <button
        type="button"
        aria-label="Countersign: new conversation"
        onClick={onHome}
        className="flex h-10 min-w-10 items-center gap-2 rounded-control px-1.5 @max-[15rem]:min-w-7 @max-[15rem]:px-0"
      >
        <SealMark />
        <span className="truncate text-[1.0625rem] font-semibold tracking-[-0.015em] @max-[22.5rem]:sr-only">
          Countersign
        </span>
      </button>
      <div className="ml-auto flex min-w-0 items-center gap-1">
        <span className="max-sm:hidden">
          <ThemeSwitch />
        </span>
        {children}
      </div>
    </header>
  )
}
