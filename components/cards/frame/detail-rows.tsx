import type { ReactNode } from 'react'

/** Label and value, one under the other where there is no room for both: then the value is read from the left, as its label. */
export function DetailRows({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col gap-y-1.5 text-small">{children}</dl>
}

export function DetailRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}
