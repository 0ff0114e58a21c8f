'use client'

import { ArrowDown } from 'lucide-react'
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { useWork } from '@/components/app/work-context'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Conversation } from '@/lib/chat/store/chat'
import { revealInvisible } from '@/lib/wire/text'
import { OpenLinkContext } from './agent-link'
import { Announcements } from './announcements'
import { topAfterPrepend } from './follow'
import { LinkDialog } from './link-dialog'
import { AgentName, MessageRow } from './message-row'
import { metricsOf, useFollow } from './use-follow'
import { useWantedCard } from './use-wanted-card'
import { Working } from './working'

/** Turns that are mounted at first, and that each "Show earlier" adds. */
const page = 40

/**
 * Where the way down stands: beside what stands below the thread, and not over the thread, for it must not lie on a
 * card's buttons. Nothing moves when it comes or goes. Null until that is there.
 */
export const ThreadFoot = createContext<HTMLElement | null>(null)

/** The messages of one conversation. Give it the conversation's id as key. */
export function Thread({ conversation }: { conversation: Conversation }) {
  const { chat } = useWork()
  const thread = chat.thread(conversation.id)
  const { messageIds, running, notice } = useSyncExternalStore(thread.subscribe, thread.getSnapshot, thread.getSnapshot)
  const [shown, setShown] = useState(page)
  const [link, setLink] = useState<URL | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const foot = use(ThreadFoot)
  const { away, more, jump, readOn, show } = useFollow(scroller, content)
  const mount = useCallback((turns: number) => setShown((before) => Math.max(before, turns)), [])
  useWantedCard(chat, messageIds, content, mount, show)
  const openLink = useCallback((url: URL) => setLink(url), [])

  // A message of one's own brings the reader to the end, wherever they were.
  const lastId = messageIds.at(-1)
  const sent = useRef(lastId)
  useEffect(() => {
    if (lastId === sent.current) return
    sent.current = lastId
    if (lastId && chat.message(lastId).getSnapshot()?.role === 'user') jump()
  }, [lastId, chat, jump])

  const earlier = useRef<ReturnType<typeof metricsOf> | null>(null)
  useLayoutEffect(() => {
    if (earlier.current && scroller.current && shown > 0)
      scroller.current.scrollTop = topAfterPrepend(earlier.current, metricsOf(scroller.current))
    earlier.current = null
  }, [shown])
  const showEarlier = () => {
    if (scroller.current) earlier.current = metricsOf(scroller.current)
    setShown(shown + page)
  }

  // The first turns go when there are too many, but never from above somebody who reads them.
  const surplus = Math.max(0, messageIds.length - shown)
  const before = useRef(surplus)
  const hidden = away ? Math.min(before.current, surplus) : surplus
  useEffect(() => {
    before.current = hidden
  }, [hidden])
  const mounted = messageIds.slice(hidden)
  return (
    <OpenLinkContext value={openLink}>
      <div className="relative min-h-0 flex-1">
        <section
          ref={scroller}
          className="thread-scroller"
          aria-label="Conversation"
          data-task={conversation.taskId ?? undefined}
          data-away={away || undefined}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the thread scrolls by keyboard only with focus
          tabIndex={0}
        >
          <div ref={content} className="thread-content">
            <h1 className="sr-only">{revealInvisible(conversation.title)}</h1>
            {hidden > 0 && (
              <div className="pb-4 text-center">
                <Button size="small" onClick={showEarlier}>
                  Show earlier ({hidden})
                </Button>
              </div>
            )}
            {mounted.map((id) => (
              <MessageRow key={id} id={id} agentId={conversation.agentId} />
            ))}
            {notice && <Notice tone="warn">{notice}</Notice>}
            {running && <Awaited lastId={lastId} agentId={conversation.agentId} />}
          </div>
        </section>
      </div>
      {foot &&
        (away || more) &&
        createPortal(
          <Button size="small" look="quiet" onClick={away ? jump : readOn} className="enter">
            <ArrowDown /> {away ? 'Jump to latest' : 'Keep reading'}
          </Button>,
          foot,
        )}
      <Announcements conversationId={conversation.id} />
      <LinkDialog url={link} onClose={() => setLink(null)} />
    </OpenLinkContext>
  )
}

/** Holds the place of an answer whose first words have not come yet. */
function Awaited({ lastId, agentId }: { lastId: string | undefined; agentId: number }) {
  const { chat } = useWork()
  if (!lastId || chat.message(lastId).getSnapshot()?.role === 'agent') return null
  return (
    <div className="turn">
      <p className="form-label turn-margin" aria-hidden="true">
        <AgentName agentId={agentId} />
      </p>
      <div className="turn-body">
        <Working />
      </div>
    </div>
  )
}
