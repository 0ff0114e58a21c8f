import { acknowledgementKey } from '@/lib/review/findings/hash'
import type { Review } from '@/lib/review/review'
import { createListeners } from '@/lib/store'
import type { LedgerEntry } from '../ledger/entry'
import type { LedgerEvent } from '../ledger/ledger-event'
import { IllegalTransition } from '../ledger/machine'
import { type CallDeps, obstacleTo } from './call-deps'
import type { CallView } from './controller'
import { type ReadableCall, readCall } from './readable-call'

type Local = Pick<CallView, 'busy' | 'prepared' | 'review' | 'record' | 'problem' | 'waiting' | 'atomicity'> & {
  acknowledgedKey: string | null
  /** The last review, unchanged; `review` may also carry findings of a comparison. */
  plainReview: Review | null
  /** The person's own changes. Each change makes a new object. */
  adjustments: Record<string, unknown> | undefined
  /** The person has approved: the last check runs, or the call is carried out. */
  approving: boolean
}

/** State of one call: its ledger entry, what this page derived from it, and what stands in its way. */
export type CallState = {
  /** Throws if the ledger holds no such call. */
  entry: () => LedgerEntry
  local: () => Local
  set: (change: Partial<Local>) => void
  /** Writes an event. Returns false if the ledger does not allow it: another tab was faster and has the last word. */
  apply: (event: LedgerEvent) => Promise<boolean>
  read: (entry: LedgerEntry) => ReadableCall
  obstacle: (entry: LedgerEntry) => string | null
  /** Returns the same object until something in it changes. */
  view: () => CallView
  notify: () => void
  subscribe: (listener: () => void) => () => void
  isWatched: () => boolean
}

export function createCallState(entryKey: string, deps: CallDeps): CallState {
  const { ledger, runner, findTool } = deps
  const { subscribe, tell, isEmpty } = createListeners()
  let local: Local = {
    busy: null,
    prepared: null,
    review: null,
    record: null,
    problem: null,
    waiting: null,
    atomicity: null,
    acknowledgedKey: null,
    plainReview: null,
    adjustments: undefined,
    approving: false,
  }
  let lastRead: { entry: LedgerEntry; call: ReadableCall } | null = null
  let seen: { of: readonly unknown[]; view: CallView } | null = null

  const entryNow = (): LedgerEntry => {
    const entry = ledger.get(entryKey)
    if (!entry) throw new Error(`There is no call ${entryKey} in the ledger`)
    return entry
  }
  /** Memoized: snapshots are requested often, and schemas are slow. */
  const read = (entry: LedgerEntry): ReadableCall => {
    if (lastRead?.entry !== entry) lastRead = { entry, call: readCall(entry, findTool) }
    return lastRead.call
  }
  const obstacle = (entry: LedgerEntry) => obstacleTo(entry, read(entry), deps)

  const view = (): CallView => {
    const entry = entryNow()
    const activity = runner.activity(entryKey)
    const of = [entry, activity, local, obstacle(entry)]
    if (seen && of.every((part, index) => part === seen?.of[index])) return seen.view
    const { acknowledgedKey, plainReview: _, adjustments: __, approving: ___, ...shown } = local
    seen = {
      of,
      view: {
        ...shown,
        entry,
        tool: read(entry).tool,
        acknowledged: local.review !== null && acknowledgedKey === acknowledgementKey(local.review),
        problem: obstacle(entry) ?? local.problem,
        ...activity,
      },
    }
    return seen.view
  }

  return {
    entry: entryNow,
    local: () => local,
    set: (change) => {
      local = { ...local, ...change }
      tell()
    },
    apply: async (event) => {
      try {
        await ledger.apply(entryKey, event)
        return true
      } catch (error) {
        if (error instanceof IllegalTransition) return false
        throw error
      }
    },
    read,
    obstacle,
    view,
    notify: tell,
    subscribe,
    isWatched: () => !isEmpty(),
  }
}
