'use client'

import { useState, useSyncExternalStore } from 'react'
import { AppContext } from '@/components/app/app-context'
import { Tooltips } from '@/components/ui/floating/tooltips'
import { cardPages } from './pages/cards'
import { listPages } from './pages/lists'
import { noticePages } from './pages/notices'
import { planPages } from './pages/plans'
import { app, type Page } from './stand-ins'

/** Maps each address to its page. */
export const pages: Readonly<Record<string, Page>> = { ...cardPages, ...planPages, ...listPages, ...noticePages }

/** Answers every request with empty lists. Only lists send requests in the gallery. */
function answerWithNothing() {
  window.fetch = async () => Response.json({ plans: [], permissions: [] })
}

const never = () => () => {}

/**
 * Shows one page of the gallery, or its index. Renders in the browser only, because it shows times in the local time
 * zone.
 */
export function Gallery({ page }: { page: string | undefined }) {
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return inBrowser ? <Shown page={page} /> : null
}

function Shown({ page }: { page: string | undefined }) {
  useState(answerWithNothing)
  const shown = page === undefined ? undefined : pages[page]
  return (
    <AppContext value={app}>
      <main data-gallery="" className="h-dvh overflow-y-auto">
        <div className="mx-auto flex max-w-measure flex-col gap-8 px-4 py-6 sm:px-6">
          <nav aria-label="Gallery" className="flex flex-wrap gap-x-4 gap-y-1 border-b pb-4 text-small">
            {Object.entries(pages).map(([key, { title }]) => (
              <a
                key={key}
                href={`?page=${key}`}
                aria-current={key === page ? 'page' : undefined}
                className="py-1 text-accent underline underline-offset-4 aria-[current]:font-semibold aria-[current]:no-underline"
              >
                {title}
              </a>
            ))}
          </nav>
          {shown ? (
            shown.things()
          ) : (
            <p className="text-ink-muted">
              Every card in every state, every list, notice and empty state, from fixtures. Nothing here asks a chain or
              a service.
            </p>
          )}
        </div>
      </main>
      <Tooltips />
    </AppContext>
  )
}
