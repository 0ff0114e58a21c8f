'use client'

import { ArrowDown } from 'lucide-react'
import {
  startTransition,
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
import { NextSteps } from '../suggestions/next-steps'
import { Announcements } from './announcements/announcements'
import { useWantedCard } from './calls/use-wanted-card'
import { topAfterPrepend } from './follow'
import { AgentName, MessageRow } from './message-row'
import { isPlaceLeft } from './reading-place'
import { OpenLinkContext } from './text/agent-link'
import { LinkDialog } from './text/link-dialog'
import { ThreadFoot } from './thread-foot'
import { KeepPlaceContext, metricsOf, useFollow } from './use-follow'
import { Working } from './working'

/** Number of turns mounted once the last ones are on screen, and added by each "Show earlier". */
const page = 40
/** Number of turns mounted at first: more than fill a tall screen. */
const firstTurns = 10

/** Shows the messages of one conversation. Use the conversation's id as its key. */
export function Thread({ conversation }: { conversation: Conversation }) {
  const { chat } = useWork()
  const thread = chat.thread(conversation.id)
  const { messageIds, running, notice } = useSyncExternalStore(thread.subscribe, thread.getSnapshot, thread.getSnapshot)
  const [shown, setShown] = useState(() => (isPlaceLeft(conversation.id) ? page : firstTurns))
  const [link, setLink] = useState<URL | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const foot = use(ThreadFoot)
  const { away, more, jump, readOn, show, keepPlace } = useFollow(scroller, content, conversation.id)
  const mount = useCallback((turns: number) => setShown((before) => Math.max(before, turns)), [])
  useWantedCard(chat, messageIds, content, mount, show)
  const openLink = useCallback((url: URL) => setLink(url), [])

  // The person's own message scrolls to the end, wherever they were.
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
    else if (shown > firstTurns) keepPlace()
    earlier.current = null
  }, [shown, keepPlace])
  const showEarlier = () => {
    if (scroller.current) earlier.current = metricsOf(scroller.current)
    setShown(shown + page)
  }
  const isFilled = messageIds.length > 0
  useEffect(() => {
    if (!isFilled) return
    const frame = requestAnimationFrame(() => startTransition(() => mount(page)))
    return () => cancelAnimationFrame(frame)
  }, [isFilled, mount])

  // Unmounts the first turns beyond `shown`, but never above somebody reading them.
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
            {hidden > 0 && shown >= page && (
              <div className="pb-4 text-center">
                <Button size="small" onClick={showEarlier}>
                  Show earlier ({hidden})
                </Button>
              </div>
            )}
            <KeepPlaceContext value={keepPlace}>
              {mounted.map((id) => (
                <MessageRow key={id} id={id} agentId={conversation.agentId} />
              ))}
            </KeepPlaceContext>
            {notice && <Notice tone="warn">{notice}</Notice>}
            {running && <Awaited lastId={lastId} agentId={conversation.agentId} />}
            {!running && conversation.taskId && (
              <NextSteps taskId={conversation.taskId} agentId={conversation.agentId} />
            )}
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

/** Placeholder for an answer until its first words. */
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
