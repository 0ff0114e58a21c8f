import { acknowledgementKey } from '@/lib/review/findings/hash'
import type { LedgerEntry } from '../ledger/entry'
import { type CallDeps, obstacleTo } from './call-deps'
import type { CallView } from './controller'
import { type ReadableCall, readCall } from './readable-call'

type Local = Pick<CallView, 'busy' | 'prepared' | 'review' | 'record' | 'problem' | 'waiting' | 'atomicity'> & {
  acknowledgedKey: string | null
}

/** What is known of one call: the ledger's entry, what this page has worked out of it, and what stands in its way. */
type CallState = {
  /** Throws where the ledger holds no such call. */
  entry: () => LedgerEntry
  local: () => Local
  set: (change: Partial<Local>) => void
  read: (entry: LedgerEntry) => ReadableCall
  obstacle: (entry: LedgerEntry) => string | null
  /** One and the same object until something in it changes. */
  view: () => CallView
  notify: () => void
  subscribe: (listener: () => void) => () => void
  isWatched: () => boolean
}

export function createCallState(entryKey: string, deps: CallDeps): CallState {
  const { ledger, runner, findTool } = deps
  const listeners = new Set<() => void>()
  let local: Local = {
    busy: null,
    prepared: null,
    review: null,
    record: null,
    problem: null,
    waiting: null,
    atomicity: null,
    acknowledgedKey: null,
  }
  let lastRead: { entry: LedgerEntry; call: ReadableCall } | null = null
  let seen: { of: readonly unknown[]; view: CallView } | null = null

  const entryNow = (): LedgerEntry => {
    const entry = ledger.get(entryKey)
    if (!entry) throw new Error(`There is no call ${entryKey} in the ledger`)
    return entry
  }
  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  /** Snapshots are asked for often, and schemas are slow. */
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
    const { acknowledgedKey, ...shown } = local
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
      notify()
    },
    read,
    obstacle,
    view,
    notify,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isWatched: () => listeners.size > 0,
  }
}
