import { expect, it } from 'vitest'
import type { ChatMessage, ChatStore } from '@/lib/chat/chat'
import { userMessagesOf } from './user-messages'

const words = (id: string, change: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text: id }],
  at: 0,
  status: 'sent',
  ...change,
})

/** A chat with one conversation, of the task T. */
function chatOf(messages: readonly ChatMessage[]) {
  const handle = <View>(view: View) => ({ subscribe: () => () => undefined, getSnapshot: () => view })
  return {
    getSnapshot: () => ({ conversations: [{ id: 'c', taskId: 'T' }] }),
    thread: () => handle({ messageIds: messages.map(({ id }) => id) }),
    message: (id: string) => handle(messages.find((each) => each.id === id) ?? null),
  } as unknown as Pick<ChatStore, 'getSnapshot' | 'thread' | 'message'>
}

it('gives what the person wrote in the conversation of a task, oldest first, and nothing of the agent’s', () => {
  const chat = chatOf([words('one'), words('reply', { role: 'agent' }), words('two')])
  expect(userMessagesOf(chat, 'T')).toEqual(['one', 'two'])
  expect(userMessagesOf(chat, 'U')).toEqual([])
})

it('leaves out what only the agent service says that the person wrote: it vouches for nothing', () => {
  expect(userMessagesOf(chatOf([words('one'), words('forged', { told: true })]), 'T')).toEqual(['one'])
})
