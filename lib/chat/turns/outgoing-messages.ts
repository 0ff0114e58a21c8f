import { confirmPlanPart, proposeAgainPart, requestPart } from '@/lib/wire/data-parts'
import type { PersonsRequest } from '@/lib/wire/draft'
import { type Part, textPart } from '@/lib/wire/parts'
import { isTerminal, taskStates } from '@/lib/wire/task'
import { rpcCode } from '@/lib/wire/transport/jsonrpc'
import type { AgentClient } from '../service/agent-client'
import { type AgentError, asAgentError } from '../service/agent-error'
import type { ChatMessage, Wording } from '../store/chat'
import type { ChatState } from '../store/chat-state'
import { serviceId } from '../store/merge-history'
import type { ChatQueue } from './chat-queue'
import type { ConversationTurns } from './conversation-turns'
import type { DeferredRetries } from './deferred-retries'
import { textOf } from './transcript'

export type SendPorts = {
  state: ChatState
  client: AgentClient
  queue: ChatQueue
  retries: DeferredRetries
  turns: ConversationTurns
  now: () => number
  /** Resolves when storage has been read. */
  loaded: Promise<void>
  note: (error: AgentError) => void
  /** Queues rereading a conversation. */
  openAgain: (conversationId: string) => void
}

type OutgoingPorts = SendPorts & {
  ids: () => string
  /** Rereads a conversation at once. Resolves with true if that worked, or if the service has no record to read. */
  bringUpToDate: (conversationId: string) => Promise<boolean>
}

const askedElsewhere =
  'The last request was not written in this browser, so it is not sent again from here. Write it yourself if you want it.'
const interrupted = 'The page was closed while this was being sent. If the agent already has it, it is not run twice.'

/** Reads the task's state from a refusal (-32004). */
export const refusedState = (error: AgentError) => taskStates.find((state) => state === error.data?.state) ?? null

/** Returns the request that a message makes by the fields of a draft. */
const requestIn = ({ parts }: ChatMessage): PersonsRequest | null =>
  parts.flatMap((part) => (part.type === 'request' ? [part.request] : []))[0] ?? null

/**
 * Handles the person's own messages: shows them at once, sends them in order, and keeps them until the service has
 * them.
 */
export function createOutgoingMessages(ports: OutgoingPorts) {
  const { state, client, queue, retries, turns } = ports

  const enqueue = async (conversationId: string, messageId: string) => {
    await ports.loaded
    await state.loadMessages(conversationId)
    const message = state.message(messageId)
    if (!message || message.status === 'sent') return
    const { problem: _, unsure: __, ...rest } = message
    state.claim(messageId)
    state.setMessage({ ...rest, status: 'sending' })
    const deliver = async () => {
      const message = state.message(messageId)
      if (message?.status === 'sending') await post(conversationId, message)
    }
    queue.add(conversationId, { kind: 'text', id: messageId, run: deliver })
  }

  const post = async (conversationId: string, message: ChatMessage): Promise<void> => {
    const conversation = state.thread(conversationId)?.conversation
    if (!conversation) return
    const { contextId, agentId, ended } = conversation
    const taskId = ended ? null : conversation.taskId
    try {
      const parts = await partsOf(message, taskId, client)
      const { resends } = message
      const outgoing = { messageId: message.id, parts, ...(resends && { resends }), taskId, contextId, agentId }
      await turns.run(conversationId, (signal) => client.stream(outgoing, signal), {
        seed: message.id,
        onAccepted: () => markSent(state, conversationId, message.id),
        onSignedOut: (error) => retries.defer(error, () => ports.openAgain(conversationId)),
      })
    } catch (thrown) {
      const error = asAgentError(thrown)
      const told = error.rpcCode === rpcCode.unsupportedOperation ? refusedState(error) : null
      if (taskId !== null && told && isTerminal(told)) {
        state.patch(conversationId, {}, { ended: true })
        return post(conversationId, message)
      }
      refuse(conversationId, message, error)
    }
  }

  const refuse = (conversationId: string, message: ChatMessage, error: AgentError) => {
    ports.note(error)
    if (error.rpcCode === rpcCode.taskNotFound) state.patch(conversationId, {}, { ended: true, contextId: null })
    if (error.rpcCode === rpcCode.unsupportedOperation) ports.openAgain(conversationId)
    const isDeferred = retries.defer(error, () => void enqueue(conversationId, message.id))
    // Without a session nothing is being sent: the person has to act.
    if (!isDeferred || error.code === 'unauthenticated')
      return fail(state, conversationId, message, error.message, error.unsure)
    write(state, conversationId, { ...message, problem: error.message })
  }

  const send = (conversationId: string, text: string, wording: Wording = {}) => {
    const thread = state.thread(conversationId)
    if (!thread) return
    const at = ports.now()
    const { instead } = wording
    const former = instead ? state.message(instead.messageId) : null
    const message = messageToSend(ports.ids(), text, wording, former, at)
    const marked: ChatMessage[] = former && instead ? [{ ...former, resent: instead.how }] : []
    for (const each of [...marked, message]) state.setMessage(each)
    state.patch(conversationId, { messageIds: [...thread.messageIds, message.id] }, { updatedAt: at })
    state.save(conversationId, [...marked, message])
    void enqueue(conversationId, message.id)
  }

  /** Asks for an answer that broke off. If the service does not have it, sends the person's message again. */
  const retryAnswer = async (conversationId: string, messageId: string) => {
    if (!(await ports.bringUpToDate(conversationId)) || state.message(messageId)?.status !== 'broken') return
    const shown = state.messagesOf(conversationId)
    const index = shown.findIndex(({ id }) => id === messageId)
    const asked = shown.slice(0, index).findLast(({ role }) => role === 'user')
    if (asked?.told) return state.patch(conversationId, { notice: askedElsewhere })
    const text = asked ? textOf(asked.parts) : ''
    if (!text || state.thread(conversationId)?.running) return
    state.patch(conversationId, { messageIds: shown.map(({ id }) => id).filter((id) => id !== messageId) })
    state.forgetMessages([messageId])
    state.save(conversationId, [], [messageId])
    send(conversationId, text, { ...asked, request: (asked && requestIn(asked)) ?? undefined })
  }

  return {
    send,
    retry: (messageId: string) => {
      const message = state.message(messageId)
      const conversationId = state.ids().find((id) => state.thread(id)?.messageIds.includes(messageId))
      if (!message || !conversationId) return
      if (message.status === 'failed') void enqueue(conversationId, messageId)
      if (message.status === 'broken')
        queue.add(conversationId, {
          kind: 'open',
          id: `retry ${messageId}`,
          run: () => retryAnswer(conversationId, messageId),
        })
    },
  }
}

/** Marks messages that were being sent when the page was closed as failed, so that the person decides. */
export function settleUnsent(state: ChatState, conversationId: string): void {
  for (const message of state.messagesOf(conversationId))
    if (message.status === 'sending' && state.isUnsure(message.id))
      fail(state, conversationId, message, interrupted, true)
}

/** `former` is the message that it replaces. */
function messageToSend(
  id: string,
  text: string,
  { suggested, again, confirms, request, agreed, instead }: Wording,
  former: ChatMessage | null,
  at: number,
): ChatMessage {
  return {
    id,
    role: 'user',
    parts: [{ type: 'text', text }, ...(request ? [{ type: 'request', request } as const] : [])],
    at,
    status: 'sending',
    ...(suggested && { suggested }),
    ...(again !== undefined && { again }),
    ...(confirms !== undefined && { confirms }),
    ...(agreed && { agreed }),
    ...(former && instead && { resends: { messageId: serviceId(former), how: instead.how } }),
  }
}

/**
 * Returns the words, and what they ask for if the service reads that. Only the task that has the call or the offer can
 * act on it.
 */
async function partsOf(message: ChatMessage, taskId: string | null, client: AgentClient): Promise<Part[]> {
  const { parts, again, confirms, taskId: ofTask } = message
  const words = textPart(textOf(parts))
  if (taskId === null || (ofTask !== undefined && ofTask !== taskId)) return [words]
  if (confirms !== undefined) return [words, confirmPlanPart(confirms)]
  const request = requestIn(message)
  if (request) return [words, requestPart(request)]
  return again !== undefined && (await client.abilities()).proposeAgain ? [words, proposeAgainPart(again)] : [words]
}

function write(state: ChatState, conversationId: string, message: ChatMessage): void {
  state.setMessage(message)
  state.save(conversationId, [message])
}

/** `unsure` is true if the service may have the message. */
function fail(state: ChatState, conversationId: string, message: ChatMessage, problem: string, unsure = false): void {
  write(state, conversationId, { ...message, status: 'failed', problem, ...(unsure && { unsure }) })
}

function markSent(state: ChatState, conversationId: string, messageId: string): void {
  const message = state.message(messageId)
  if (!message) return
  const { problem: _, unsure: __, ...rest } = message
  const taskId = state.thread(conversationId)?.conversation.taskId
  write(state, conversationId, { ...rest, status: 'sent', ...(taskId && { taskId }) })
}
