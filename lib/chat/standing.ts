import type { Finding } from '@/lib/tools/finding'
import { rpcCode } from '@/lib/wire/jsonrpc'
import type { AgentClient } from './agent-client'
import { asAgentError } from './agent-error'
import type { Conversation } from './chat'
import type { Timers } from './timers'

/** How long the service may take to say whether a proposal stands. Milliseconds. */
const patience = 5_000

export type StandingPorts = {
  client: AgentClient
  timers: Timers
  conversationOf: (taskId: string) => Conversation | undefined
  /** Reads a conversation again, which closes the cards of what was taken back. */
  readAgain: (conversationId: string) => void
}

/**
 * Asks the service whether it still waits for a call that it proposed by itself: such a proposal may be taken back, or
 * answered elsewhere, without a word of the person's. At the click the service is told as well that the call is about to
 * be signed, so that it is not taken back while the wallet is open. Null if it stands, and for every other call, where
 * nothing is asked. Where the service does not answer, that is what is found.
 */
export async function checkStanding(
  { taskId, callId }: { taskId: string; callId: string },
  at: 'review' | 'click',
  signal: AbortSignal,
  { client, timers, conversationOf, readAgain }: StandingPorts,
): Promise<Finding | null> {
  const conversation = conversationOf(taskId)
  if (!conversation?.byService) return null
  const late = new AbortController()
  const callOff = timers.after(patience, () => late.abort())
  try {
    const either = AbortSignal.any([signal, late.signal])
    const { pendingCalls } = await client.get(taskId, either, 0, at === 'click' ? callId : undefined)
    if (pendingCalls === null || pendingCalls.includes(callId)) return null
    readAgain(conversation.id)
    return over
  } catch (thrown) {
    signal.throwIfAborted()
    const error = asAgentError(thrown)
    if (error.rpcCode === rpcCode.taskNotFound) return over
    return unknown(late.signal.aborted ? 'The agent service did not answer in time.' : error.message)
  } finally {
    callOff()
  }
}

const rule = 'standing'

const over: Finding = {
  rule,
  level: 'BLOCK',
  title: 'This proposal does not stand any more.',
  why: 'It was taken back, or answered elsewhere. The conversation says what became of it.',
}

const unknown = (observed: string): Finding => ({
  rule,
  level: 'UNVERIFIED',
  title: 'Not checked: whether this proposal still stands.',
  observed,
  why: 'It may have been taken back, or answered elsewhere, since you saw it. Go on only if you want this in any case.',
})
