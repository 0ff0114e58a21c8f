import type { ChatMessage, ChatStore } from '@/lib/chat/store/chat'
import type { ProposedCall } from '@/lib/chat/store/proposed-call'
import { callHash } from '@/lib/execution/ledger/call-hash'
import type { FirstSeen, LedgerEntry, SeenWords } from '@/lib/execution/ledger/entry'
import type { Conversation } from '@/lib/review/facts/known-addresses'
import { withoutQuotes } from '@/lib/wire/quotes'
import { conversationOf } from './conversation-of'

type Chat = Pick<ChatStore, 'getSnapshot' | 'thread' | 'message'>
type Call = Pick<LedgerEntry, 'taskId' | 'callId'>
/** The ledger's entry of a call of the same task. */
type Find = (callId: string) => LedgerEntry | null

/** So many of the person's last messages are kept with a call, and so many characters of them. */
const mostWords = 50
const mostCharacters = 20_000

/**
 * What is kept of a call that is seen for the first time: the words before the message that it is in, and what it began
 * with. A call that is proposed again answers the request of the first one; what goes on from a call, replaces it or
 * repeats it was begun by whatever began that one.
 */
export function firstSeen(chat: Chat, call: ProposedCall, find: Find): FirstSeen {
  const { before } = aroundCall(chat, call)
  const asked = before.findLast(({ role }) => role === 'user')
  const repeated = asked?.again === undefined ? null : find(asked.again)
  const again = repeated && repeated.callHash === callHash(call.name, call.parameters) ? repeated : null
  const answered = asked?.parts.find((part) => part.type === 'return')
  const former =
    (call.replaces === undefined ? null : find(call.replaces)) ?? repeated ?? (answered && find(answered.callId))
  const isAlone =
    !asked && chat.getSnapshot().conversations.some(({ taskId, byService }) => byService && taskId === call.taskId)
  const began = former ? former.began : isAlone ? ('service' as const) : undefined
  const origin = former ? former.origin : call.origin
  return {
    words: again?.words ?? bounded(wordsIn(before)),
    ...(began && { began }),
    ...(origin && { origin }),
    ...(call.replaces !== undefined && { replaces: call.replaces }),
    ...(again && { again: again.callId }),
  }
}

/**
 * What a call is held against: the person's words before its own message, as they stood when it was first seen, and apart
 * from them what they have written since. What only the service says that they wrote is not among it. Their own words are
 * those that they wrote themselves: a suggestion that was sent as it stood is somebody else's.
 */
export function wordsFor(chat: Chat, call: Call & Pick<LedgerEntry, 'words'>): Conversation {
  const { before, after } = aroundCall(chat, call)
  const words = call.words ?? wordsIn(before)
  const agreed = words.flatMap(({ text, agreed }) => (agreed ? [{ text, fields: agreed }] : []))
  const laterMessages = after.filter(isHeard).flatMap(ownTextsIn)
  return {
    userMessages: words.map(({ text }) => text),
    ...(words.some(({ agent }) => agent) && { agentBefore: words.map(({ agent }) => agent ?? '') }),
    ...(agreed.length > 0 && { agreed }),
    ownWords: words.flatMap(({ text, own }) => (own ? [text] : [])),
    ...(laterMessages.length > 0 && { laterMessages }),
  }
}

const isHeard = ({ role, told }: ChatMessage): boolean => role === 'user' && !told

/** What a message quotes was said by somebody else. */
const ownTextsIn = (message: ChatMessage): string[] => textsIn(message).map(withoutQuotes).filter(Boolean)

/** Characters of the agent's last message that are stored with the answer to it. */
const mostOfAgent = 500

/** The person's words in these messages, each with what the agent had said last. */
function wordsIn(messages: readonly ChatMessage[]): SeenWords[] {
  let agent = ''
  return messages.flatMap((message) => {
    if (message.role === 'agent') agent = textsIn(message).join(' ').slice(-mostOfAgent) || agent
    if (!isHeard(message)) return []
    return ownTextsIn(message).map((text) => ({
      text,
      // What they only agreed to, in a draft, is not their own.
      ...(!message.suggested && !message.agreed?.length && { own: true as const }),
      ...(agent && { agent }),
      ...(message.agreed?.length && { agreed: message.agreed }),
    }))
  })
}

function bounded(words: readonly SeenWords[]): SeenWords[] {
  const last = words.slice(-mostWords)
  const charactersFrom = (at: number) =>
    last.slice(at).reduce((sum, { text, agent = '' }) => sum + text.length + agent.length, 0)
  return last.filter((_, at) => charactersFrom(at) <= mostCharacters)
}

/** The messages of the call's conversation on either side of the one that it is in; all are before one that has not come. */
function aroundCall(chat: Chat, { taskId, callId }: Call): { before: ChatMessage[]; after: ChatMessage[] } {
  const messages = messagesOf(chat, taskId)
  const at = messages.findIndex(
    (message) =>
      message.role === 'agent' &&
      (message.taskId === undefined || message.taskId === taskId) &&
      message.parts.some((part) => part.type === 'call' && part.callId === callId),
  )
  return at < 0 ? { before: messages, after: [] } : { before: messages.slice(0, at), after: messages.slice(at + 1) }
}

/** The person's own words in a conversation so far, and what the agent had said before each of them. */
export function ownWordsIn(chat: Chat, taskId: string): Required<Pick<Conversation, 'userMessages' | 'agentBefore'>> {
  const own = wordsIn(messagesOf(chat, taskId)).filter((words) => words.own)
  return { userMessages: own.map(({ text }) => text), agentBefore: own.map(({ agent }) => agent ?? '') }
}

/** What the agent has written in the conversation of a task since a moment, also what is coming in just now. */
export const agentTextsOf = (chat: Chat & Pick<ChatStore, 'stream'>, taskId: string, since: number): string[] =>
  messagesOf(chat, taskId)
    .filter(({ role, at }) => role === 'agent' && at >= since)
    .flatMap((message) => {
      const live = message.status === 'streaming' ? chat.stream(message.id)?.getSnapshot() : null
      return live ? [...live.blocks, live.tail] : textsIn(message)
    })

function messagesOf(chat: Chat, taskId: string): ChatMessage[] {
  const conversation = conversationOf(chat, taskId)
  if (!conversation) return []
  const { messageIds } = chat.thread(conversation.id).getSnapshot()
  return messageIds.flatMap((id) => chat.message(id).getSnapshot() ?? [])
}

const textsIn = ({ parts }: ChatMessage): string[] => parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
