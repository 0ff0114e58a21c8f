'use client'

import { useEffect, useRef } from 'react'
import { getAddress } from 'viem'
import { cardMinHeight } from '@/components/cards/registry'
import { leavePlace } from '@/components/chat/thread/reading-place'
import { AnswerText } from '@/components/chat/thread/text/answer-text'
import { AgentText, isDrawn, OwnText, Turn } from '@/components/chat/thread/turn'
import { useFollow } from '@/components/chat/thread/use-follow'
import { Skeleton } from '@/components/ui/page/skeleton'
import type { ChatMessage } from '@/lib/chat/store/chat'
import { createChatStorage, type LatestMessages } from '@/lib/chat/store/storage'
import { textOf } from '@/lib/chat/turns/transcript'
import { cleanChainString, revealInvisible } from '@/lib/wire/text'
import type { AgentInfo } from '../agent-info'
import { isFirstSessionOf } from '../first-session'

/** Messages that are read: more than fill a tall screen. */
const count = 20

/** Reads the end of a conversation as this browser keeps it. Null unless its account is signed in. Never rejects. */
export async function readKept(owner: string, conversationId: string): Promise<LatestMessages | null> {
  const storage = createChatStorage()
  try {
    const [latest, isOwners] = await Promise.all([
      storage.latest(getAddress(owner), conversationId, count),
      isFirstSessionOf(owner),
    ])
    return isOwners && latest && latest.messages.length > 0 ? latest : null
  } catch {
    return null
  } finally {
    storage.close()
  }
}

/**
 * The end of a conversation as this browser keeps it, until the app has started. It can be read and scrolled, and
 * nothing in it can be used: what a card says comes from the review, and its place stays empty until then.
 */
export function KeptThread({
  kept: { conversation, messages },
  agents,
}: {
  kept: LatestMessages
  agents: readonly AgentInfo[]
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { away } = useFollow(scroller, content, conversation.id)
  // Whoever has scrolled reads on in the thread that comes in this one's place, which may be drawn before this one goes.
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const leave = () => leavePlace(conversation.id, element, away)
    leave()
    element.addEventListener('scroll', leave, { passive: true })
    return () => element.removeEventListener('scroll', leave)
  }, [conversation.id, away])
  const answered = new Set(
    messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'return' ? part.callId : []))),
  )
  const { agentId } = conversation
  const name = cleanChainString(agents.find(({ id }) => id === agentId)?.name ?? '', 40) || 'unnamed'
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroller}
        className="thread-scroller"
        aria-label="Conversation"
        data-away={away || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the thread scrolls by keyboard only with focus
        tabIndex={0}
      >
        <div ref={content} className="thread-content" inert>
          <h1 className="sr-only">{revealInvisible(conversation.title)}</h1>
          {messages.filter(isDrawn).map((message) => (
            <Turn key={message.id} message={message} agent={{ agentId, name }}>
              <KeptParts message={message} answered={answered} />
              {/* The room of its buttons, which come with the app. */}
              {textOf(message.parts) !== '' && <div className="turn-actions" />}
            </Turn>
          ))}
        </div>
      </section>
    </div>
  )
}

function KeptParts({ message, answered }: { message: ChatMessage; answered: ReadonlySet<string> }) {
  return message.parts.map((part, index) => {
    switch (part.type) {
      case 'text':
        return message.role === 'user' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a kept message do not move
          <OwnText key={index} text={part.text} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a kept message do not move
          <AgentText key={index}>
            <AnswerText text={part.text} />
          </AgentText>
        )
      case 'call':
        // The app reads a card that waits from its top (see `useFollow`), and so does this.
        return (
          <div key={part.callId} className="my-4" data-slot="" data-hold={!answered.has(part.callId) || undefined}>
            <Skeleton className={`sheet ${cardMinHeight(part.name)}`} />
          </div>
        )
      case 'display':
        // Options stand in the text too.
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a kept message do not move
        return part.display.type === 'choices' ? null : <Skeleton key={index} className="sheet my-4 h-64" />
      case 'plan':
      case 'draft':
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a kept message do not move
        return <Skeleton key={index} className="sheet my-4 h-64" />
      default:
        return null
    }
  })
}
