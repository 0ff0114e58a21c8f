'use client'

import type { ReactNode } from 'react'
import {
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useApp } from '@/components/app/app-context'
import { Banners } from '@/components/app/frame/banners'
import { Welcome } from '@/components/app/frame/welcome'
import { goToConversation } from '@/components/app/location'
import { secondsUntil, useNow } from '@/components/app/use-now'
import { keptThread, thread } from '@/components/app/work/answer-parts'
import { useWork } from '@/components/app/work-context'
import { wordingOfAnswer } from '@/components/cards/plan/typed-yes'
import { Boundary } from '@/components/ui/page/boundary'
import { Coming } from '@/components/ui/page/coming'
import { NotLoaded } from '@/components/ui/page/not-loaded'
import { browserVisible } from '@/lib/chat/page/visible'
import type { ChatMessage, ChatStore, ConnectionState, Conversation, RateLimit, Wording } from '@/lib/chat/store/chat'
import { textOf } from '@/lib/chat/turns/transcript'
import { Composer } from '../composer/composer'
import { QueuedList } from '../composer/queued-list'
import { useComposition } from '../composer/use-composition'
import { gap } from '../suggestions/gap'
import { ThreadFoot } from './thread-foot'
import { ThreadSkeleton } from './thread-skeleton'
import { type TurnDeeds, TurnDeedsContext } from './turn-actions'

const noThread = { subscribe: () => () => {}, getSnapshot: () => idle }
const idle = { messageIds: [], running: false, stopping: false }

type ConversationProps = {
  /** Null for one that has not started. */
  conversation: Conversation | null
  /** Content for the thread's place until its messages have been read. Null: an empty thread. */
  before: ReactNode
  field: RefObject<HTMLTextAreaElement | null>
  /** Text that a link puts into the composer. Empty without one. */
  linkedText: string
  onLinkTaken: () => void
  /** False after the session has ended: what is on screen stays, and nothing can be sent. */
  mayAsk: boolean
  /** Shown above the composer, before everything else. */
  notice: ReactNode
}

/** The conversation of a signed-in account: the thread or the welcome page, and the composer. */
export function ConversationView({
  conversation,
  before,
  field,
  linkedText,
  onLinkTaken,
  mayAsk,
  notice,
}: ConversationProps) {
  const { agents } = useApp()
  const { owner, chat, queued } = useWork()
  const id = conversation?.id ?? null
  const { connection, rateLimit, storageProblem } = useSyncExternalStore(
    chat.subscribe,
    chat.getSnapshot,
    chat.getSnapshot,
  )
  const { running, stopping, messageIds, isRead } = useThread(chat, id)
  const [agentId, setAgentId] = useState(agents[0]?.id)
  const composition = useComposition(owner, id, field, linkedText)
  const { draft, taken, edited, edit, endEdit } = composition
  // What the agent has not answered yet has no markdown to parse.
  const [Thread] = useState(running || conversation?.taskId === null ? thread.now : keptThread.now)
  // Deferred, because React would keep the one hidden and draw it a second time while the code of the other loads.
  const isDrawable = useDeferredValue(isRead)
  const [footRoom, foot] = useFoot()
  useEffect(onLinkTaken, [onLinkTaken])
  useOpened(chat, id)
  const send = useSend(id)
  const ask = useAsk(send, { id, agentId, edited, endEdit })
  const { own, deeds } = useTurnDeeds(chat, { messageIds, running }, { ...composition, send })
  const blocked = useBlocked(mayAsk, connection, rateLimit)
  return (
    <>
      {conversation ? (
        <TurnDeedsContext value={deeds}>
          <ThreadFoot value={foot}>
            <Boundary fallback={<NotLoaded className="thread-content my-6" />}>
              <Suspense
                fallback={
                  before ?? (
                    <Coming missing={<NotLoaded className="thread-content my-6" />}>
                      <ThreadSkeleton />
                    </Coming>
                  )
                }
              >
                {before && !isDrawable ? before : <Thread conversation={conversation} />}
              </Suspense>
            </Boundary>
          </ThreadFoot>
        </TurnDeedsContext>
      ) : (
        <Welcome
          agents={agents}
          agentId={agentId}
          onAgent={setAgentId}
          onTake={blocked ? undefined : composition.suggest}
        />
      )}
      <div className="thread-foot-frame">
        <div className="thread-foot">
          <div className={`thread-foot-room ${conversation ? 'thread-foot-inner' : ''}`}>
            <div className="notices">
              {notice}
              <Banners connection={connection} rateLimit={rateLimit} storageProblem={storageProblem} />
            </div>
            {id === null ? (
              <FirstSuggestions
                tags={agents.find((agent) => agent.id === agentId)?.tags ?? noTags}
                mayAsk={!blocked}
                onTake={(sentence) => composition.fillIn(sentence, gap)}
              />
            ) : (
              <Queue id={id} onEdit={composition.putBack} />
            )}
            <Composer
              key={taken}
              field={field}
              initialText={draft.text}
              given={draft.given}
              running={running}
              stopping={stopping}
              blocked={blocked}
              onSend={ask}
              isEdited={edited !== null}
              onCancelEdit={endEdit}
              onEditLast={() => own && edit(own)}
              onStop={() => {
                if (id === null) return
                queued.hold(id)
                chat.stop(id)
              }}
              onChange={composition.keep}
            />
            <div ref={footRoom} className="thread-more" hidden={!conversation} />
          </div>
        </div>
      </div>
    </>
  )
}

/** Messages of the conversation that wait for the end of an answer. */
function Queue({ id, onEdit }: { id: string; onEdit: ReturnType<typeof useComposition>['putBack'] }) {
  const { queued } = useWork()
  const queue = useSyncExternalStore(queued.subscribe, () => queued.of(id))
  return (
    <QueuedList
      queue={queue}
      onTakeBack={(queuedId) => queued.takeBack(id, queuedId)}
      onEdit={(queuedId) => onEdit(queued.takeBack(id, queuedId))}
      onSendNow={() => queued.sendNow(id)}
    />
  )
}

/** Loaded where it is shown: it reads what the account holds. */
const HeldSuggestions = lazy(() => import('../suggestions/held-suggestions'))
const noTags: readonly string[] = []

/** Room for suggestions from what the account holds, which appear once the browser has time and something can be sent. */
function FirstSuggestions({
  tags,
  mayAsk,
  onTake,
}: {
  tags: readonly string[]
  mayAsk: boolean
  onTake: (sentence: string) => void
}) {
  const isIdle = useIdle()
  return (
    <div className="first-suggestions h-11">
      {isIdle && mayAsk && (
        <Boundary fallback={null}>
          <Suspense>
            <HeldSuggestions tags={tags} onTake={onTake} />
          </Suspense>
        </Boundary>
      )}
    </div>
  )
}

/** Reads the messages of a conversation. `isRead` once this browser has the last of them. */
function useThread(chat: ChatStore, id: string | null) {
  const thread = id === null ? noThread : chat.thread(id)
  const { running, stopping, messageIds } = useSyncExternalStore(thread.subscribe, thread.getSnapshot, () => idle)
  const lastId = messageIds.at(-1)
  const isRead = lastId === undefined || chat.message(lastId).getSnapshot() !== null
  return { running, stopping, messageIds, isRead }
}

/** Holds the element below the composer, into which the thread draws. */
function useFoot(): [RefObject<HTMLDivElement | null>, HTMLElement | null] {
  const room = useRef<HTMLDivElement>(null)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  // Set in an effect: during rendering, the live region would be mounted together with its first text.
  useEffect(() => setFoot(room.current), [])
  return [room, foot]
}

/** True once the browser has nothing more urgent to do. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) return void setIdle(true)
    const request = requestIdleCallback(() => setIdle(true), { timeout: 2_000 })
    return () => cancelIdleCallback(request)
  }, [])
  return isIdle
}

/** Refreshes the conversation, and marks it as read while the page is visible. */
function useOpened(chat: ChatStore, id: string | null): void {
  useEffect(() => {
    if (id !== null) chat.open(id)
  }, [chat, id])
  useEffect(() => {
    if (id === null) return
    let leave: (() => void) | null = null
    const changed = () => {
      if (browserVisible.isVisible()) leave ??= chat.look(id)
      else {
        leave?.()
        leave = null
      }
    }
    changed()
    const stop = browserVisible.subscribe(changed)
    return () => {
      stop()
      leave?.()
    }
  }, [chat, id])
}

/** Sends at once, or after the current answer. */
function useSend(id: string | null) {
  const { chains } = useApp()
  const { chat, queued, planTerms } = useWork()
  return useCallback(
    (text: string, wording?: Wording) => {
      if (id === null) return
      // A message written during an answer waits for its end.
      if (chat.thread(id).getSnapshot().running) queued.add(id, text, wording)
      else chat.send(id, text, wording ?? wordingOfAnswer({ chat, planTerms }, id, text, { chains, now: Date.now() }))
    },
    [chat, queued, id, planTerms, chains],
  )
}

/** Sends what the composer holds: the first message of a conversation, the next one, or an edited one. */
function useAsk(
  send: ReturnType<typeof useSend>,
  {
    id,
    agentId,
    edited,
    endEdit,
  }: { id: string | null; agentId: number | undefined; edited: ChatMessage | null; endEdit: () => void },
) {
  const { chat } = useWork()
  /** Returns false if the text was not accepted. */
  return (text: string, wording?: Wording): boolean => {
    if (id !== null) send(text, edited ? { ...wording, instead: { messageId: edited.id, how: 'edited' } } : wording)
    else if (agentId === undefined) return false
    else goToConversation(chat.start(text, agentId, wording), 'replace')
    endEdit()
    return true
  }
}

/** Returns why nothing can be sent now; null if sending is possible. */
function useBlocked(mayAsk: boolean, connection: ConnectionState, rateLimit: RateLimit | null): string | null {
  const retryAt = rateLimit?.retryAt ?? null
  const waiting = secondsUntil(retryAt, useNow(retryAt !== null)) > 0
  if (!mayAsk) return 'Sign in to send.'
  if (connection === 'offline') return 'You can send once you are online again.'
  return waiting ? 'You can send again in a moment.' : null
}

/** Actions for the last turn and for the person's message in it. */
function useTurnDeeds(
  chat: ChatStore,
  { messageIds, running }: { messageIds: readonly string[]; running: boolean },
  {
    quote,
    edit,
    fillIn,
    begin,
    send,
  }: Pick<TurnDeeds, 'quote' | 'edit' | 'fillIn' | 'begin'> & { send: (text: string, wording?: Wording) => void },
) {
  const look: Look = (messageId) => chat.message(messageId).getSnapshot()
  const own = lastOwn(messageIds, look)
  const answerId = running ? null : answerTo(own, messageIds, look)
  const ownId = own?.id ?? null
  const deeds = useMemo<TurnDeeds>(
    () => ({
      ownId,
      answerId,
      quote,
      edit,
      fillIn,
      begin,
      choose: (option) => send(option, { suggested: true }),
      again: () => {
        const message = ownId === null ? null : chat.message(ownId).getSnapshot()
        if (!message) return
        const { suggested } = message
        send(textOf(message.parts), {
          ...(suggested && { suggested }),
          instead: { messageId: message.id, how: 'again' },
        })
      },
    }),
    [chat, ownId, answerId, quote, edit, fillIn, begin, send],
  )
  return { own, deeds }
}

type Look = (messageId: string) => ChatMessage | null

/** Returns the last message that the person wrote in this browser. */
function lastOwn(messageIds: readonly string[], look: Look): ChatMessage | null {
  for (const id of messageIds.toReversed()) {
    const message = look(id)
    if (
      message?.role === 'user' &&
      !message.told &&
      message.again === undefined &&
      message.confirms === undefined &&
      !message.parts.some((part) => part.type === 'request') &&
      textOf(message.parts) !== ''
    )
      return message
  }
  return null
}

/** Returns the agent's last words, if they answer that message and no carried-out call stands between them. */
function answerTo(own: ChatMessage | null, messageIds: readonly string[], look: Look): string | null {
  const last = messageIds.at(-1)
  const answer = last === undefined ? null : look(last)
  if (own?.status !== 'sent' || answer?.role !== 'agent' || answer.status === 'broken') return null
  const between = messageIds.slice(messageIds.indexOf(own.id) + 1, -1)
  return between.every((id) => look(id)?.role === 'agent') ? answer.id : null
}
