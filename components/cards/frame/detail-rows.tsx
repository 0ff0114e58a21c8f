import type { ReactNode } from 'react'

/** A label and its value. Without room for both, the value moves below and is left-aligned like its label. */
export function DetailRows({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col gap-y-1.5 text-small">{children}</dl>
}

export function DetailRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}
