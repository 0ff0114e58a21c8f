'use client'

import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import type { Newsroom } from './newsroom'

/** Lists what happened elsewhere in the app until the person opens or closes it. Screen readers announce it. */
export function NewsList({ newsroom }: { newsroom: Newsroom }) {
  const news = useSyncExternalStore(newsroom.subscribe, newsroom.getSnapshot, newsroom.getSnapshot)
  return (
    <section
      aria-label="New notifications"
      aria-live="polite"
      className="pointer-events-none fixed top-[calc(var(--header-height)+0.5rem)] right-2 left-2 z-20 flex flex-col gap-2 sm:right-4 sm:left-auto sm:w-88 print:hidden"
    >
      {news.map((each) => (
        <div key={each.id} className="enter sheet pointer-events-auto flex items-start gap-1 p-1 shadow-float">
          <button
            type="button"
            onClick={() => newsroom.open(each)}
            className="min-w-0 flex-1 rounded-control px-3 py-2 text-left text-small hover:bg-paper-sunk"
          >
            <span className="block font-semibold">{each.title}</span>
            {each.details && (
              <span className="mt-0.5 line-clamp-2 text-pretty text-ink-muted [overflow-wrap:anywhere]">
                {each.details}
              </span>
            )}
            <span className="mt-0.5 block text-accent underline underline-offset-4">Open</span>
          </button>
          <IconButton label={`Close: ${each.title}`} onClick={() => newsroom.dismiss(each.id)}>
            <X />
          </IconButton>
        </div>
      ))}
    </section>
  )
}
