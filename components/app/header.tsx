import { clsx } from 'clsx'
import { PanelLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { ThemeSwitch } from '@/components/ui/page/theme-switch'
import { SealMark } from '@/components/ui/seal'

/** `children` is the account; `mark` stands on the menu's button. */
export function Header({
  list,
  onList,
  onHome,
  mark,
  children,
}: {
  /** Whether there is a list to open: a narrow screen has it behind the menu's button, and the theme with it. */
  list: boolean | 'if-returning'
  onList: () => void
  onHome: () => void
  mark?: ReactNode
  children: ReactNode
}) {
  return (
    // Measured in its own type, not in the window's: twice the letters on the same screen are half the room.
    <header className="group @container relative z-30 flex h-[var(--header-height)] items-center gap-1 border-b px-2 sm:px-4">
      <span
        className={clsx(
          'relative',
          list === 'if-returning' ? 'hidden in-data-returning:max-lg:inline' : list ? 'lg:hidden' : 'hidden',
        )}
      >
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
        {/* Where the tray takes its room, the seal alone says it: a name that is cut says less. */}
        <span className="truncate text-[1.0625rem] font-semibold tracking-[-0.015em] @max-[22.5rem]:sr-only group-has-data-counted:@max-[30rem]:sr-only">
          Countersign
        </span>
      </button>
      <div className="ml-auto flex min-w-0 items-center gap-1">
        <span
          className={clsx(
            list === true && 'max-sm:hidden',
            list === 'if-returning' && 'in-data-returning:max-sm:hidden',
          )}
        >
          <ThemeSwitch />
        </span>
        {children}
      </div>
    </header>
  )
}
