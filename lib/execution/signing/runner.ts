import type { Hash } from 'viem'
import { askBatch } from '../batches/ask-batch'
import { followBatch } from '../batches/follow-batch'
import { keepClaim } from '../claims/keep-claim'
import type { ExecutionContext } from '../context'
import { canonicalJson } from '../ledger/call-hash'
import type { LedgerEntry } from '../ledger/entry'
import { IllegalTransition, isInFlight, isOpen } from '../ledger/machine'
import { nextStep, pendingStep } from '../ledger/steps'
import { didAsPlanned } from '../tracking/as-planned'
import { follow } from '../tracking/follow'
import { answerFor, type Lost, lostInReload, recoverSigning } from '../tracking/recovery'
import { followTransfer } from '../tracking/transfer'
import { watchLeft } from '../tracking/watch'
import { areSeen, behindNote, isBehind } from './allowances'
import { type Approved, ask, type WalletAnswer } from './ask'
import { type ApprovedConsent, askConsent, recoverConsent, stopWaiting } from './consent'
import { callLock } from './locks'
import { answeredForeign } from './refusal'

/** What this tab knows of a call beside the ledger. */
type Activity = { elsewhere: boolean; transfer: string | null; otherBrowser: string | null }
const idle: Activity = { elsewhere: false, transfer: null, otherBrowser: null }

/** Carries calls from approval to their end, one runner to a page. Nothing here rejects: the ledger tells all. */
export type Runner = {
  /** Why this browser may not execute anything, in words for a person; null if it may. */
  problem: string | null
  /** Takes up every call that is in flight, now and whenever another tab leaves one behind. */
  start: () => void
  /** Runs `work` as the one tab that works on this call. False, and `elsewhere`, if another one does. */
  alone: (key: string, work: () => Promise<void>) => Promise<boolean>
  /** Asks the wallet for each step in turn and follows them to the end. Only within `alone`. */
  execute: (key: string, approved: Approved) => Promise<void>
  /** Asks the wallet to sign terms. Only within `alone`. */
  grant: (key: string, approved: ApprovedConsent) => Promise<void>
  resolveInterrupted: (key: string, answer: { hash: Hash } | 'not-sent') => Promise<void>
  /** The person no longer waits for a transaction that no node knows. */
  giveUp: (key: string) => Promise<void>
  activity: (key: string) => Activity
  /** Tells the key of each call whose activity changes. */
  subscribe: (listener: (key: string) => void) => () => void
}

export function createRunner(context: ExecutionContext): Runner {
  const { ledger, locks, signal } = context
  const activities = new Map<string, Activity>()
  const listeners = new Set<(key: string) => void>()
  /** Calls that this tab works on, or waits to work on. */
  const taken = new Map<string, Promise<void>>()

  const lockOf = (key: string) => callLock(ledger.get(key) ?? { key })

  const set = (key: string, change: Partial<Activity>) => {
    const before = activities.get(key) ?? idle
    const after = { ...before, ...change }
    if (canonicalJson(before) === canonicalJson(after)) return
    activities.set(key, after)
    for (const listener of [...listeners]) listener(key)
  }

  /** Follows what is sent, to the end of the call or to where the person is needed. */
  const carryOn = async (key: string, lost: Lost = lostInReload): Promise<void> => {
    if (ledger.get(key)?.consent) return recoverConsent(key, context)
    const before = disownedBy(ledger.get(key))
    if (ledger.get(key)?.state === 'signing') await recoverSigning(key, context, lost)
    // Its chain is not served.
    if (ledger.get(key)?.state === 'signing') return
    await followBatch(key, context)
    await follow(key, context)
    const entry = ledger.get(key)
    // What the wallet had named was another transaction: the call's own is looked for.
    if (entry && disownedBy(entry) > before) return carryOn(key, namedAnother)
    if (entry?.state !== 'confirming' || pendingStep(entry)) return
    if (nextStep(entry)) {
      await ledger.apply(key, { type: 'not-sent', note: halfway(entry) })
    } else if (isAlteredAtLast(entry) && !(await didAsPlanned(key, context))) {
      await ledger.apply(key, { type: 'ended-altered' })
    } else if (entry.transfer) {
      await followTransfer(key, context, (transfer) => set(key, { transfer }))
      set(key, { transfer: null })
    } else {
      await ledger.apply(key, { type: 'completed' })
    }
  }

  const execute: Runner['execute'] = async (key, approved) => {
    if (!locks) return
    const { steps } = approved.plan
    const open = (asked: WalletAnswer) => (asked.kind === 'open' ? { why: asked.why, mayAnswer: false } : undefined)
    const { atomicity } = approved
    if (atomicity && steps.length > 1)
      return carryOn(key, open(await askBatch({ ...approved, atomicity, key, locks }, context)))
    for (let index = 0; index < steps.length; index += 1) {
      const asked = await ask({ ...approved, key, index, locks }, context)
      if (asked.kind === 'open') return carryOn(key, open(asked))
      await follow(key, context)
      if (!goesOn(ledger.get(key), approved, index)) break
      if (index + 1 < steps.length && !(await holds(approved, index + 1))) {
        const behind = await isBehind(ledger.get(key)?.steps ?? [], context.chains).catch(() => false)
        return void (await ledger.apply(key, { type: 'not-sent', note: behind ? behindNote : changedSince }))
      }
    }
    // A step that was answered for is in the wallet again only where the answer was no transaction of its.
    await carryOn(key, namedAnother)
  }

  /**
   * A node behind the same address may not have seen the step before yet: what fails is tried once more, and for longer
   * where the node does not show an approval that was mined.
   */
  const holds = async ({ plan, stillHolds }: Approved, index: number): Promise<boolean> => {
    for (let looks = 0; ; looks += 1) {
      if (await stillHolds(index)) return true
      const isBehind = !(await areSeen(plan.steps.slice(0, index), plan.account, context.chains))
      if (looks >= (isBehind ? looksForApproval : 1)) return false
      await context.sleep(context.nodePatience, signal)
    }
  }

  /** Runs `work` as the tab that holds the call's lock. */
  const workOn = async (key: string, work: () => Promise<void>): Promise<void> => {
    const letGo = keepClaim(key, context, (otherBrowser) => set(key, { otherBrowser }))
    try {
      const isOver = await settleInto(key, work)
      // Something of this tab's own came first, such as the hash from the chain before the wallet's no: it is followed.
      if (!isOver) await settleInto(key, () => carryOn(key))
    } finally {
      letGo()
    }
  }

  /** Runs `work` and turns what it throws into words on the call. False if the call moved on without it, and still is in flight. */
  const settleInto = async (key: string, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work()
    } catch (error) {
      if (signal.aborted) return true
      const entry = await ledger.refresh(key)
      // What came first is what counts.
      if (!entry) return true
      if (error instanceof IllegalTransition && !isOpen(entry.state)) return !isInFlight(entry.state)
      const note =
        error instanceof IllegalTransition
          ? changedElsewhere
          : `Something went wrong on this page: ${error instanceof Error ? error.message : String(error)}. Reload it to continue.`
      await ledger.apply(key, { type: entry.state === 'signing' ? 'interrupted' : 'noted', note })
    }
    return true
  }

  const resume = (key: string): Promise<void> => {
    const known = taken.get(key)
    if (known) return known
    const work = async () => {
      set(key, { elsewhere: false })
      await ledger.refresh(key)
      await workOn(key, () => carryOn(key))
    }
    const run = async () => {
      if (!locks) return work()
      const at = await locks.tryHold(lockOf(key), work)
      if (at.held) return
      set(key, { elsewhere: true })
      await locks.hold(lockOf(key), work, signal)
    }
    const promise = run()
      // The page is done: another tab, or the next visit, goes on.
      .catch(() => undefined)
      .finally(() => taken.delete(key))
    taken.set(key, promise)
    return promise
  }

  const alone: Runner['alone'] = async (key, work) => {
    if (!locks || activities.get(key)?.elsewhere) return false
    // This tab may just be letting go of it.
    await taken.get(key)
    let held = false
    const run = async () => {
      held = (await locks.tryHold(lockOf(key), () => workOn(key, work))).held
    }
    const promise = run().finally(() => taken.delete(key))
    taken.set(key, promise)
    await promise
    // Another tab may be at it, or have left it in flight without a word: this one goes on when that one is done.
    const after = ledger.get(key)
    if (!held || (after && isInFlight(after.state))) void resume(key)
    return held
  }

  return {
    problem: locks ? null : noLocks,
    execute,
    grant: (key, approved) => askConsent(key, approved, context),
    start: () => {
      const unsubscribe = ledger.subscribe((key) => {
        const entry = key === null ? null : ledger.get(key)
        if (entry && isInFlight(entry.state) && !entry.interrupted) void resume(entry.key)
      })
      signal.addEventListener('abort', unsubscribe, { once: true })
      for (const { key, state } of ledger.all()) {
        if (isInFlight(state)) void resume(key)
      }
      // What it finds is in flight then, and followed.
      watchLeft(context)
    },
    alone,
    resolveInterrupted: async (key, answer) => {
      const entry = ledger.get(key)
      if (!entry?.interrupted || activities.get(key)?.elsewhere) return
      const take = () => (entry.consent ? stopWaiting(key, context) : answerFor(entry, answer, context))
      if (taken.has(key)) return void (await settleInto(key, take))
      // Nobody looks for it here any more, so nobody holds its lock.
      await alone(key, take)
    },
    giveUp: async (key) => {
      // Whoever follows it stops at that. A node may just have shown it: then it goes on.
      await ledger.apply(key, { type: 'given-up', note: givenUp }).catch((error) => {
        if (!(error instanceof IllegalTransition)) throw error
      })
    },
    activity: (key) => activities.get(key) ?? idle,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** True if the plan's next step may follow: what was sent is what was reviewed, and nothing else came between. */
function goesOn(entry: LedgerEntry | null, { plan }: Approved, index: number): boolean {
  if (entry?.state !== 'confirming' || pendingStep(entry) || entry.conflicting) return false
  if (entry.steps.some((step) => step.altered)) return false
  const next = nextStep(entry)
  return next !== undefined && next.id === plan.steps[index + 1]?.id
}

/** How often a node is asked again that does not show an approval. After that it counts as used, or taken back. */
const looksForApproval = 10

const disownedBy = (entry: LedgerEntry | null): number => entry?.disowned?.length ?? 0
const namedAnother: Lost = { why: answeredForeign, mayAnswer: false }

/** What comes before the last step was looked at once more, with all that it had done, before the last one was signed. */
const isAlteredAtLast = ({ steps }: LedgerEntry): boolean => steps.at(-1)?.altered === true

const changedSince =
  'What was already sent is on the chain. Something has changed since you looked, so the rest was not signed: review the findings again.'

const noLocks =
  'This browser cannot stop two tabs from executing the same call, so nothing can be executed here. Open the app over https, or in an up-to-date browser.'

const changedElsewhere = 'This call was changed in another tab at the same time. Nothing was sent: try again.'

const givenUp =
  'You gave this up: no node knows the transaction that your wallet named. If your wallet has kept it back, it can still be carried out; then it is found and shown here. If you countersign again, reject the old one in your wallet first.'

const halfway = (entry: LedgerEntry): string =>
  entry.steps.some((step) => step.altered)
    ? 'Your wallet sent something other than what was reviewed here. Review the rest again before you continue.'
    : 'What was already sent is on the chain. The rest was not signed: review it again to continue.'
