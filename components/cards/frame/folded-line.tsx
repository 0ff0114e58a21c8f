import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlainFigures } from '@/components/ui/text/exact-figure'

/** Shows a summary on one line, and the rest when it is opened. */
export function FoldedLine({
  summary,
  open,
  className,
  children,
}: {
  summary: ReactNode
  /** Open from the start, for content that must be seen. */
  open?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <details className={clsx('group/line -my-1 min-w-0 max-w-full open:basis-full', className)} open={open}>
      <summary className="flex min-h-8 w-fit max-w-full list-none items-start gap-1 rounded-control pt-1.5 pb-0.5 text-small text-ink-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="mt-0.5 -ml-0.5 size-4 shrink-0 transition-transform group-open/line:rotate-90"
        />
        <span className="min-w-0">
          <PlainFigures>{summary}</PlainFigures>
        </span>
      </summary>
      <div className="flex flex-col gap-3 pt-1 pb-2 pl-[1.125rem]">{children}</div>
    </details>
  )
}
