import { callHash } from '@/lib/execution/ledger/call-hash'
import { functionReturnPart } from '@/lib/wire/parts'
import type { ToolResult } from '@/lib/wire/result'
import { isTerminal } from '@/lib/wire/task'
import { rpcCode } from '@/lib/wire/transport/jsonrpc'
import type { OutgoingMessage } from '../service/agent-client'
import { AgentError, asAgentError } from '../service/agent-error'
import type { ChatMessage } from '../store/chat'
import { refusedState, type SendPorts } from './outgoing-messages'

/** The outcome of a call, under the name that the call came with. */
export type ReturnToSend = { taskId: string; callId: string; name: string; result: ToolResult }

/** `taken` is false if nobody waits for the outcome any more. */
export type ReturnAnswer = { taken: boolean }

/**
 * Derives the id from call and outcome, so that the service takes a repeat only once. Services may number calls anew in
 * each task, hence the task's id. Another outcome is no repeat: one browser may have sent what another declined. Long
 * ids are hashed, because a service would refuse a message with an overlong id for good.
 */
function messageIdOf({ taskId, callId, name, result }: ReturnToSend): string {
  const call = `${taskId}:${callId}`
  const place = call.length > longestPlace ? callHash(call, {}).slice(2) : call
  return `return:${place}:${callHash(name, result).slice(2, 18)}`
}

/** Most characters of both ids. With the rest this makes at most 256, our own service's limit for an id. */
const longestPlace = 230

/** A service repeats these refusals each time, so another try is useless. */
const refusedForGood: ReadonlySet<number> = new Set([
  rpcCode.invalidRequest,
  rpcCode.methodNotFound,
  rpcCode.invalidParams,
  rpcCode.taskNotFound,
  rpcCode.taskNotCancelable,
  rpcCode.contentTypeNotSupported,
])

const isForGood = ({ rpcCode: code }: AgentError): boolean => code !== null && refusedForGood.has(code)

type ReturnPorts = SendPorts & {
  /** Asks if the session belongs to the account of these outcomes. */
  isSignedIn: () => Promise<boolean>
}

const outgoing = (outcome: ReturnToSend): OutgoingMessage => ({
  messageId: messageIdOf(outcome),
  parts: [functionReturnPart({ id: outcome.callId, name: outcome.name, result: outcome.result })],
  taskId: outcome.taskId,
  contextId: null,
  agentId: 0,
})

/** Sends outcomes, each in its conversation's turn, and shows the answer there. */
export function createReturns(ports: ReturnPorts) {
  const { state, client, queue, retries, turns, now } = ports
  const waiting = new Map<string, Promise<ReturnAnswer>>()
  /** Tells nothing about the service, which was not asked. */
  const notSentYet = new AgentError('unreachable', 'The outcome has not been sent yet. It will be sent later.')

  const show = (conversationId: string, { taskId, callId, name, result }: ReturnToSend, id: string) => {
    const message: ChatMessage = {
      id,
      role: 'user',
      parts: [{ type: 'return', callId, name, result }],
      taskId,
      at: now(),
      status: 'sent',
    }
    state.setMessage(message)
    const ids = state.thread(conversationId)?.messageIds ?? []
    if (!ids.includes(id)) state.patch(conversationId, { messageIds: [...ids, id] })
    state.save(conversationId, [message])
  }

  const sendInThread = (conversationId: string, outcome: ReturnToSend): Promise<ReturnAnswer> =>
    new Promise((resolve, reject) => {
      const id = messageIdOf(outcome)
      const laid = () => reject(notSentYet)
      const run = async () => {
        await state.loadMessages(conversationId)
        try {
          await turns.run(conversationId, (signal) => client.stream(outgoing(outcome), signal), {
            seed: id,
            onAccepted: () => {
              show(conversationId, outcome, id)
              resolve({ taken: true })
            },
            onSignedOut: (error) => retries.defer(error, () => ports.openAgain(conversationId)),
          })
          // Happens only if nothing was accepted: the page drops its conversations.
          laid()
        } catch (thrown) {
          reject(thrown)
        }
      }
      queue.add(conversationId, { kind: 'return', id, run, drop: laid })
    })

  /** For a conversation that this browser no longer has: the service gets the outcome, and nobody sees the answer. */
  const sendUnseen = async (outcome: ReturnToSend): Promise<ReturnAnswer> => {
    const aborter = new AbortController()
    try {
      for await (const _ of client.stream(outgoing(outcome), aborter.signal)) return { taken: true }
    } finally {
      aborter.abort()
    }
    throw new AgentError('unreadable', 'The agent service closed the connection without an answer.')
  }

  /** Returns `taken: false` for the errors that mean "nobody waits". Rethrows others, to be retried. */
  const judge = async (outcome: ReturnToSend, error: AgentError): Promise<ReturnAnswer> => {
    if (error !== notSentYet) ports.note(error)
    // Tabs share the cookie: if another account has signed in elsewhere, the service does not know this one's tasks.
    if ((await isUnwanted(outcome, error, ports)) && (await ports.isSignedIn())) return { taken: false }
    throw error
  }

  const deliver = async (outcome: ReturnToSend): Promise<ReturnAnswer> => {
    await ports.loaded
    const conversationId = state.ids().find((id) => {
      const conversation = state.thread(id)?.conversation
      return conversation?.taskId === outcome.taskId && !conversation.ended
    })
    try {
      return await (conversationId === undefined ? sendUnseen(outcome) : sendInThread(conversationId, outcome))
    } catch (thrown) {
      return judge(outcome, asAgentError(thrown))
    }
  }

  return {
    /**
     * Resolves once the service has taken the outcome or refused it for good. Rejects with AgentError to retry later.
     */
    send: (outcome: ReturnToSend): Promise<ReturnAnswer> => {
      const id = messageIdOf(outcome)
      const sending = waiting.get(id) ?? deliver(outcome).finally(() => waiting.delete(id))
      waiting.set(id, sending)
      return sending
    },
  }
}

/** True if the service refuses the outcome for good, by its answer or by the state of the task. */
async function isUnwanted({ taskId }: ReturnToSend, error: AgentError, ports: ReturnPorts): Promise<boolean> {
  if (isForGood(error)) return true
  if (error.rpcCode !== rpcCode.unsupportedOperation) return false
  const told = refusedState(error)
  return told === null ? hasEnded(taskId, ports) : isTerminal(told)
}

/** Asks the service. If that cannot give the task, uses the last known state. */
async function hasEnded(taskId: string, { client, state: chat }: ReturnPorts): Promise<boolean> {
  try {
    const { state } = await client.get(taskId)
    return state !== null && isTerminal(state)
  } catch (thrown) {
    const code = asAgentError(thrown).rpcCode
    if (code === rpcCode.taskNotFound) return true
    if (code !== rpcCode.methodNotFound) throw thrown
    const conversations = chat.ids().flatMap((id) => chat.thread(id)?.conversation ?? [])
    return conversations.some((each) => each.taskId === taskId && each.ended)
  }
}
