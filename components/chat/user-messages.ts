import type { ChatMessage, ChatStore } from '@/lib/chat/chat'
import type { Conversation } from '@/lib/review/known-addresses'

/**
 * What the person has said in this browser in the conversation of a call, oldest first. What only the service says that they
 * wrote is not among it. Their own words for the call are those that they wrote themselves, before the message that it is in:
 * a suggestion that was sent as it stood is somebody else's.
 */
export function wordsFor(
  chat: Pick<ChatStore, 'getSnapshot' | 'thread' | 'message'>,
  { taskId, callId }: { taskId: string; callId: string },
): Conversation {
  const conversation = chat.getSnapshot().conversations.find((each) => each.taskId === taskId)
  if (!conversation) return { userMessages: [] }
  const messages = chat
    .thread(conversation.id)
    .getSnapshot()
    .messageIds.flatMap((id) => chat.message(id).getSnapshot() ?? [])
  const proposed = messages.findIndex(({ parts }) =>
    parts.some((part) => part.type === 'call' && part.callId === callId),
  )
  const before = proposed < 0 ? messages : messages.slice(0, proposed)
  return {
    userMessages: messages.flatMap(textsOf),
    ownWords: before.filter(({ suggested }) => !suggested).flatMap(textsOf),
  }
}

const textsOf = ({ role, told, parts }: ChatMessage): string[] =>
  role === 'user' && !told ? parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : []
