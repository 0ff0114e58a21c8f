import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { Spinner } from './page/spinner'

/** Under forced colours, an emphasised button takes those of a selection. */
const standsOut =
  'enabled:forced-colors:border-[Highlight] enabled:forced-colors:bg-[Highlight] enabled:forced-colors:text-[HighlightText] enabled:forced-colors:forced-color-adjust-none'

const looks = {
  /** The one thing to do here: ink blue. */
  primary: `bg-accent text-accent-on border-accent hover:bg-accent-strong hover:border-accent-strong ${standsOut}`,
  secondary: 'bg-transparent text-ink border-rule-strong hover:bg-paper-sunk',
  quiet: 'bg-transparent text-ink-muted border-transparent hover:bg-paper-sunk hover:text-ink',
  /** For what cannot be taken back. */
  danger: `bg-seal text-seal-on border-seal hover:bg-seal-strong hover:border-seal-strong ${standsOut}`,
}

const sizes = {
  small: 'min-h-8 px-3 py-1 text-small gap-1.5 [&_svg]:size-3.5',
  medium: 'min-h-11 px-4 py-1.5 text-[0.9375rem] gap-2 [&_svg]:size-4',
  large: 'min-h-12 px-5 text-body gap-2 [&_svg]:size-[1.125rem]',
}

export type ButtonProps = ComponentProps<'button'> & {
  look?: keyof typeof looks
  size?: keyof typeof sizes
  /** Shows a spinner and takes no clicks. Stays focusable, so that a keyboard does not lose its place. */
  busy?: boolean
  /** Takes no clicks for a moment, and stays focusable and the same in size. */
  paused?: boolean
}

export function Button({
  look = 'secondary',
  size = 'medium',
  busy = false,
  paused = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || paused || undefined}
      onClick={(event) => {
        if (busy || paused) event.preventDefault()
        else onClick?.(event)
      }}
      className={clsx(
        'inline-flex items-center justify-center rounded-control border font-medium leading-tight transition-colors duration-150 print:hidden [&_svg]:shrink-0',
        'disabled:cursor-not-allowed disabled:border-rule disabled:bg-paper-sunk disabled:text-ink-faint aria-disabled:cursor-progress',
        looks[look],
        sizes[size],
        paused && 'opacity-75',
        className,
      )}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
