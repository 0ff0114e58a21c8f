import type { Hash } from 'viem'
import type { CallController } from '../../call/controller'
import { isSettled, type LedgerEntry } from '../../ledger/entry'
import { isInFlight, isOpen } from '../../ledger/machine'
import { pendingStep } from '../../ledger/steps'
import { mayBeThis } from '../../tracking/recovery'
import type { Page } from './tab'

/**
 * Who sits before the screen. `insists`: comes back at once, says that nothing was sent where the card asks, approves
 * whenever that is offered, and confirms in the end what is still open in the wallet. `insists late`: confirms that before
 * approving again. `gives up`: as who insists, but rejects what is left open in the wallet, and declines what is offered
 * once more. `waits`: comes back once the world has gone on, approves once and answers nothing; in the end says that
 * nothing was sent, and declines.
 */
export type Person = 'insists' | 'insists late' | 'gives up' | 'waits'

/** More clicks than any scenario needs; from then on the person declines. */
const patience = 4

type Surroundings = {
  declines: boolean
  /** What the wallet's activity shows; null: nothing yet, and nothing can be said. */
  activity: () => { hash: Hash } | 'not-sent' | null
  /** False while the card says that nothing can be checked: nobody goes on clicking then. */
  isNodeUp: () => boolean
  /** Confirms a request that a dead tab has left open in the wallet. False if there is none. */
  confirmLeft: () => Promise<boolean>
}

export function createPerson(person: Person, { declines, activity, isNodeUp, confirmLeft }: Surroundings) {
  const clicks = { approve: 0, again: new Map<string, number>() }
  /** Cards that have been clicked, and that have not come to rest since. */
  const atWork = new Set<CallController>()

  /** Clicks on a card what it offers. False if there is nothing that this person would click. */
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
        // Of two calls that are the same, the second one is a danger while the first is under way.
        call.acknowledge(true)
        void call.approve().then(() => atWork.delete(call))
      }
    }
    return true
  }

  return {
    clickOn,
    approvals: () => clicks.approve,
    /** In the end, who waits says what there is to say, and declines. */
    endWith: (call: CallController) => {
      const { entry } = call.getSnapshot()
      const said = entry.interrupted ? activity() : null
      if (said) void call.resolveInterrupted(said)
      else if (isMissing(entry) && activity() === 'not-sent') void call.giveUp()
      else if (isOpen(entry.state)) void call.decline()
    },
  }
}

/** The card offers to give up what no node knows. */
const isMissing = (entry: LedgerEntry): boolean => isInFlight(entry.state) && pendingStep(entry)?.missing === true

/** Why the cards leave somebody at rest without an end, or words and a way on; null where they do not. */
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
