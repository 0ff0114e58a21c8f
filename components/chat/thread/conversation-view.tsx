'use client'

import type { ReactNode } from 'react'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useApp } from '@/components/app/app-context'
import { Banners } from '@/components/app/banners'
import { goToConversation } from '@/components/app/location'
import { wantedCard } from '@/components/app/tray/go-to-card'
import { secondsUntil, useNow } from '@/components/app/use-now'
import { Welcome } from '@/components/app/welcome'
import { useWork } from '@/components/app/work-context'
import { browserVisible } from '@/lib/chat/page/visible'
import type { ChatMessage, Conversation, Wording } from '@/lib/chat/store/chat'
import { textOf } from '@/lib/chat/turns/transcript'
import { quoteOf } from '@/lib/wire/quotes'
import { Composer } from '../composer/composer'
import { type Draft, readDraft, saveDraft } from '../composer/drafts'
import { QueuedList } from '../composer/queued-list'
import { Thread } from './thread'
import { type TurnDeeds, TurnDeedsContext } from './turn-actions'

const noThread = { subscribe: () => () => {}, getSnapshot: () => idle }
const idle = { messageIds: [], running: false, stopping: false }

/** What somebody who is signed in works with: the thread (or the welcome) and the composer. */
export function ConversationView({
  conversation,
  field,
  linkedText,
  onLinkTaken,
  mayAsk,
  notice,
}: {
  /** Null for one that has not begun. */
  conversation: Conversation | null
  field: RefObject<HTMLTextAreaElement | null>
  /** What a link asks to be written into the composer; empty where there is none. */
  linkedText: string
  onLinkTaken: () => void
  /** False while the session has ended: what is on screen stays, and nothing is sent. */
  mayAsk: boolean
  /** Shown above the composer, before everything else. */
  notice: ReactNode
}) {
  const { agents } = useApp()
  const { owner, chat, queued } = useWork()
  const id = conversation?.id ?? null
  const { connection, rateLimit, storageProblem } = useSyncExternalStore(
    chat.subscribe,
    chat.getSnapshot,
    chat.getSnapshot,
  )
  const thread = id === null ? noThread : chat.thread(id)
  const { running, stopping, messageIds } = useSyncExternalStore(thread.subscribe, thread.getSnapshot, () => idle)
  const queue = useSyncExternalStore(queued.subscribe, () => queued.of(id ?? ''))
  const [agentId, setAgentId] = useState(agents[0]?.id)
  const [draft, setDraft] = useState<Draft>(() =>
    linkedText ? { text: linkedText, given: { text: linkedText, from: 'link' } } : readDraft(owner, id),
  )
  /** Each text that is put into the composer makes it begin anew. */
  const [taken, setTaken] = useState(0)
  /** The message that is written anew, and what stood in the composer before. */
  const [editing, setEditing] = useState<{ message: ChatMessage; before: Draft } | null>(null)
  const written = useRef(draft)
  useEffect(onLinkTaken, [onLinkTaken])
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
  useEffect(() => {
    // Whoever came for a card is led to that, and may be there already.
    const isLed = wantedCard.getSnapshot() !== null || document.activeElement?.closest('article[data-call]')
    // Where there is a keyboard, one writes at once. On a touch screen the field would push the page away.
    if (!isLed && !matchMedia('(pointer: coarse)').matches) field.current?.focus()
  }, [field])

  useEffect(() => {
    // A suggestion is there to be read and changed, also on a touch screen.
    if (taken > 0) field.current?.focus()
  }, [field, taken])

  /** Puts words into the composer, and the person behind them. */
  const put = useCallback((next: Draft) => {
    setDraft(next)
    setTaken((count) => count + 1)
  }, [])
  const send = useCallback(
    (text: string, wording?: Wording) => {
      if (id === null) return
      // What follows an answer waits for its end.
      if (chat.thread(id).getSnapshot().running) queued.add(id, text, wording)
      else chat.send(id, text, wording)
    },
    [chat, queued, id],
  )
  const ask = (text: string, wording?: Wording) => {
    if (id !== null)
      send(text, editing ? { ...wording, instead: { messageId: editing.message.id, how: 'edited' } } : wording)
    else if (agentId === undefined) return false
    else goToConversation(chat.start(text, agentId, wording), 'replace')
    if (editing) put(editing.before)
    setEditing(null)
    return true
  }
  const suggest = (text: string) => put({ text, given: { text, from: 'suggestion' } })
  const edit = useCallback(
    (message: ChatMessage) => {
      const text = textOf(message.parts)
      setEditing({ message, before: written.current })
      put({ text, given: message.suggested ? { text, from: 'suggestion' } : null })
    },
    [put],
  )
  const own = lastOwn(messageIds, (each) => chat.message(each).getSnapshot())
  const answerId = running ? null : answerTo(own, messageIds, (each) => chat.message(each).getSnapshot())
  const ownId = own?.id ?? null
  const deeds = useMemo<TurnDeeds>(
    () => ({
      ownId,
      answerId,
      quote: (text) => {
        const { text: before, given } = written.current
        put({ text: `${quoteOf(text)}\n\n${before}`, given })
      },
      edit,
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
    [chat, ownId, answerId, edit, put, send],
  )
  const takeBack = (queuedId: string) => {
    const taken = id === null ? null : queued.takeBack(id, queuedId)
    if (!taken) return
    const { text: before, given } = written.current
    const isSuggested = taken.wording?.suggested && before === ''
    put({
      text: before === '' ? taken.text : `${taken.text}\n\n${before}`,
      given: isSuggested ? { text: taken.text, from: 'suggestion' } : given,
    })
  }
  const retryAt = rateLimit?.retryAt ?? null
  const waiting = secondsUntil(retryAt, useNow(retryAt !== null)) > 0
  const blocked = !mayAsk
    ? 'Sign in to send.'
    : connection === 'offline'
      ? 'You can send once you are online again.'
      : waiting
        ? 'You can send again in a moment.'
        : null
  return (
    <>
      {conversation ? (
        <TurnDeedsContext value={deeds}>
          <Thread conversation={conversation} />
        </TurnDeedsContext>
      ) : (
        <Welcome agents={agents} agentId={agentId} onAgent={setAgentId} onTake={blocked ? undefined : suggest} />
      )}
      <div className="thread-foot-frame">
        <div className="thread-foot">
          <div className={`thread-foot-room ${conversation ? 'thread-foot-inner' : ''}`}>
            {notice}
            <Banners connection={connection} rateLimit={rateLimit} storageProblem={storageProblem} />
            {id !== null && (
              <QueuedList
                queue={queue}
                onTakeBack={(queuedId) => queued.takeBack(id, queuedId)}
                onEdit={takeBack}
                onSendNow={() => queued.sendNow(id)}
              />
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
              isEdited={editing !== null}
              onCancelEdit={() => {
                if (editing) put(editing.before)
                setEditing(null)
              }}
              onEditLast={() => own && edit(own)}
              onStop={() => {
                if (id === null) return
                queued.hold(id)
                chat.stop(id)
              }}
              onChange={(changed) => {
                written.current = changed
                saveDraft(owner, id, changed)
              }}
            />
          </div>
        </div>
      </div>
    </>
  )
}

type Look = (messageId: string) => ChatMessage | null

/** The last message that the person wrote in this browser. */
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

/** The agent's last words, where they answer that message and nothing that is carried out stands between them. */
function answerTo(own: ChatMessage | null, messageIds: readonly string[], look: Look): string | null {
  const last = messageIds.at(-1)
  const answer = last === undefined ? null : look(last)
  if (own?.status !== 'sent' || answer?.role !== 'agent' || answer.status === 'broken') return null
  const between = messageIds.slice(messageIds.indexOf(own.id) + 1, -1)
  return between.every((id) => look(id)?.role === 'agent') ? answer.id : null
}
