'use client'

import { clsx } from 'clsx'
import { ScrollText, SquarePen } from 'lucide-react'
import { useCallback, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { goToConversation } from '@/components/app/location'
import { usePending } from '@/components/app/tray/use-pending'
import { useNow } from '@/components/app/use-now'
import { useWork } from '@/components/app/work-context'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/page/skeleton'
import { type DayGroup, dayGroups } from '@/lib/chat/page/day-groups'
import { shortTime } from '@/lib/chat/page/time-words'
import type { Conversation } from '@/lib/chat/store/chat'
import { revealInvisible } from '@/lib/wire/text'
import { ConversationItem } from './conversation-item'
import { openMarks } from './open-marks'
import { SearchField } from './search-field'
import { UndoBar } from './undo-bar'
import { entryOf, useListKeys } from './use-list-keys'
import { useSearch } from './use-search'

/** Conversations that are drawn at first, and that each "Show older" adds. */
const page = 100

/** The conversations of the signed-in account: what is pinned, then by day; or what a search finds. */
export function ConversationList({
  currentId,
  onOpen,
  onActivity,
}: {
  currentId: string | null
  onOpen: (id: string | null) => void
  onActivity: () => void
}) {
  const { chat } = useWork()
  const { conversations, loaded } = useSyncExternalStore(chat.subscribe, chat.getSnapshot, chat.getSnapshot)
  const pending = usePending()
  const marks = useMemo(() => openMarks(pending), [pending])
  const now = useNow(true, 60_000)
  const [query, setQuery] = useState('')
  const [shown, setShown] = useState(page)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<{ id: string; title: string } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const heading = useId()
  const { results, isSearching } = useSearch(chat, query)

  const groups: readonly DayGroup[] = useMemo(() => {
    if (!results) return dayGroups(conversations, now)
    const byId = new Map(conversations.map((each) => [each.id, each]))
    return [{ heading: 'Found', conversations: results.flatMap(({ id }) => byId.get(id) ?? []) }]
  }, [conversations, results, now])
  const excerpts = useMemo(() => new Map(results?.map(({ id, excerpt }) => [id, excerpt])), [results])
  const { drawn, more } = firstOf(groups, shown)
  const ids = drawn.flatMap(({ conversations: own }) => own.map(({ id }) => id))
  const { stop, setFocused, focus, neighbour, onKeyDown } = useListKeys(list, ids, currentId)

  const remove = async (id: string) => {
    const { title = '' } = conversations.find((each) => each.id === id) ?? {}
    if ((marks.get(id)?.underWay ?? 0) > 0)
      return setProblem('A transaction of this conversation is under way. Delete it when that has ended.')
    const isInside = list.current?.closest('nav')?.contains(document.activeElement) ?? false
    const next = neighbour(id)
    setProblem(null)
    setDeleted({ id, title: revealInvisible(title) || 'Untitled' })
    // A sheet that the list stands in stays open: what was deleted can be brought back in it.
    if (id === currentId) goToConversation(null)
    const refused = chat.remove(id)
    if (isInside) requestAnimationFrame(() => focus(next))
    const why = await refused
    if (why === null) return
    setDeleted((last) => (last?.id === id ? null : last))
    setProblem(`It was not deleted. ${why}`)
  }
  const removeLast = useRef(remove)
  removeLast.current = remove
  const onDelete = useCallback((id: string) => void removeLast.current(id), [])
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
  const gone = useCallback(() => setDeleted(null), [])

  const nothing = !loaded
    ? null
    : results
      ? results.length === 0 && (isSearching ? 'Searching…' : `Nothing found for “${query.trim()}”.`)
      : conversations.length === 0 && 'Nothing yet. Your conversations will be listed here.'
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
          <section key={group.heading} aria-labelledby={`${heading}-${group.heading}`}>
            <h2 id={`${heading}-${group.heading}`} className="conversation-day">
              {group.heading}
            </h2>
            <ul>
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
                  onDelete={onDelete}
                />
              ))}
            </ul>
          </section>
        ))}
        {more > 0 && (
          <Button look="quiet" size="small" className="mt-2 w-full" onClick={() => setShown(shown + page)}>
            Show older ({more})
          </Button>
        )}
      </div>
      <div role="status">
        {deleted && (
          <UndoBar
            key={deleted.id}
            title={deleted.title}
            onUndo={() => {
              chat.restore(deleted.id)
              setDeleted(null)
              requestAnimationFrame(() => entryOf(list.current, deleted.id)?.focus())
            }}
            onGone={gone}
          />
        )}
      </div>
      {problem && (
        <Notice
          tone="warn"
          role="alert"
          className="mt-2"
          action={
            <Button size="small" onClick={() => setProblem(null)}>
              Close
            </Button>
          }
        >
          {problem}
        </Notice>
      )}
      <Button look="quiet" size="small" className="mt-2 min-h-10! w-full justify-start! px-2!" onClick={onActivity}>
        <ScrollText /> Activity
      </Button>
    </nav>
  )
}

/** The first so many conversations, in their groups, and how many are left. */
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
