'use client'

import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/page/skeleton'
import { ThemeSwitch } from '@/components/ui/page/theme-switch'
import { Header } from './header'
import { useVisibleArea } from './use-visible-area'

/**
 * The page around the conversation: header, list and document. Identical before and after the app starts in the
 * browser, so that nothing moves. `list` is drawn at the side, or in a sheet on a narrow screen.
 */
export function Shell({
  devnet,
  list,
  account,
  mark,
  onHome,
  children,
}: {
  devnet: boolean
  /**
   * Null while nobody is signed in. Until that is known, `coming` always reserves its space, and `if-returning` only
   * for somebody who was signed in at the last visit.
   */
  list: ((close: () => void) => ReactNode) | 'coming' | 'if-returning' | null
  account: ReactNode
  /** Mark on the button that opens the list on a narrow screen. */
  mark?: ReactNode
  onHome: () => void
  children: ReactNode
}) {
  useVisibleArea()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const drawList = typeof list === 'function' ? list : null
  const isUncertain = list === 'if-returning'
  return (
    <div className="shell">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-control focus:bg-paper-raised focus:px-4 focus:py-2"
      >
        Skip to the conversation
      </a>
      <Header
        list={isUncertain ? 'if-returning' : list !== null}
        onList={() => setOpen(true)}
        onHome={onHome}
        mark={mark}
      >
        {account}
      </Header>
      {devnet ? (
        <aside
          aria-label="About this network"
          className="network-strip border-b bg-paper-side px-4 py-1 text-center text-label text-ink-muted"
        >
          Local chains. Nothing here has value.
        </aside>
      ) : (
        <div />
      )}
      <div
        className={clsx(
          'grid min-h-0 print:block',
          isUncertain
            ? 'lg:in-data-returning:grid-cols-[var(--sidebar-width)_minmax(0,1fr)]'
            : list && 'lg:grid-cols-[var(--sidebar-width)_minmax(0,1fr)]',
        )}
      >
        {drawList && (
          <aside aria-label="Conversations" className="hidden min-h-0 border-r bg-paper-side p-4 lg:block print:hidden">
            {drawList(() => {})}
          </aside>
        )}
        {(list === 'coming' || isUncertain) && (
          <div
            aria-hidden="true"
            className={clsx(
              'hidden border-r bg-paper-side p-4',
              isUncertain ? 'lg:in-data-returning:block' : 'lg:block',
            )}
          >
            <Skeleton className="h-11" />
          </div>
        )}
        <main id="main" className="flex min-h-0 min-w-0 flex-col">
          {children}
        </main>
      </div>
      <Dialog open={open} onClose={close} title="Conversations" place="left">
        <div className="flex h-full flex-col justify-between gap-6">
          {drawList?.(close)}
          <div className="border-t pt-2">
            <ThemeSwitch row />
          </div>
        </div>
      </Dialog>
    </div>
  )
}
