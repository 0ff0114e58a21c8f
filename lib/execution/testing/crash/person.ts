import type { Hash } from 'viem'
import type { CallController } from '../../call/controller'
import { isSettled, type LedgerEntry } from '../../ledger/entry'
import { isInFlight, isOpen } from '../../ledger/machine'
import { pendingStep } from '../../ledger/steps'
import { mayBeThis } from '../../tracking/recovery'
import type { Page } from './tab'

/**
 * The person at the screen. `insists`: comes back at once, says that nothing was sent if the card asks, approves
 * whenever that is offered, and finally confirms what is still open in the wallet. `insists late`: confirms that before
 * approving again. `gives up`: like `insists`, but rejects what is left open in the wallet, and declines what is
 * offered again. `waits`: comes back once the world has gone on, approves once and answers nothing; finally says that
 * nothing was sent, and declines.
 */
export type Person = 'insists' | 'insists late' | 'gives up' | 'waits'

/** More clicks than any scenario needs; from then on the person declines. */
const patience = 4

type Surroundings = {
  declines: boolean
  /** Reads the wallet's activity; null: nothing yet, and nothing can be said. */
  activity: () => { hash: Hash } | 'not-sent' | null
  /** False while the card says that nothing can be checked: nobody continues clicking then. */
  isNodeUp: () => boolean
  /** Confirms a request that a dead tab has left open in the wallet. False if there is none. */
  confirmLeft: () => Promise<boolean>
}

export function createPerson(person: Person, { declines, activity, isNodeUp, confirmLeft }: Surroundings) {
  const clicks = { approve: 0, again: new Map<string, number>() }
  /** Cards that have been clicked and not come to rest since. */
  const atWork = new Set<CallController>()

  /** Clicks what a card offers. Returns false if there is nothing that this person would click. */
  const clickOn = async (call: CallController): Promise<boolean> => {
    const { entry, busy, elsewhere, problem } = call.getSnapshot()
    if (busy || elsewhere) return false
    const mayAsk = person !== 'waits' && isNodeUp()
    // The card says whom it waits for.
    const mayAnswer = entry.interrupted && mayAsk && !entry.note?.endsWith(mayBeThis)
    const said = mayAnswer ? activity() : null
    if (said) void call.resolveInterrupted(said)
    else if (mayAsk && isMissing(entry) && activity() === 'not-sent') void call.giveUp()
    else if (entry.state === 'blocked' && problem && mayAsk) call.refresh()
    else if (entry.state !== 'ready' || problem || atWork.has(call)) return false
    else if (person === 'insists late' && (await confirmLeft())) return true
    else {
      const before = clicks.again.get(entry.key) ?? 0
      if (person === 'waits' && before > 0) return false
      if (declines || before >= (person === 'gives up' ? 1 : patience)) void call.decline()
      else {
        clicks.approve += 1
        clicks.again.set(entry.key, before + 1)
        atWork.add(call)
        // The second of two equal calls is a danger while the first is under way.
        call.acknowledge(true)
        void call.approve().then(() => atWork.delete(call))
      }
    }
    return true
  }

  return {
    clickOn,
    approvals: () => clicks.approve,
    /** At the end, a person who waits answers what is asked, and declines. */
    endWith: (call: CallController) => {
      const { entry } = call.getSnapshot()
      const said = entry.interrupted ? activity() : null
      if (said) void call.resolveInterrupted(said)
      else if (isMissing(entry) && activity() === 'not-sent') void call.giveUp()
      else if (isOpen(entry.state)) void call.decline()
    },
  }
}

/** True if the card offers to give up a transaction that no node knows. */
const isMissing = (entry: LedgerEntry): boolean => isInFlight(entry.state) && pendingStep(entry)?.missing === true

/** Describes why a card is stuck: at rest without an end, or without words and a way on. Null if none is. */
export function stuck(page: Page | null, isNodeUp: boolean): string | null {
  if (!page) return 'There is no card.'
  for (const call of page.calls) {
    const { entry, elsewhere, busy, problem } = call.getSnapshot()
    const { state, note } = entry
    const isTold = isInFlight(state) && note && (entry.interrupted || isMissing(entry) || !isNodeUp)
    const isOffered = state === 'ready' || (isOpen(state) && problem)
    if (!isSettled(state) && (elsewhere || busy || !(isTold || isOffered)))
      return `It is stuck: ${JSON.stringify({ state, note, elsewhere, busy, problem })}`
  }
  return null
}
