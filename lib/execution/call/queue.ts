import { isSettled, type LedgerState } from '../ledger/entry'
import { isInFlight } from '../ledger/machine'

/** One call of a message: its state, or null while it is not in the ledger. */
export type Queued = { callId: string; state: LedgerState | null; displaysOnly: boolean }

/**
 * Position of a call in a message with several. `shown`: its card is open. `waiting`: an earlier call has not ended,
 * and its balances may depend on that one. `gate`: the earlier call did not succeed, and the person decides whether to
 * go on.
 */
type QueuePosition = 'shown' | 'waiting' | 'gate'

/**
 * Returns the positions of a message's calls, in order. At most one card can be countersigned at a time; calls in
 * flight or ended are always shown. `passed` holds the gates that the person has opened.
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
