import { type ReactNode, useId } from 'react'

/** A part of the page with a heading, its sum, and an optional note. */
export function Section({
  title,
  sum,
  note,
  children,
}: {
  title: string
  sum: string
  note?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-2">
        <h2 id={id} className="text-lead font-semibold">
          {title}
        </h2>
        <p className="text-small font-semibold text-ink-muted">{sum}</p>
        {note && <p className="basis-full text-small text-ink-muted">{note}</p>}
      </div>
      {children}
    </section>
  )
}
