import { isSettled, type LedgerState } from '../ledger/entry'
import { isInFlight } from '../ledger/machine'

/** One call of a message: its state, or null while the ledger has not entered it. */
export type Queued = { callId: string; state: LedgerState | null; displaysOnly: boolean }

/**
 * Where a call of a message with several stands. `shown`: its card is open. `waiting`: one before it is not at its
 * end, and its balances may depend on that one. `gate`: the one before it did not succeed; the person decides whether
 * to go on.
 */
type QueuePosition = 'shown' | 'waiting' | 'gate'

/**
 * The places of the calls of one message, in their order. One card at most can be countersigned at a time; what is in
 * flight or at its end is always shown. `passed` names the gates that the person has opened.
 */
export function queuePositions(queue: readonly Queued[], passed: ReadonlySet<string>): QueuePosition[] {
  let occupied = false
  let failedBefore = false
  return queue.map(({ callId, state, displaysOnly }) => {
    if (displaysOnly) return 'shown'
    if (state !== null && isSettled(state)) {
      failedBefore = state !== 'confirmed'
      return 'shown'
    }
    const place = state !== null && isInFlight(state) ? 'shown' : occupied ? 'waiting' : 'shown'
    const gated = place === 'shown' && failedBefore && state !== null && !isInFlight(state) && !passed.has(callId)
    occupied = true
    return gated ? 'gate' : place
  })
}
