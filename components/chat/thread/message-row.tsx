'use client'

import { RotateCcw } from 'lucide-react'
import { lazy, memo, type ReactNode, Suspense, use, useSyncExternalStore } from 'react'
import { useWork } from '@/components/app/work-context'
import { FoldedLine } from '@/components/cards/frame/folded-line'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Boundary } from '@/components/ui/page/boundary'
import { Coming } from '@/components/ui/page/coming'
import { NotLoaded } from '@/components/ui/page/not-loaded'
import { Skeleton } from '@/components/ui/page/skeleton'
import type { ChatMessage } from '@/lib/chat/store/chat'
import { revealInvisible } from '@/lib/wire/text'
import { useAgentName } from '../agent-mark'
import { CallQueue } from './calls/call-queue'
import { CallSlot } from './calls/call-slot'
import { WithChips } from './chips/chip'
import { useChips } from './chips/use-chips'
import { DisplaySlot } from './displays/display-slot'
import { aboutOptions, type SplitText, saidTwice } from './displays/listed-twice'
import { SentNotes } from './sent-notes'
import { AnswerText } from './text/answer-text'
import { AgentLabel, AgentText, isDrawn, OwnText, Turn } from './turn'
import { TurnActions, TurnDeedsContext } from './turn-actions'

// Forms of their own, which few conversations contain.
const DraftCard = lazy(() =>
  import('@/components/cards/draft/draft-card').then(({ DraftCard }) => ({ default: DraftCard })),
)
const PlanCard = lazy(() => import('@/components/cards/plan/plan-card').then(({ PlanCard }) => ({ default: PlanCard })))

/** One message. Renders alone when its message changes. */
export const MessageRow = memo(function MessageRow({ id, agentId }: { id: string; agentId: number }) {
  const { chat } = useWork()
  const store = chat.message(id)
  const message = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)
  const agent = useAgentName(agentId)
  if (!message || !isDrawn(message)) return null
  const live = message.status === 'streaming'
  return (
    <Turn message={message} agent={{ agentId, name: agent }}>
      {message.role === 'user' ? <OwnWords message={message} /> : <AgentWords message={message} />}
      <SentNotes message={message} />
      <Trouble message={message} />
      {!live && <TurnActions message={message} />}
    </Turn>
  )
})

/** Shows an agent's mark and name. */
export const AgentName = ({ agentId }: { agentId: number }) => (
  <AgentLabel agentId={agentId} name={useAgentName(agentId)} />
)

function OwnWords({ message }: { message: ChatMessage }) {
  const find = useChips(true)
  return message.parts.map((part, index) =>
    part.type === 'text' ? (
      <OwnText
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever appended
        key={index}
        text={part.text}
        draw={find ? (text) => <WithChips text={text} find={find} /> : undefined}
      />
    ) : null,
  )
}

function AgentWords({ message }: { message: ChatMessage }) {
  const { chat } = useWork()
  const stream = message.status === 'streaming' ? chat.stream(message.id) : null
  const calls = message.parts.filter((part) => part.type === 'call')
  const twice = stream ? null : tableInText(message.parts)
  const settled = message.parts.map((part, index) => {
    if (twice && part === twice.shown) return null
    switch (part.type) {
      case 'text':
        // While the text streams in, it is in the stream.
        if (stream) return null
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever appended
        if (part === twice?.text) return <TextWithTable key={index} {...twice} messageId={message.id} />
        return (
          <AgentText key={index === 0 ? streamed : index}>
            <AnswerText text={part.text} />
          </AgentText>
        )
      case 'call':
        if (calls.length === 1) return <CallSlot key={part.callId} part={part} taskId={message.taskId ?? null} />
        return part === calls[0] ? <CallQueue key={part.callId} parts={calls} taskId={message.taskId ?? null} /> : null
      case 'plan':
        // Once set up, it stays on the card that was confirmed, and the words say so.
        return part.offer.number === undefined ? (
          <SheetSlot key={part.offer.id}>
            <PlanCard offer={part.offer} taskId={message.taskId ?? null} />
          </SheetSlot>
        ) : null
      case 'draft':
        return (
          <SheetSlot key={part.draft.id}>
            <DraftCard draft={part.draft} taskId={message.taskId ?? null} />
          </SheetSlot>
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
  if (!stream) return settled
  return [
    <AgentText key={streamed} streaming>
      <AnswerText stream={stream} />
    </AgentText>,
    ...settled,
  ]
}

/** Key of a streamed text, and of the first part that it becomes: at the end of an answer, nothing is drawn again. */
const streamed = 'streamed'

type Parts = ChatMessage['parts']
type TextPart = Extract<Parts[number], { type: 'text' }>
type DisplayPart = Extract<Parts[number], { type: 'display' }>

/** A text with a list, and the table that shows that list again. */
type TableInText = { text: TextPart; shown: DisplayPart; split: SplitText }

/** Finds the table that shows what a list of the text says already. */
function tableInText(parts: Parts): TableInText | null {
  const texts = parts.filter((part) => part.type === 'text')
  for (const shown of parts.filter((part) => part.type === 'display')) {
    for (const text of texts) {
      const split = saidTwice(text.text, shown.display)
      if (split) return { text, shown, split }
    }
  }
  return null
}

/** The table in the place of the agent's list, which is folded below it: nothing that the agent wrote is left out. */
function TextWithTable({ text, shown: { display }, split, messageId }: TableInText & { messageId: string }) {
  const deeds = use(TurnDeedsContext)
  const abouts = display.type === 'choices' ? aboutOptions(split.list, display.options) : undefined
  // Choices are shown only while they can be taken, and beside the list if they cannot stand for it.
  if (display.type === 'choices' && (deeds?.answerId !== messageId || !abouts))
    return (
      <>
        <AgentText>
          <AnswerText text={text.text} />
        </AgentText>
        <DisplaySlot display={display} messageId={messageId} />
      </>
    )
  return (
    <>
      {split.before !== '' && (
        <AgentText>
          <AnswerText text={split.before} />
        </AgentText>
      )}
      <DisplaySlot display={display} messageId={messageId} {...(abouts && { abouts })} />
      {!abouts && (
        <FoldedLine summary="The same in the agent’s words">
          <AgentText>
            <AnswerText text={split.list} />
          </AgentText>
        </FoldedLine>
      )}
      {split.after !== '' && (
        <div className="mt-3">
          <AgentText>
            <AnswerText text={split.after} />
          </AgentText>
        </div>
      )}
    </>
  )
}

/** The place of a plan or a draft, whose code comes with the first one. */
const SheetSlot = ({ children }: { children: ReactNode }) => (
  <div className="my-4" data-slot="">
    <Boundary fallback={<NotLoaded />}>
      <Suspense
        fallback={
          <Coming>
            <Skeleton className="sheet h-96" />
          </Coming>
        }
      >
        {children}
      </Suspense>
    </Boundary>
  </div>
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
