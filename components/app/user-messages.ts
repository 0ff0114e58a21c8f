import type { ChatMessage, ChatStore } from '@/lib/chat/store/chat'
import type { Conversation } from '@/lib/review/facts/known-addresses'
import { withoutQuotes } from '@/lib/wire/quotes'

type Chat = Pick<ChatStore, 'getSnapshot' | 'thread' | 'message'>

/**
 * What the person has said in this browser in the conversation of a call, oldest first. What only the service says that they
 * wrote is not among it. Their own words for the call are those that they wrote themselves, before the message that it is in:
 * a suggestion that was sent as it stood is somebody else's.
 */
export function wordsFor(chat: Chat, { taskId, callId }: { taskId: string; callId: string }): Conversation {
  const messages = messagesOf(chat, taskId)
  const proposed = messages.findIndex(({ parts }) =>
    parts.some((part) => part.type === 'call' && part.callId === callId),
  )
  const before = proposed < 0 ? messages : messages.slice(0, proposed)
  if (messages.length === 0) return { userMessages: [] }
  return {
    userMessages: messages.filter(isOwn).flatMap(ownTextsIn),
    ownWords: before.filter((message) => isOwn(message) && !message.suggested).flatMap(ownTextsIn),
  }
}

/** The person's own words of a message: what it quotes was said by somebody else. */
const ownTextsIn = (message: ChatMessage): string[] => textsIn(message).map(withoutQuotes)

const isOwn = ({ role, told }: ChatMessage): boolean => role === 'user' && !told

/** What the agent has written in the conversation of a task since a moment, also what is coming in just now. */
export const agentTextsOf = (chat: Chat & Pick<ChatStore, 'stream'>, taskId: string, since: number): string[] =>
  messagesOf(chat, taskId)
    .filter(({ role, at }) => role === 'agent' && at >= since)
    .flatMap((message) => {
      const live = message.status === 'streaming' ? chat.stream(message.id)?.getSnapshot() : null
      return live ? [...live.blocks, live.tail] : textsIn(message)
    })

function messagesOf(chat: Chat, taskId: string): ChatMessage[] {
  const conversation = chat.getSnapshot().conversations.find((each) => each.taskId === taskId)
  if (!conversation) return []
  const { messageIds } = chat.thread(conversation.id).getSnapshot()
  return messageIds.flatMap((id) => chat.message(id).getSnapshot() ?? [])
}

const textsIn = ({ parts }: ChatMessage): string[] => parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
