import type { Hash } from 'viem'
import { createListeners } from '@/lib/store'
import { keepClaim } from '../claims/keep-claim'
import type { ExecutionContext } from '../context'
import { canonicalJson } from '../ledger/call-hash'
import { IllegalTransition, isInFlight, isOpen } from '../ledger/machine'
import { answerFor } from '../tracking/recovery'
import { watchLeft } from '../tracking/watch'
import type { Approved } from './ask'
import { carryOn, carryOut } from './carry-out'
import { type ApprovedConsent, askConsent, stopWaiting } from './consent'
import { callLock } from './locks'

/** This tab's knowledge of a call beyond the ledger. */
type Activity = { elsewhere: boolean; transfer: string | null; otherBrowser: string | null }
const idle: Activity = { elsewhere: false, transfer: null, otherBrowser: null }

/**
 * Carries calls from approval to their end; one runner per page. Nothing here rejects: the ledger holds every result.
 */
export type Runner = {
  /** Why this browser may not execute anything, worded for a person; null if it may. */
  problem: string | null
  /** Resumes every call in flight, now and whenever another tab leaves one behind. */
  start: () => void
  /** Runs `work` as the only tab working on this call. Returns false, and sets `elsewhere`, if another tab is. */
  alone: (key: string, work: () => Promise<void>) => Promise<boolean>
  /** Asks the wallet for each step in turn and follows it to its end. Only within `alone`. */
  execute: (key: string, approved: Approved) => Promise<void>
  /** Asks the wallet to sign terms. Only within `alone`. */
  grant: (key: string, approved: ApprovedConsent) => Promise<void>
  resolveInterrupted: (key: string, answer: { hash: Hash } | 'not-sent') => Promise<void>
  /** Gives up waiting for a transaction that no node knows. */
  giveUp: (key: string) => Promise<void>
  activity: (key: string) => Activity
  /** Calls the listener with the key of each call whose activity changes. */
  subscribe: (listener: (key: string) => void) => () => void
}

export function createRunner(context: ExecutionContext): Runner {
  const { ledger, locks, signal } = context
  const activities = createActivities()
  /** Calls that this tab works on, or waits to work on. */
  const taken = new Map<string, Promise<void>>()

  const lockOf = (key: string) => callLock(ledger.get(key) ?? { key })

  /** Runs `work` as the tab that holds the call's lock. */
  const workOn = async (key: string, work: () => Promise<void>): Promise<void> => {
    const letGo = keepClaim(key, context, (otherBrowser) => activities.set(key, { otherBrowser }))
    try {
      const isOver = await settleInto(key, work, context)
      // This tab itself recorded something first, such as the hash from the chain before the wallet's refusal: follow
      // it.
      if (!isOver) await settleInto(key, () => carryOn(key, activities, context), context)
    } finally {
      letGo()
    }
  }

  /** Works on a call in flight as soon as no other tab does. */
  const resume = (key: string): Promise<void> => {
    const known = taken.get(key)
    if (known) return known
    const work = async () => {
      activities.set(key, { elsewhere: false })
      await ledger.refresh(key)
      await workOn(key, () => carryOn(key, activities, context))
    }
    const run = async () => {
      if (!locks) return work()
      const at = await locks.tryAcquire(lockOf(key), work)
      if (at.acquired) return
      activities.set(key, { elsewhere: true })
      await locks.hold(lockOf(key), work, signal)
    }
    const promise = run()
      // The page is done; another tab or the next visit continues.
      .catch(() => undefined)
      .finally(() => taken.delete(key))
    taken.set(key, promise)
    return promise
  }

  const alone: Runner['alone'] = async (key, work) => {
    if (!locks || activities.get(key).elsewhere) return false
    // This tab may just be letting go of it.
    await taken.get(key)
    let acquired = false
    const run = async () => {
      acquired = (await locks.tryAcquire(lockOf(key), () => workOn(key, work))).acquired
    }
    const promise = run().finally(() => taken.delete(key))
    taken.set(key, promise)
    await promise
    // Another tab may work on it, or have left it in flight silently: continue once that tab is done.
    const after = ledger.get(key)
    if (!acquired || (after && isInFlight(after.state))) void resume(key)
    return acquired
  }

  return {
    problem: locks ? null : noLocks,
    execute: (key, approved) => carryOut(key, approved, activities, context),
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
      // A transaction that it finds is in flight, and followed.
      watchLeft(context)
    },
    alone,
    resolveInterrupted: async (key, answer) => {
      const entry = ledger.get(key)
      if (!entry?.interrupted || activities.get(key).elsewhere) return
      const take = () => (entry.consent ? stopWaiting(key, context) : answerFor(entry, answer, context))
      if (taken.has(key)) return void (await settleInto(key, take, context))
      // Nobody looks for it here any more, so nobody holds its lock.
      await alone(key, take)
    },
    giveUp: async (key) => {
      // The follower stops at this event. A node may just have shown the transaction: then following continues.
      await ledger.apply(key, { type: 'given-up', note: givenUp }).catch((error) => {
        if (!(error instanceof IllegalTransition)) throw error
      })
    },
    activity: activities.get,
    subscribe: activities.subscribe,
  }
}

/** Holds what this tab knows of its calls, and notifies listeners of changes. */
function createActivities() {
  const activities = new Map<string, Activity>()
  const { subscribe, tell } = createListeners<string>()
  const get = (key: string): Activity => activities.get(key) ?? idle
  return {
    get,
    subscribe,
    set: (key: string, change: Partial<Activity>) => {
      const after = { ...get(key), ...change }
      if (canonicalJson(get(key)) === canonicalJson(after)) return
      activities.set(key, after)
      tell(key)
    },
  }
}

export type Activities = ReturnType<typeof createActivities>

/**
 * Runs `work` and turns what it throws into a note on the call. Returns false if the call moved on without it and is
 * still in flight.
 */
async function settleInto(
  key: string,
  work: () => Promise<void>,
  { ledger, signal }: ExecutionContext,
): Promise<boolean> {
  try {
    await work()
  } catch (error) {
    if (signal.aborted) return true
    const entry = await ledger.refresh(key)
    // The outcome that was recorded first stands.
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

const noLocks =
  'This browser cannot stop two tabs from executing the same call, so nothing can be executed here. Open the app over https, or in an up-to-date browser.'

const changedElsewhere = 'This call was changed in another tab at the same time. Nothing was sent: try again.'

const givenUp =
  'You stopped waiting: no node knows the transaction that your wallet named. If your wallet has held it back, it can still go through, and this card will show it. Before you countersign again, reject the old one in your wallet.'
