import type { ChatStore } from '@/lib/chat/chat'

/**
 * What the person wrote in the conversation of a task in this browser, oldest first: addresses and figures in it are
 * their own. What only the service says that they wrote is not among it.
 */
export function userMessagesOf(chat: Pick<ChatStore, 'getSnapshot' | 'thread' | 'message'>, taskId: string): string[] {
  const conversation = chat.getSnapshot().conversations.find((each) => each.taskId === taskId)
  if (!conversation) return []
  return chat
    .thread(conversation.id)
    .getSnapshot()
    .messageIds.flatMap((id) => {
      const message = chat.message(id).getSnapshot()
      return message?.role === 'user' && !message.told ? message.parts : []
    })
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
}
