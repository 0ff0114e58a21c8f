'use client'

import { clsx } from 'clsx'
import { ChartPie, Command, ScrollText, SquarePen } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { usePending } from '@/components/app/tray/use-pending'
import { useNow } from '@/components/app/use-now'
import { useWork } from '@/components/app/work-context'
import { withCommandKey } from '@/components/palette/overlay'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/page/skeleton'
import { type DayGroup, dayGroups } from '@/lib/chat/page/day-groups'
import { shortTime } from '@/lib/chat/page/time-words'
import type { Conversation, Found } from '@/lib/chat/store/chat'
import { ConversationItem } from './conversation-item'
import { openMarks } from './open-marks'
import { SearchField } from './search-field'
import { useDeletion } from './use-deletion'
import { entryOf, useListKeys } from './use-list-keys'
import { useSearch } from './use-search'

/** Conversations drawn at first, and added by each "Show older". */
const page = 100

/** Lists the conversations of the signed-in account, pinned ones first, then by day; or the results of a search. */
export function ConversationList({
  currentId,
  onOpen,
  onPage,
  onCommands,
}: {
  currentId: string | null
  onOpen: (id: string | null) => void
} & PageActions) {
  const { chat } = useWork()
  const { conversations, loaded } = useSyncExternalStore(chat.subscribe, chat.getSnapshot, chat.getSnapshot)
  const pending = usePending()
  const marks = useMemo(() => openMarks(pending), [pending])
  const now = useNow(true, 60_000)
  const [query, setQuery] = useState('')
  const [shown, setShown] = useState(page)
  const [renaming, setRenaming] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const { results, isSearching } = useSearch(chat, query)

  const groups = useMemo(() => groupsOf(conversations, results, now), [conversations, results, now])
  const excerpts = useMemo(() => new Map(results?.map(({ id, excerpt }) => [id, excerpt])), [results])
  const { drawn, more } = firstOf(groups, shown)
  const ids = drawn.flatMap(({ conversations: own }) => own.map(({ id }) => id))
  const { stop, setFocused, focus, neighbour, onKeyDown } = useListKeys(list, ids, currentId)

  const deletion = useDeletion(chat, { conversations, marks, currentId, list, focus, neighbour })
  const onRenamed = useCallback(
    (id: string, title: string | null, byKey: boolean) => {
      setRenaming(null)
      if (title !== null) chat.rename(id, title)
      if (byKey) requestAnimationFrame(() => entryOf(list.current, id)?.focus())
    },
    [chat],
  )
  const onOpenLast = useRef(onOpen)
  onOpenLast.current = onOpen
  const open = useCallback((id: string) => onOpenLast.current(id), [])

  const found = results && { count: results.length, isSearching, query }
  const nothing = loaded ? emptyWords(conversations.length, found) : null
  return (
    <nav aria-label="Conversations" className="flex h-full min-h-0 flex-col">
      <Button className="mb-2 w-full" onClick={() => onOpen(null)}>
        <SquarePen /> New conversation
      </Button>
      {loaded && (conversations.length > 0 || query !== '') && (
        <SearchField query={query} onQuery={setQuery} onDown={() => focus(ids[0])} />
      )}
      <p role="status" className={nothing ? 'mt-4 text-small text-ink-faint' : 'sr-only'}>
        {nothing || (results && `${results.length} ${results.length === 1 ? 'conversation' : 'conversations'} found`)}
      </p>
      {!loaded && (
        <div className="mt-2 flex-1">
          <Skeleton className="h-24" />
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up from the entries */}
      <div
        ref={list}
        onKeyDown={onKeyDown}
        className={clsx('-mx-2 mt-1 min-h-0 flex-1 overflow-y-auto overscroll-contain', !loaded && 'hidden')}
      >
        {drawn.map((group) => (
          <Group key={group.heading} heading={group.heading}>
            {group.conversations.map((conversation) => (
              <ConversationItem
                key={conversation.id}
                conversation={conversation}
                when={shortTime(conversation.updatedAt, now)}
                excerpt={excerpts.get(conversation.id) ?? null}
                mark={marks.get(conversation.id)}
                isCurrent={conversation.id === currentId}
                isStop={conversation.id === stop}
                isRenaming={conversation.id === renaming}
                onOpen={open}
                onFocus={setFocused}
                onRename={setRenaming}
                onRenamed={onRenamed}
                onPin={chat.pin}
                onDelete={deletion.remove}
              />
            ))}
          </Group>
        ))}
        {more > 0 && (
          <Button look="quiet" size="small" className="mt-2 w-full" onClick={() => setShown(shown + page)}>
            Show older ({more})
          </Button>
        )}
      </div>
      <AfterDeletion deletion={deletion} />
      <PageLinks onPage={onPage} onCommands={onCommands} />
    </nav>
  )
}

type PageActions = { onPage: (name: 'portfolio' | 'activity') => void; onCommands: () => void }

function PageLinks({ onPage, onCommands }: PageActions) {
  const look = 'min-h-10! w-full justify-start! px-2!'
  return (
    <div className="mt-2 flex flex-col">
      <Button look="quiet" size="small" className={look} onClick={() => onPage('portfolio')}>
        <ChartPie /> Portfolio
      </Button>
      <Button look="quiet" size="small" className={look} onClick={() => onPage('activity')}>
        <ScrollText /> Activity
      </Button>
      <Button look="quiet" size="small" className={look} aria-keyshortcuts="Control+K Meta+K" onClick={onCommands}>
        <Command /> Commands
        <span aria-hidden="true" className="ml-auto text-label text-ink-faint pointer-coarse:hidden">
          {withCommandKey('K')}
        </span>
      </Button>
    </div>
  )
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="conversation-day">
        {heading}
      </h2>
      <ul>{children}</ul>
    </section>
  )
}

/** Groups conversations by day, or puts search results into one group. */
function groupsOf(
  conversations: readonly Conversation[],
  results: readonly Found[] | null,
  now: number,
): readonly DayGroup[] {
  if (!results) return dayGroups(conversations, now)
  const byId = new Map(conversations.map((each) => [each.id, each]))
  return [{ heading: 'Found', conversations: results.flatMap(({ id }) => byId.get(id) ?? []) }]
}

/** Offers to undo the last deletion, or says why it was refused. */
function AfterDeletion({ deletion }: { deletion: ReturnType<typeof useDeletion> }) {
  const { deleted, problem } = deletion
  return (
    <>
      <div role="status">
        {deleted && <UndoBar key={deleted.id} title={deleted.title} onUndo={deletion.undo} onGone={deletion.forget} />}
      </div>
      {problem && (
        <Notice
          tone="warn"
          role="alert"
          className="mt-2"
          action={
            <Button size="small" onClick={deletion.closeProblem}>
              Close
            </Button>
          }
        >
          {problem}
        </Notice>
      )}
    </>
  )
}

/** Returns the words for an empty list; null if it has entries. */
function emptyWords(all: number, found: { count: number; isSearching: boolean; query: string } | null): string | null {
  if (!found) return all === 0 ? 'Nothing yet. Your conversations will be listed here.' : null
  if (found.count > 0) return null
  return found.isSearching ? 'Searching…' : `Nothing found for “${found.query.trim()}”.`
}

/** Returns the first `most` conversations in their groups, and the number of those left out. */
function firstOf(groups: readonly DayGroup[], most: number): { drawn: DayGroup[]; more: number } {
  const drawn: DayGroup[] = []
  let room = most
  let more = 0
  for (const { heading, conversations } of groups) {
    const own: readonly Conversation[] = conversations.slice(0, room)
    if (own.length > 0) drawn.push({ heading, conversations: own })
    room -= own.length
    more += conversations.length - own.length
  }
  return { drawn, more }
}

/** Milliseconds for which a deletion can be undone here. Paused while the bar has the pointer or the focus. */
const undoableFor = 10_000

/** Says what was deleted and offers to undo it. Disappears by itself. */
function UndoBar({ title, onUndo, onGone }: { title: string; onUndo: () => void; onGone: () => void }) {
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(onGone, undoableFor)
    return () => clearTimeout(timer)
  }, [isPaused, onGone])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only pause the timer
    <div
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="enter sheet mt-2 flex items-center gap-2 py-1.5 pr-1.5 pl-3 text-small shadow-float"
    >
      <p className="min-w-0 flex-1 truncate">
        Deleted{' '}
        <span className="text-ink-muted">
          “<bdi>{title}</bdi>”
        </span>
      </p>
      <Button look="quiet" size="small" className="shrink-0 text-accent!" onClick={onUndo}>
        Undo
      </Button>
    </div>
  )
}
