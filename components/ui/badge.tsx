import { clsx } from 'clsx'
import type { ReactNode } from 'react'

const tones = {
  neutral: 'border-rule-strong text-ink-muted',
  accent: 'border-accent text-accent',
  warn: 'border-warn text-warn',
  danger: 'border-seal text-seal',
  /** Could not be checked: never looks like something good. */
  unverified: 'border-dashed border-ink-muted text-ink',
}

/** A word stamped beside something: a state, a level. Outlined, like a rubber stamp. */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: keyof typeof tones
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 rounded-[3px] border px-1.5 py-0.5 text-[0.6875rem] font-semibold uppercase leading-none tracking-[0.06em] [font-stretch:85%] [&_svg]:size-3',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
