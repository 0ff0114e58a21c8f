import { type CallClaims, notWaitedFor, type Renewal } from '@/lib/execution/claims/call-claims'
import type { Finding } from '@/lib/tools/finding'
import type { SigningClaim } from '@/lib/wire/task'
import { rpcCode } from '@/lib/wire/transport/jsonrpc'
import { dayAndTime, isSameDay, timeOfDay } from '../page/time-words'
import type { Timers } from '../page/timers'
import type { Conversation } from '../store/chat'
import type { CallIds } from '../store/proposed-call'
import type { AgentClient, ClaimRequest } from './agent-client'
import { AgentError, asAgentError } from './agent-error'

/** Longest time for the service to confirm a proposal. Milliseconds. */
const patience = 5_000

export type CallClaimPorts = {
  client: AgentClient
  timers: Timers
  now: () => number
  /**
   * The id of this browser profile, stored with the ledger. Null if nothing can be stored; then nothing is signed
   * either.
   */
  browserId: () => Promise<string | null>
  conversationOf: (taskId: string) => Conversation | undefined
  /** Reads a conversation again, which closes the cards of calls that were withdrawn or answered elsewhere. */
  readAgain: (conversationId: string) => void
}

/**
 * Asks the service if it still waits for a call, and tells it which browser signs it.
 *
 * A proposal that the service made by itself may be withdrawn, or answered elsewhere, without the person noticing. Each
 * review asks about it, and reports a finding if the service does not answer. Any call may be signed in another
 * browser: at the click this browser claims it, and reports a finding if another one had done so. A service that knows
 * no claims, or does not answer, keeps nobody from signing what they asked for themselves.
 */
export function createCallClaims(ports: CallClaimPorts): CallClaims {
  const { client, timers, now, browserId, conversationOf, readAgain } = ports
  /** Calls that another browser signs, with the finding last shown to the person. */
  const elsewhere = new Map<string, { since: number; finding: Finding }>()
  /** Calls that the service lists as claimed by this browser. */
  const claimed = new Set<string>()

  const ask = async (taskId: string, claim: ClaimRequest | undefined, signal: AbortSignal) => {
    const late = new AbortController()
    const callOff = timers.after(patience, () => late.abort())
    try {
      return await client.get(taskId, AbortSignal.any([signal, late.signal]), 0, claim)
    } catch (thrown) {
      signal.throwIfAborted()
      throw late.signal.aborted
        ? new AgentError('unreachable', 'The agent service did not answer in time.')
        : asAgentError(thrown)
    } finally {
      callOff()
    }
  }
  const answerOn = (callId: string, claim: SigningClaim | null) => (claim?.callId === callId ? claim : null)

  const check: CallClaims['check'] = async ({ taskId, callId, began, words, unawaited }, at, signal) => {
    const conversation = conversationOf(taskId)
    // Entries of former versions do not record what began them.
    const byService = began === 'service' || (words === undefined && conversation?.byService === true)
    const key = keyOf({ taskId, callId })
    const known = elsewhere.get(key)
    if (!conversation || (at === 'review' && !byService && !known)) return null
    const browser = await browserId()
    const over = at === 'takeover' && known ? { over: known.since } : {}
    const about = at === 'review' ? { watching: callId } : { signing: callId, ...over }
    try {
      const { pendingCalls, claim } = await ask(taskId, browser === null ? undefined : { ...about, browser }, signal)
      signal.throwIfAborted()
      const answer = answerOn(callId, claim)
      const isListed = pendingCalls === null || pendingCalls.includes(callId)
      if (answer?.holder === 'settled' || (byService && !isListed)) {
        readAgain(conversation.id)
        return notAwaited
      }
      if (!isListed && !unawaited) {
        readAgain(conversation.id)
        return notWaitedFor
      }
      if (answer?.holder === 'other') {
        const finding = signedElsewhere(answer.since, now())
        elsewhere.set(key, { since: answer.since, finding })
        return finding
      }
      elsewhere.delete(key)
      if (answer?.holder === 'you') claimed.add(key)
      return null
    } catch (thrown) {
      signal.throwIfAborted()
      const error = asAgentError(thrown)
      if (byService && error.rpcCode === rpcCode.taskNotFound) return notAwaited
      return known?.finding ?? (byService ? unknown(error.message) : null)
    }
  }

  const renew: CallClaims['renew'] = async ({ taskId, callId }, signal): Promise<Renewal> => {
    const browser = await browserId()
    if (browser === null) return 'unheard-of'
    try {
      const answer = answerOn(callId, (await ask(taskId, { signing: callId, browser }, signal)).claim)
      if (answer?.holder === 'you') claimed.add(keyOf({ taskId, callId }))
      return renewals[answer?.holder ?? 'nobody']
    } catch (thrown) {
      signal.throwIfAborted()
      return asAgentError(thrown).rpcCode === rpcCode.taskNotFound ? 'unheard-of' : 'unknown'
    }
  }

  return {
    check,
    renew,
    release: async ({ taskId, callId }) => {
      if (!claimed.delete(keyOf({ taskId, callId }))) return
      const browser = await browserId()
      if (browser === null) return
      // If this fails, the claim stands: the other browser warns the person, who may go on.
      await ask(taskId, { released: callId, browser }, new AbortController().signal).catch(() => undefined)
    },
  }
}

const keyOf = ({ taskId, callId }: CallIds): string => JSON.stringify([taskId, callId])

const renewals = { you: 'own', other: 'other', settled: 'settled', nobody: 'unheard-of' } as const

const rule = 'standing'

const notAwaited: Finding = {
  rule,
  level: 'BLOCK',
  title: 'This proposal is no longer open.',
  why: 'It was taken back, or answered elsewhere. The conversation says what happened to it.',
}

const unknown = (observed: string): Finding => ({
  rule,
  level: 'UNVERIFIED',
  title: 'Not checked: whether this proposal is still open.',
  observed,
  why: 'It may have been taken back, or answered elsewhere, since you saw it. Continue only if you want this in any case.',
})

/** Times in milliseconds since the epoch. */
const signedElsewhere = (since: number, now: number): Finding => ({
  rule: 'elsewhere',
  // Accepting this danger covers one claim. Another claim is another danger.
  covers: [`elsewhere@${since}`],
  level: 'DANGER',
  title: `A signature has been pending in another browser since ${timeOf(since, now)}.`,
  why: 'That wallet may have sent this already, or may still do so: if you sign here as well, it would be done twice. Look there first (it was this browser, if its data has been cleared since). Reject it in that wallet, or wait for the outcome, and check again here. Accept this danger only if you are sure nothing is signed there.',
  fix: { kind: 'refresh', label: 'Check again' },
})

const timeOf = (time: number, now: number): string => (isSameDay(time, now) ? timeOfDay : dayAndTime).format(time)
