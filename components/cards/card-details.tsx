import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** The figures for those who look: closed until asked for. */
export function CardDetails({ children }: { children: ReactNode }) {
  return (
    <details className="group">
      <summary className="flex min-h-9 w-fit list-none items-center gap-1 rounded-control text-small text-ink-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        Details
      </summary>
      <div className="pt-1 pb-2 pl-5">{children}</div>
    </details>
  )
}
