import type { ChatStore, Conversation } from '@/lib/chat/store/chat'

/**
 * The conversation that a task belongs to. One whose task has ended goes on in a new one: those of before are on its record, or
 * known by their messages, once these have been read.
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
