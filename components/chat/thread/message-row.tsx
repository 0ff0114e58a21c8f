'use client'

import { RotateCcw } from 'lucide-react'
import { memo, type ReactNode, use, useSyncExternalStore } from 'react'
import { useWork } from '@/components/app/work-context'
import { DraftCard } from '@/components/cards/draft/draft-card'
import { PlanCard } from '@/components/cards/plan/plan-card'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { LongText } from '@/components/ui/text/long-text'
import { timeOfDay } from '@/lib/chat/page/time-words'
import type { ChatMessage, ChatPart } from '@/lib/chat/store/chat'
import { revealInvisible } from '@/lib/wire/text'
import { AgentMark, useAgentName } from '../agent-mark'
import { CallQueue } from './calls/call-queue'
import { CallSlot } from './calls/call-slot'
import { useChips } from './chips/use-chips'
import { WithChips } from './chips/with-chips'
import { DisplaySlot } from './displays/display-slot'
import { LiveText } from './text/live-text'
import { SettledText } from './text/settled-text'
import { TurnActions, TurnDeedsContext } from './turn-actions'
import { Working } from './working'

/** One message. Renders alone when its message changes. */
export const MessageRow = memo(function MessageRow({ id, agentId }: { id: string; agentId: number }) {
  const { chat } = useWork()
  const store = chat.message(id)
  const message = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
  const agent = useAgentName(agentId)
  if (!message || !isDrawn(message)) return null
  const live = message.status === 'streaming'
  return (
    <article
      data-role={message.role}
      data-status={message.status}
      className={live ? 'turn' : 'turn turn-settled'}
      data-resent={message.resent}
      aria-label={message.role === 'user' ? 'You' : `Agent ${agent}`}
    >
      <h2 className="form-label turn-margin">
        {message.role === 'user' ? 'You' : <AgentName agentId={agentId} />}
        {!message.undated && (
          <time dateTime={new Date(message.at).toISOString()} className="turn-time">
            {timeOfDay.format(message.at)}
          </time>
        )}
      </h2>
      <div className="turn-body">
        {message.role === 'user' ? <OwnWords message={message} /> : <AgentWords message={message} />}
        {message.told && (
          <p className="mt-1 text-small text-ink-faint">
            Not written in this browser: the agent service says you wrote it elsewhere.
          </p>
        )}
        {message.suggested && (
          <p className="mt-1 text-small text-ink-faint">Sent as suggested, so no card treats it as your own words.</p>
        )}
        {message.parts.some((part) => part.type === 'request') && (
          <p className="mt-1 text-small text-ink-faint">Sent by confirming a draft.</p>
        )}
        {message.resent && (
          <p className="mt-1 text-small text-ink-faint">
            {message.resent === 'edited' ? 'You changed this and sent it again below.' : 'You sent this again below.'}{' '}
            Its results are kept.
          </p>
        )}
        <Trouble message={message} />
        {!live && <TurnActions message={message} />}
      </div>
    </article>
  )
})

/** Shows an agent's mark and name. The agent chose the name, so the row says that it is an agent. */
export function AgentName({ agentId }: { agentId: number }) {
  const name = useAgentName(agentId)
  return (
    <span className="turn-agent">
      <AgentMark agentId={agentId} name={name} className="size-4 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        Agent <bdi>{name}</bdi>
      </span>
    </span>
  )
}

/** A message that only reports a result to the agent is not shown: the outcome is on its card. */
const isDrawn = ({ parts, status }: ChatMessage): boolean =>
  status === 'streaming' ||
  status === 'broken' ||
  status === 'ended' ||
  parts.some((part: ChatPart) => part.type !== 'return')

function OwnWords({ message }: { message: ChatMessage }) {
  const find = useChips(true)
  return message.parts.map((part, index) =>
    part.type === 'text' ? (
      <LongText
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever appended
        key={index}
        text={revealInvisible(part.text)}
        draw={find ? (text) => <WithChips text={text} find={find} /> : undefined}
        className="own-words whitespace-pre-wrap text-pretty break-words font-medium text-accent"
      />
    ) : null,
  )
}

function AgentWords({ message }: { message: ChatMessage }) {
  const { chat } = useWork()
  const stream = message.status === 'streaming' ? chat.stream(message.id) : null
  const calls = message.parts.filter((part) => part.type === 'call')
  const settled = message.parts.map((part, index) => {
    switch (part.type) {
      case 'text':
        // While the text streams in, it is in the stream.
        return stream ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever appended
          <AgentText key={index}>
            <SettledText text={part.text} />
          </AgentText>
        )
      case 'call':
        if (calls.length === 1) return <CallSlot key={part.callId} part={part} taskId={message.taskId ?? null} />
        return part === calls[0] ? <CallQueue key={part.callId} parts={calls} taskId={message.taskId ?? null} /> : null
      case 'plan':
        // Once set up, it stays on the card that was confirmed, and the words say so.
        return part.offer.number === undefined ? (
          <div key={part.offer.id} className="my-4" data-slot="">
            <PlanCard offer={part.offer} taskId={message.taskId ?? null} />
          </div>
        ) : null
      case 'draft':
        return (
          <div key={part.draft.id} className="my-4" data-slot="">
            <DraftCard draft={part.draft} taskId={message.taskId ?? null} />
          </div>
        )
      case 'display':
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever appended
        return <DisplaySlot key={index} display={part.display} messageId={message.id} />
      case 'unreadable':
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever appended
          <Notice key={index} tone="warn" title="A part of this message could not be read" className="my-3">
            {revealInvisible(part.reason)}. Nothing was done with it.
          </Notice>
        )
      default:
        return null
    }
  })
  return (
    <>
      {stream && (
        <AgentText streaming>
          <LiveText stream={stream} />
          <Working />
        </AgentText>
      )}
      {settled}
    </>
  )
}

/**
 * The agent's words, in a frame along all of them that names their author. Nothing of the app's goes inside it, and
 * nothing of the agent's outside: whatever the words say, they cannot pass for the app's.
 */
const AgentText = ({ streaming = false, children }: { streaming?: boolean; children: ReactNode }) => (
  <figure className="agent-words" data-author="agent">
    <figcaption className="form-label">Written by the agent</figcaption>
    <div className={streaming ? 'prose streaming' : 'prose'}>{children}</div>
  </figure>
)

function Trouble({ message }: { message: ChatMessage }) {
  const { chat } = useWork()
  const deeds = use(TurnDeedsContext)
  if (message.status === 'stopped') return <p className="mt-1 text-small text-ink-faint">You stopped this answer.</p>
  if (message.status === 'sending')
    return (
      <p className="mt-1 text-small text-ink-faint">
        {message.problem ? `${message.problem} Your message is waiting and will be sent automatically.` : 'Sending…'}
      </p>
    )
  if (message.status === 'ended')
    return (
      <Notice tone="warn" title="No answer">
        {message.problem}
      </Notice>
    )
  if (message.status !== 'failed' && message.status !== 'broken') return null
  return (
    <Notice
      tone="warn"
      className="mt-2"
      title={
        message.status === 'broken'
          ? 'The answer was cut off'
          : message.unsure
            ? 'This may or may not have been sent'
            : 'Not sent'
      }
      action={
        <>
          <Button size="small" onClick={() => chat.retry(message.id)}>
            <RotateCcw /> {message.status === 'failed' ? 'Send again' : 'Try again'}
          </Button>
          {message.status === 'failed' && message.id === deeds?.ownId && (
            <Button size="small" look="quiet" onClick={() => deeds.edit(message)}>
              Edit
            </Button>
          )}
        </>
      }
    >
      {message.problem}
    </Notice>
  )
}
