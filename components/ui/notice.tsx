import { clsx } from 'clsx'
import type { ReactNode } from 'react'

const tones = {
  neutral: 'border-l-rule-strong bg-paper-sunk text-ink',
  accent: 'border-l-accent bg-accent-wash text-ink',
  warn: 'border-l-warn bg-warn-wash text-ink',
  danger: 'border-l-seal bg-seal-wash text-ink',
}

/**
 * Something to know, with what to do about it. `role` decides how a screen reader is told: `status` politely,
 * `alert` at once, none for what was there from the start.
 */
export function Notice({
  tone = 'neutral',
  title,
  action,
  role,
  className,
  children,
}: {
  tone?: keyof typeof tones
  title?: ReactNode
  action?: ReactNode
  role?: 'status' | 'alert'
  className?: string
  children?: ReactNode
}) {
  return (
    <div
      role={role}
      className={clsx(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-r-control border-l-[3px] px-3 py-2.5 text-small',
        tones[tone],
        className,
      )}
    >
      <div className="min-w-0 flex-1 basis-56">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-pretty">{children}</div>}
      </div>
      {action && <div className="flex shrink-0 gap-2">{action}</div>}
    </div>
  )
}
