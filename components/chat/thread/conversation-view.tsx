'use client'

import type { ReactNode } from 'react'
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { useApp } from '@/components/app/app-context'
import { Banners } from '@/components/app/banners'
import { goToConversation } from '@/components/app/location'
import { secondsUntil, useNow } from '@/components/app/use-now'
import { Welcome } from '@/components/app/welcome'
import { useWork } from '@/components/app/work-context'
import type { Conversation, Wording } from '@/lib/chat/store/chat'
import { Composer } from '../composer/composer'
import { type Draft, readDraft, saveDraft } from '../composer/drafts'
import { Thread } from './thread'

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
  const { owner, chat } = useWork()
  const id = conversation?.id ?? null
  const { connection, rateLimit, storageProblem } = useSyncExternalStore(
    chat.subscribe,
    chat.getSnapshot,
    chat.getSnapshot,
  )
  const thread = id === null ? noThread : chat.thread(id)
  const { running, stopping } = useSyncExternalStore(thread.subscribe, thread.getSnapshot, () => idle)
  const [agentId, setAgentId] = useState(agents[0]?.id)
  const [draft, setDraft] = useState<Draft>(() =>
    linkedText ? { text: linkedText, given: { text: linkedText, from: 'link' } } : readDraft(owner, id),
  )
  /** Each suggestion that is taken makes the composer begin anew. */
  const [taken, setTaken] = useState(0)
  useEffect(onLinkTaken, [onLinkTaken])
  useEffect(() => {
    if (id !== null) chat.open(id)
  }, [chat, id])
  useEffect(() => {
    // Where there is a keyboard, one writes at once. On a touch screen the field would push the page away.
    if (!matchMedia('(pointer: coarse)').matches) field.current?.focus()
  }, [field])

  useEffect(() => {
    // A suggestion is there to be read and changed, also on a touch screen.
    if (taken > 0) field.current?.focus()
  }, [field, taken])

  const ask = (text: string, wording?: Wording) => {
    if (id !== null) chat.send(id, text, wording)
    else if (agentId === undefined) return false
    else goToConversation(chat.start(text, agentId, wording), 'replace')
    return true
  }
  const suggest = (text: string) => {
    setDraft({ text, given: { text, from: 'suggestion' } })
    setTaken(taken + 1)
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
        <Thread conversation={conversation} />
      ) : (
        <Welcome agents={agents} agentId={agentId} onAgent={setAgentId} onTake={blocked ? undefined : suggest} />
      )}
      <div className="thread-foot-frame">
        <div className="thread-foot">
          <div className={`thread-foot-room ${conversation ? 'thread-foot-inner' : ''}`}>
            {notice}
            <Banners connection={connection} rateLimit={rateLimit} storageProblem={storageProblem} />
            <Composer
              key={taken}
              field={field}
              initialText={draft.text}
              given={draft.given}
              running={running}
              stopping={stopping}
              blocked={blocked}
              onSend={ask}
              onStop={() => id !== null && chat.stop(id)}
              onChange={(changed) => saveDraft(owner, id, changed)}
            />
          </div>
        </div>
      </div>
    </>
  )
}
