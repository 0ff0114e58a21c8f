import type { ReactNode } from 'react'

/** The page around the settings. The same before and after the app has started, so that its heading does not move. */
export function SettingsPage({ children }: { children?: ReactNode }) {
  return (
    <section className="thread-scroller" aria-labelledby="settings-heading">
      <div className="mx-auto w-full max-w-[calc(34rem+2*var(--space-gutter))] px-[var(--space-gutter)] py-8 sm:py-12">
        <h1 id="settings-heading" className="text-title font-semibold tracking-[-0.015em]">
          Spending limits
        </h1>
        <p className="mt-2 text-ink-muted text-pretty">
          No proposal that goes beyond these limits can be countersigned, whatever an agent says. They hold for this
          account in this browser, and only you can change them.
        </p>
        {children}
      </div>
    </section>
  )
}
