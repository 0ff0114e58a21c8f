import type { ChatMessage, ChatStore } from '@/lib/chat/chat'

type Chat = Pick<ChatStore, 'getSnapshot' | 'thread' | 'message'>

/**
 * What the person wrote in the conversation of a task in this browser, oldest first: addresses and figures in it are
 * their own. What only the service says that they wrote is not among it.
 */
export const userMessagesOf = (chat: Chat, taskId: string): string[] =>
  messagesOf(chat, taskId)
    .filter(({ role, told }) => role === 'user' && !told)
    .flatMap(textsIn)

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
