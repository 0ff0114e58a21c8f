import { clsx } from 'clsx'
import { PanelLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { ThemeSwitch } from '@/components/ui/page/theme-switch'
import { SealMark } from '@/components/ui/seal'

/** `children` is the account. `mark` goes on the menu button. */
export function Header({
  list,
  onList,
  onHome,
  mark,
  children,
}: {
  /** True if there is a list to open. Narrow screens put it behind the menu button, together with the theme. */
  list: boolean | 'if-returning'
  onList: () => void
  onHome: () => void
  mark?: ReactNode
  children: ReactNode
}) {
  return (
    // Container queries count in the header's own type size: at twice that size the same screen has half the room.
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
        className="flex h-10 min-w-10 shrink-0 items-center gap-2 rounded-control px-1.5 @max-[15rem]:min-w-7 @max-[15rem]:px-0"
      >
        <SealMark />
        {/* If the tray needs the room, the seal goes without the name, which would be truncated. */}
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
