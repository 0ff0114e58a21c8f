'use client'

import { Search, X } from 'lucide-react'
import { useRef } from 'react'

/** Searches conversations. Escape clears it, and the down arrow moves to the results. */
export function SearchField({
  query,
  onQuery,
  onDown,
}: {
  query: string
  onQuery: (query: string) => void
  onDown: () => void
}) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="field relative flex min-h-9 items-center rounded-control border bg-paper-raised focus-within:border-accent focus-within:shadow-[0_0_0_1px_var(--accent)]">
      <Search aria-hidden="true" className="pointer-events-none absolute left-2.5 size-4 text-ink-faint" />
      <input
        dir="auto"
        ref={field}
        type="search"
        value={query}
        aria-label="Search conversations"
        placeholder="Search"
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            onDown()
          }
          if (event.key !== 'Escape' || query === '') return
          // Keeps Escape from also closing a dialog around the list.
          event.preventDefault()
          event.stopPropagation()
          onQuery('')
        }}
        className="min-w-0 flex-1 bg-transparent py-1.5 pr-2 pl-8 text-small outline-none! placeholder:text-ink-faint [&::-webkit-search-cancel-button]:hidden"
      />
      {query !== '' && (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={() => {
            onQuery('')
            field.current?.focus()
          }}
          className="mr-0.5 inline-grid size-8 place-items-center rounded-control text-ink-muted hover:text-ink [&_svg]:size-4"
        >
          <X />
        </button>
      )}
    </div>
  )
}
