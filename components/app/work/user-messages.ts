import type { ChatMessage, ChatStore } from '@/lib/chat/store/chat'
import type { ProposedCall } from '@/lib/chat/store/proposed-call'
import { callHash } from '@/lib/execution/ledger/call-hash'
import type { FirstSeen, LedgerEntry, SeenWords } from '@/lib/execution/ledger/entry'
import type { Conversation } from '@/lib/review/facts/known-addresses'
import { withoutQuotes } from '@/lib/wire/quotes'
import { conversationOf } from './conversation-of'

type Chat = Pick<ChatStore, 'getSnapshot' | 'thread' | 'message'>
type Call = Pick<LedgerEntry, 'taskId' | 'callId'>
/** Finds the ledger's entry of a call in the same task. */
type Find = (callId: string) => LedgerEntry | null

/** Maximum number of the person's latest messages stored with a call, and of their characters. */
const mostWords = 50
const mostCharacters = 20_000

/**
 * Returns what is stored with a call when it is first seen: the words before its message, and how it began. A repeated
 * proposal answers the request for the first one. A call that continues, replaces or repeats another inherits how that
 * one began.
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
    ...(isUnprompted(before, find) && { unprompted: true as const }),
    ...(origin && { origin }),
    ...(call.replaces !== undefined && { replaces: call.replaces }),
    ...(again && { again: again.callId }),
  }
}

/**
 * True if the person's last turn before a call asks for nothing in words: there is none, or it reports the outcome of an
 * unprompted call, or wants one proposed again. An outcome that only the service reports is no turn of theirs.
 */
function isUnprompted(before: readonly ChatMessage[], find: Find): boolean {
  const turn = before.findLast((message) => message.role === 'user' && !(message.told && textsIn(message).length === 0))
  if (!turn) return true
  if (turn.again !== undefined) return find(turn.again)?.unprompted === true
  const returned = turn.parts.find((part) => part.type === 'return')
  return returned !== undefined && find(returned.callId)?.unprompted === true
}

/**
 * Returns what a call is checked against: the person's words before its message, as they were when it was first seen,
 * and separately what they have written since. Marks those that only the service attributes to them. `ownWords` leaves
 * these out, and suggestions sent unedited, which somebody else wrote.
 */
export function wordsFor(chat: Chat, call: Call & Pick<LedgerEntry, 'words'>): Conversation {
  const { before, after } = aroundCall(chat, call)
  const words = call.words ?? wordsIn(before)
  const agreed = words.flatMap(({ text, agreed }) => (agreed ? [{ text, fields: agreed }] : []))
  const laterMessages = after.filter(isHeard).flatMap(ownTextsIn)
  return {
    userMessages: words.map(({ text }) => text),
    ...(words.some(({ agent }) => agent) && { agentBefore: words.map(({ agent }) => agent ?? '') }),
    ...(words.some(({ told }) => told) && { reported: words.map(({ told }) => told === true) }),
    ...(agreed.length > 0 && { agreed }),
    ownWords: words.flatMap(({ text, own }) => (own ? [text] : [])),
    ...(laterMessages.length > 0 && { laterMessages }),
  }
}

const isHeard = ({ role, told }: ChatMessage): boolean => role === 'user' && !told

/** Leaves out quotes, which are somebody else's words. */
const ownTextsIn = (message: ChatMessage): string[] => textsIn(message).map(withoutQuotes).filter(Boolean)

/** Characters of the agent's last message that are stored with the answer to it. */
const mostOfAgent = 500

/** Returns the person's words in these messages, reported ones too, each with the agent's text before it. */
function wordsIn(messages: readonly ChatMessage[]): SeenWords[] {
  let agent = ''
  return messages.flatMap((message) => {
    if (message.role === 'agent') agent = textsIn(message).join(' ').slice(-mostOfAgent) || agent
    if (message.role !== 'user') return []
    const { told } = message
    return ownTextsIn(message).map((text) => ({
      text,
      // Fields of a draft that they only agreed to are not their own words.
      ...(told ? { told } : !message.suggested && !message.agreed?.length && { own: true as const }),
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

/** Splits the conversation's messages at the one with the call. All are `before` if that has not arrived. */
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

/** Returns what the agent has written in a task's conversation since a moment, including what is streaming in. */
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
