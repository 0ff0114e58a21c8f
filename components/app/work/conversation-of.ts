import type { ChatStore, Conversation } from '@/lib/chat/store/chat'

/**
 * Returns the conversation of a task. A conversation continues in a new task when its task ends: it lists its former
 * tasks, or its messages name them once they have been read.
 */
export function conversationOf(
  chat: Pick<ChatStore, 'getSnapshot' | 'thread' | 'message'>,
  taskId: string,
): Conversation | null {
  const { conversations } = chat.getSnapshot()
  const hasMessageOf = ({ id }: Conversation) =>
    chat
      .thread(id)
      .getSnapshot()
      .messageIds.some((each) => chat.message(each).getSnapshot()?.taskId === taskId)
  return (
    conversations.find((each) => each.taskId === taskId || each.formerTasks?.includes(taskId)) ??
    conversations.find(hasMessageOf) ??
    null
  )
}
