import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** Says what the button does; the tooltip shows it. */
  label: string
  children: ReactNode
}

/** A square button with an icon of lucide-react in it. 40 px: large enough for a thumb. */
export function IconButton({ label, className, children, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      data-tip={label}
      className={clsx(
        'inline-grid size-10 shrink-0 place-items-center rounded-control text-ink-muted transition-colors duration-150 print:hidden',
        'hover:bg-paper-sunk hover:text-ink disabled:pointer-events-none disabled:opacity-45 [&_svg]:size-[1.125rem]',
        className,
      )}
    >
      {children}
    </button>
  )
}
