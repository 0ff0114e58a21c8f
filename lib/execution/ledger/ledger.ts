import { type Address, isAddressEqual } from 'viem'
import { z } from 'zod'
import { createListeners } from '@/lib/store'
import type { ToolResult } from '@/lib/wire/result'
import type { ExecutionContext } from '../context'
import { callHash } from './call-hash'
import { isFull } from './cards/card-store'
import { type FirstSeen, isSettled, type LedgerEntry } from './entry'
import { type CallIdentity, entryKey, formerKey } from './entry-key'
import type { LedgerEvent } from './ledger-event'
import { LedgerStorageError, type LedgerStore, openStore } from './ledger-store'
import { IllegalTransition, isOpen, transition } from './machine'
import { isLetGoOf } from './outcome'
import { reconcile, type Unsaved } from './reconcile'
import { readEntry } from './stored-entry'

/** A call as the agent proposed it, for the account that is signed in. */
type Proposal = CallIdentity & FirstSeen & { toolName: string; parameters: Record<string, unknown> }

/**
 * Record of everything done about every call: one entry per account, task and call id, on disk before anything depends
 * on it, the same in every tab. Reads are from memory and immutable; every write goes through the state machine.
 */
export type Ledger = {
  /**
   * Says why nothing can be recorded safely, in words for a person; null if it can. Nothing is executed while it is
   * set.
   */
  problem: () => string | null
  /** Returns a random id of this browser profile, stored with the ledger. Null if it cannot be stored. */
  browserId: () => Promise<string | null>
  get: (key: string) => LedgerEntry | null
  /** Returns the entry of a call, or a damaged row of version 1 that may be this call's but does not name its owner. */
  find: (call: CallIdentity) => LedgerEntry | null
  /** Returns every entry of every account, unordered. */
  all: () => readonly LedgerEntry[]
  /**
   * Calls the listener with the key of each entry that changes, here or in another tab; null when `problem` changes.
   */
  subscribe: (listener: (key: string | null) => void) => () => void
  /**
   * Enters a call, or finds its entry. The same id with different parameters marks the entry `conflicting` and keeps
   * the first ones. `answered` is the outcome that the task's history already holds: it settles an open call as
   * reported, and marks one with the same outcome as reported. An open call stays open if the service has merely let it
   * go. The context first seen is kept; a call that this one replaces is closed if it is open.
   */
  propose: (proposal: Proposal, answered?: ToolResult) => Promise<LedgerEntry>
  /**
   * Writes an event. Throws IllegalTransition if the entry, as it is on disk now, does not allow it; and for `signing`,
   * LedgerStorageError if it cannot be recorded. Other events are then kept in memory, so that no fact is lost.
   */
  apply: (key: string, event: LedgerEvent) => Promise<LedgerEntry>
  /** Reads an entry from disk again: another tab's write may not have been announced here yet. */
  refresh: (key: string) => Promise<LedgerEntry | null>
  /**
   * Takes the service's list of calls it waits for in a task, and marks open calls that are not in it. Resolves with true
   * if there are any that were in it before.
   */
  awaited: (task: Omit<CallIdentity, 'callId'>, callIds: readonly string[]) => Promise<boolean>
  /** Lists the settled calls of this account whose outcome the service has not acknowledged, oldest first. */
  unreported: (owner: Address) => readonly LedgerEntry[]
  /** Records that the service has the outcome or, with `unwanted`, no longer wants it. */
  markReported: (key: string, how?: 'unwanted') => Promise<void>
  /** Stops notifying listeners here. Whatever is still learned (`apply`) is recorded, and announced to other tabs. */
  close: () => void
}

const mirrored = z.object({ key: z.string() })
const cannotRecord =
  'This browser cannot safely record what you approve, so nothing can be executed here. Allow this site to store data, free some space, or leave the private window; then reload the page.'

/**
 * Milliseconds after which storage that has not opened counts as held, for example by a sleeping tab of a former
 * version.
 */
const openingPatience = 4_000

export type LedgerOptions = {
  /** Milliseconds since the epoch. */
  now: () => number
  /** Name of the database and of the channel between tabs. */
  name?: string
  /** The database of that name. */
  store?: LedgerStore
  /** The channel of that name. */
  channel?: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>
  sleep?: ExecutionContext['sleep']
  /** Frees less important storage of this site when the browser has no more room. */
  makeRoom?: () => Promise<void>
  /** Called once if another tab keeps the ledger from being opened for seconds. */
  onSlow?: () => void
}

/**
 * Opens the ledger and reads all of it. Never rejects: if storage fails, it works in memory and says so. Another tab
 * may hold the storage for any time; `onSlow` is called once if that takes long, and opening continues.
 */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const { now, name = 'countersign-ledger', sleep, onSlow } = options
  const { store = openStore(name), channel = new BroadcastChannel(name) } = options
  const entries = createEntries({ ...options, name, store, channel })
  const { byKey, write, refresh } = entries
  let browserId: string | null = null

  const apply: Ledger['apply'] = (key, event) =>
    write(
      key,
      (entry) => {
        if (!entry) throw new Error(`There is no call ${key} in the ledger`)
        const after = transition(entry, event, now())
        // An entry that cannot be read back is not on record, and nothing is signed that is not on record.
        if (event.type === 'signing' && readEntry(key, after).state !== 'signing')
          throw new Error('This call cannot be recorded, so your wallet was not asked.')
        return after
      },
      event.type === 'signing',
    )

  /** Applies an event for an open call. If another tab was faster, the call is in flight or settled, and stays so. */
  const attempt = async (key: string, event: LedgerEvent): Promise<void> => {
    await apply(key, event).catch((error) => {
      if (!(error instanceof IllegalTransition)) throw error
    })
  }

  const find: Ledger['find'] = (call) => byKey.get(entryKey(call)) ?? byKey.get(formerKey(call)) ?? null

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = mirrored.safeParse(data)
    if (message.success) void refresh(message.data.key)
  }

  const opened = new AbortController()
  // Aborts once the ledger is open.
  void sleep?.(openingPatience, opened.signal).then(onSlow, () => undefined)
  await entries.read().finally(() => opened.abort(new Error('The ledger is open')))

  return {
    problem: entries.problem,
    browserId: async () => {
      try {
        browserId ??= await store.browserId()
      } catch (error) {
        if (!(error instanceof LedgerStorageError)) throw error
      }
      return browserId
    },
    get: (key) => byKey.get(key) ?? null,
    find,
    all: () => [...byKey.values()],
    subscribe: entries.subscribe,
    propose: async (proposal, answered) => {
      const fresh = enter(proposal, now())
      const known = find(proposal)
      const { callId, replaces } = known ?? fresh
      const replaced = replaces === undefined ? null : find({ ...proposal, callId: replaces })
      if (replaced && !replaced.replacedBy) await attempt(replaced.key, { type: 'replaced', by: callId })
      if (known && isSame(known, fresh) && (answered ? known.reported : !isLetGo(known))) return known
      return write(known?.key ?? fresh.key, (entry) => take(entry, fresh, answered, now()), false)
    },
    apply,
    refresh,
    awaited: async ({ owner, taskId }, callIds) => {
      let isAnyLeft = false
      for (const { key, callId, state, unawaited, ...entry } of byKey.values()) {
        if (entry.taskId !== taskId || !isOpen(state) || !isAddressEqual(entry.owner, owner)) continue
        const is = callIds.includes(callId)
        if (is !== (unawaited === true)) continue
        isAnyLeft ||= !is
        await attempt(key, { type: 'awaited', is })
      }
      return isAnyLeft
    },
    unreported: (owner) =>
      [...byKey.values()]
        .filter((entry) => isSettled(entry.state) && !entry.reported && isAddressEqual(entry.owner, owner))
        .sort((a, b) => a.updatedAt - b.updatedAt),
    markReported: async (key, how) => {
      await apply(key, { type: 'reported', ...(how ? { unwanted: true } : {}) })
    },
    close: entries.close,
  }
}

type EntriesOptions = Pick<LedgerOptions, 'now' | 'makeRoom'> &
  Required<Pick<LedgerOptions, 'name' | 'store' | 'channel'>>

/**
 * Keeps the entries in memory in line with the disk and the other tabs, including those that the disk did not accept.
 */
function createEntries({ now, name, store, channel, makeRoom }: EntriesOptions) {
  const entries = new Map<string, LedgerEntry>()
  const { subscribe, tell, clear } = createListeners<string | null>()
  const unsaved = new Map<string, Unsaved>()
  let problem: string | null = null
  const tabs = createTabs(name, store, channel)

  const keep = (entry: LedgerEntry) => {
    if (entries.get(entry.key) === entry) return
    entries.set(entry.key, entry)
    tell(entry.key)
  }
  const setProblem = (words: string | null) => {
    if (problem === words) return
    problem = words
    tell(null)
  }

  /** Returns a row including what could not be written. */
  const withUnsaved = (key: string, row: LedgerEntry | null): LedgerEntry | null => {
    const kept = unsaved.get(key)
    return kept ? reconcile(row, kept, now()) : row
  }

  /** Makes room once if the disk is full. */
  const writeToDisk = async (key: string, change: EntryChange): Promise<LedgerEntry> => {
    const put = () => store.update(key, (row) => change(withUnsaved(key, row)))
    return put().catch(async (error: unknown) => {
      if (!makeRoom || !(error instanceof LedgerStorageError) || !isFull(error.cause)) throw error
      await makeRoom()
      return put()
    })
  }

  const writeInMemory = (key: string, change: EntryChange): LedgerEntry => {
    const known = entries.get(key) ?? null
    const before = unsaved.get(key)
    const mine = change(known)
    unsaved.set(key, { base: before ? before.base : known, mine })
    keep(mine)
    return mine
  }

  const refresh: Ledger['refresh'] = async (key) => {
    try {
      const entry = withUnsaved(key, await store.read(key))
      if (entry) keep(entry)
    } catch (error) {
      if (!(error instanceof LedgerStorageError)) throw error
      setProblem(cannotRecord)
    }
    return entries.get(key) ?? null
  }

  return {
    subscribe,
    problem: () => problem,
    byKey: entries as ReadonlyMap<string, LedgerEntry>,
    /** Reads the disk into memory. Called first. */
    read: async (): Promise<void> => {
      try {
        for (const entry of await store.all()) entries.set(entry.key, entry)
      } catch (error) {
        if (!(error instanceof LedgerStorageError)) throw error
        problem = cannotRecord
      }
    },
    refresh,
    /**
     * Writes what `change` makes of an entry. If the disk fails, throws if it `needsDisk`; otherwise keeps it in
     * memory.
     */
    write: async (key: string, change: EntryChange, needsDisk: boolean): Promise<LedgerEntry> => {
      try {
        const entry = await writeToDisk(key, change)
        unsaved.delete(key)
        if (unsaved.size === 0) setProblem(null)
        keep(entry)
        tabs.tell(key)
        return entry
      } catch (error) {
        if (!(error instanceof LedgerStorageError)) {
          // Another tab's write may be the reason.
          await refresh(key)
          throw error
        }
        setProblem(cannotRecord)
        if (needsDisk) throw error
        return writeInMemory(key, change)
      }
    },
    close: () => {
      clear()
      tabs.close()
      store.close()
    },
  }
}

/**
 * Tells the other tabs which entry was written. After the ledger is closed, this uses a channel and storage of its own.
 */
function createTabs(name: string, store: LedgerStore, channel: EntriesOptions['channel']) {
  let isClosed = false
  return {
    tell: (key: string) => {
      if (!isClosed) return channel.postMessage({ key })
      store.close()
      const late = new BroadcastChannel(name)
      late.postMessage({ key })
      late.close()
    },
    close: () => {
      isClosed = true
      channel.close()
    },
  }
}

type EntryChange = (entry: LedgerEntry | null) => LedgerEntry

const enter = (
  { taskId, callId, toolName, parameters, owner, words, began, unprompted, origin, replaces, again }: Proposal,
  now: number,
): LedgerEntry => ({
  key: entryKey({ owner, taskId, callId }),
  taskId,
  callId,
  toolName,
  parameters,
  callHash: callHash(toolName, parameters),
  owner,
  state: 'reviewing',
  reported: false,
  steps: [],
  ...(words && { words }),
  ...(began && { began }),
  ...(unprompted && { unprompted }),
  ...(origin && { origin }),
  ...(replaces && { replaces }),
  ...(again && { again }),
  createdAt: now,
  updatedAt: now,
})

const isSame = (entry: LedgerEntry, fresh: LedgerEntry): boolean =>
  entry.callHash === fresh.callHash || entry.conflicting === true

function take(known: LedgerEntry | null, fresh: LedgerEntry, answered: ToolResult | undefined, now: number) {
  let entry = known ?? fresh
  if (!isSame(entry, fresh)) entry = transition(entry, { type: 'conflicting' }, now)
  // A call that somebody has had on screen is not closed because a service lets it go; a call new here takes the
  // service's state.
  const isLet = known !== null && answered !== undefined && isLetGoOf(answered)
  if (isOpen(entry.state) && (isLet || (!answered && isLetGo(entry))))
    entry = transition(entry, { type: 'awaited', is: !isLet }, now)
  else if (answered && isOpen(entry.state))
    entry = transition(entry, { type: 'answered', outcome: answered, reported: true }, now)
  else if (answered && !entry.reported && isSameOutcome(answered, entry.outcome))
    entry = transition(entry, { type: 'reported' }, now)
  return entry
}

const isLetGo = ({ state, unawaited }: LedgerEntry): boolean => unawaited === true && isOpen(state)

/**
 * True if the history has the outcome we have to report. Another outcome, as of a voided call, leaves ours unreported.
 */
const isSameOutcome = (theirs: ToolResult, ours: ToolResult | undefined): boolean =>
  !isLetGoOf(theirs) && theirs.status === ours?.status && theirs.txHash === ours.txHash
