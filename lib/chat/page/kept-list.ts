import { type ListedTask, titleOf } from '@/lib/wire/conversations'
import type { TaskSnapshot } from '@/lib/wire/decode/decode'
import { isTerminal } from '@/lib/wire/task'
import { rpcCode } from '@/lib/wire/transport/jsonrpc'
import type { AgentClient } from '../service/agent-client'
import { asAgentError, isUnsupported } from '../service/agent-error'
import type { Conversation, ConversationChange } from '../store/chat'
import type { ChatState } from '../store/chat-state'
import { textOf } from '../turns/transcript'
import type { Looked } from './watch'

export type KeptListPorts = {
  state: ChatState
  client: Pick<AgentClient, 'get' | 'listTasks' | 'updateTask' | 'deleteTask'>
  now: () => number
  /** Resolves when storage has been read. */
  loaded: Promise<void>
  /** Asks the service whether the session belongs to this account: tabs share the cookie. */
  isSignedIn: () => Promise<boolean>
  /** True if the conversation was opened in this tab, so that its messages must be kept up to date. */
  isOpened: (conversationId: string) => boolean
  isBusy: (conversationId: string) => boolean
  readAgain: (conversationId: string) => void
  /** Drops all pending work in a conversation. */
  leave: (conversationId: string) => void
}

/** Milliseconds. Two changes may become visible in a different order than that of their times (`changedAfter`). */
const overlap = 60_000
/** Pages per look during the first reading of the list. The next looks read the rest. */
const pagesAtOnce = 3
/** Tolerated difference between this browser's clock and the service's. Milliseconds. */
const skew = 60_000

/**
 * Merges the conversations that the service keeps into this browser's, and tells the service what changes here. Two
 * conversations are the same if they have the same task. The browser loses nothing of its own: if the service keeps no
 * list, its list stays as it is.
 */
export function createKeptList(ports: KeptListPorts) {
  const { state, now } = ports
  const telling = createListTelling(ports)
  const { tellAll, change, set, readUpTo } = telling
  const reading = createListReading({ ...ports, readUpTo })

  return {
    /** Reads what has changed at the service, and tells it what has changed here. */
    look: async (isStale: () => boolean): Promise<Looked> => {
      await ports.loaded
      try {
        await reading.readNext(isStale)
        if (isStale()) return 'again'
        tellAll()
        return 'again'
      } catch (thrown) {
        const error = asAgentError(thrown)
        if (isUnsupported(error)) telling.giveUp()
        if (!telling.isKept()) return 'over'
        return error.code === 'unauthenticated' ? 'asleep' : 'again'
      }
    },
    isKept: telling.isKept,
    /** Takes in conversations found by a search. Returns the id that each has here. */
    takeFound: async (tasks: readonly ListedTask[]): Promise<string[]> => {
      const isTaken = await reading.take(tasks, () => false)
      return isTaken ? tasks.flatMap(({ id }) => idOf(state, id) ?? []) : []
    },
    /**
     * Looks up a conversation that no list has brought: the service keeps none, or is still being read. Resolves with
     * its id here, or null if the service does not know it. Rejects with AgentError if the service could not be asked.
     */
    find: async (taskId: string): Promise<string | null> => {
      await ports.loaded
      const known = idOf(state, taskId)
      if (known !== undefined) return state.thread(known)?.conversation.deletedAt === undefined ? known : null
      try {
        const isTaken = await reading.take([listedOf(await ports.client.get(taskId), now())], () => false)
        return (isTaken && idOf(state, taskId)) || null
      } catch (thrown) {
        const error = asAgentError(thrown)
        if (error.rpcCode !== null) return null
        throw error
      }
    },
    /** Marks a conversation as read. */
    read: (id: string) => {
      const { unread, listedAt } = state.thread(id)?.conversation ?? {}
      if (unread) change(id, { unread: undefined })
      if (listedAt !== undefined) readUpTo(id, listedAt)
    },
    rename: (id: string, title: string) => void set(id, { title }, { title }),
    pin: (id: string, pinned: boolean) => void set(id, { pinned: pinned || undefined }, { pinned }),
    remove: (id: string): Promise<string | null> => {
      ports.leave(id)
      return set(id, { deletedAt: now() }, { deleted: true })
    },
    restore: (id: string) => {
      void set(id, { deletedAt: undefined }, { deleted: false })
      // A new page may have dropped the messages, so they are saved again.
      state.save(id, state.messagesOf(id))
    },
  }
}

/** Describes a task as a list would. `now`: taken for a task of a service that states no time. */
function listedOf({ taskId, contextId, state, at, history, pendingCalls }: TaskSnapshot, now: number): ListedTask {
  const first = history?.find(({ role }) => role === 'user')
  const updatedAt = at ?? now
  return {
    id: taskId,
    contextId,
    state,
    agentId: null,
    title: titleOf(textOf(first?.parts ?? [])),
    pinned: false,
    updatedAt,
    changedAt: updatedAt,
    pendingCalls: pendingCalls ?? [],
    deleted: false,
  }
}

type ReadingPorts = KeptListPorts & {
  /** Tells the service that the person has read everything up to `at`, by its clock. */
  readUpTo: (conversationId: string, at: number) => void
}

/** Reads the service's list: all pages first, only changes after that. */
function createListReading(ports: ReadingPorts) {
  const { state, client } = ports
  /** Cursor of the first reading: undefined before its first page, null after its last. */
  let nextPage: string | null | undefined
  /** Time of the newest change seen. The next look asks for changes after it. */
  let newest = 0

  /** Returns false if the list may belong to another account. */
  const take = async (tasks: readonly ListedTask[], isStale: () => boolean): Promise<boolean> => {
    const before = knownTasks(state)
    const isStrange = tasks.some((task) => !task.deleted && !before.has(task.id) && !state.isRemoved(task.id))
    if (isStrange && !(await ports.isSignedIn())) return false
    if (isStale()) return false
    // A proposal list may have brought some of them meanwhile. What it said about them stays.
    const known = knownTasks(state)
    state.together(() => {
      for (const task of tasks) {
        const id = known.get(task.id)
        if (id !== undefined) merge(id, task, ports)
        else if (!task.deleted && !state.isRemoved(task.id)) enter(task, nextPage !== null, ports)
      }
    })
    return true
  }

  const readFirst = async (isStale: () => boolean): Promise<void> => {
    for (let page = 0; page < pagesAtOnce && nextPage !== null; page += 1) {
      const { entries, nextPageToken } = await client.listTasks(nextPage === undefined ? {} : { pageToken: nextPage })
      if (!(await take(entries, isStale))) return
      if (nextPage === undefined) newest = newestOf(entries, newest)
      nextPage = nextPageToken
    }
  }

  const readChanges = async (isStale: () => boolean): Promise<void> => {
    const changedAfter = Math.max(0, newest - overlap)
    let pageToken: string | null = null
    let seen = newest
    do {
      const page: Awaited<ReturnType<typeof client.listTasks>> = await client.listTasks({
        changedAfter,
        ...(pageToken !== null && { pageToken }),
      })
      if (!(await take(page.entries, isStale))) return
      seen = newestOf(page.entries, seen)
      pageToken = page.nextPageToken
    } while (pageToken !== null)
    newest = seen
  }

  return { take, readNext: (isStale: () => boolean) => (nextPage === null ? readChanges : readFirst)(isStale) }
}

/** Adds a listed conversation that this browser does not have. Those of the first reading do not count as unread. */
function enter(task: ListedTask, isFirstReading: boolean, ports: ReadingPorts): void {
  const { state, isOpened, readAgain, readUpTo } = ports
  const isNews = typeof task.readAt === 'number' ? task.updatedAt > task.readAt : !isFirstReading
  state.put({
    conversation: {
      id: task.id,
      taskId: task.id,
      contextId: task.contextId,
      agentId: task.agentId ?? 0,
      title: task.title ?? '',
      createdAt: task.updatedAt,
      updatedAt: task.updatedAt,
      ended: task.state !== null && isTerminal(task.state),
      listedAt: task.updatedAt,
      pending: task.pendingCalls.length,
      ...(task.pinned ? { pinned: true } : {}),
      ...(task.readAt === undefined ? {} : { readAt: task.readAt ?? 0 }),
      ...(isNews && !state.isLookedAt(task.id) ? { unread: true } : {}),
    },
    messageIds: [],
    lastEventId: null,
    running: false,
    stopping: false,
    notice: null,
  })
  state.save(task.id)
  // It may have been opened by its address before it was known.
  if (isOpened(task.id)) readAgain(task.id)
  if (state.isLookedAt(task.id)) readUpTo(task.id, task.updatedAt)
}

/** Merges a listed conversation into the one that this browser has. */
function merge(id: string, task: ListedTask, ports: ReadingPorts): void {
  const { state } = ports
  const before = state.thread(id)?.conversation
  if (!before) return
  const { unsynced } = before
  const isBusy = ports.isBusy(id)
  const wasSaid = !isBusy && task.updatedAt > (before.listedAt ?? 0)
  const isOpened = ports.isOpened(id)
  const isDeleted = unsynced?.deleted ?? task.deleted
  const isReadThere = typeof task.readAt === 'number' && task.updatedAt <= task.readAt
  const isNew = wasSaid && !isOpened && isNews(before, task)
  const about: Partial<Conversation> = {
    contextId: before.contextId ?? task.contextId,
    title: unsynced?.title ?? task.title ?? before.title,
    pinned: (unsynced?.pinned ?? task.pinned) || undefined,
    deletedAt: isDeleted ? (before.deletedAt ?? ports.now()) : undefined,
    pending: task.pendingCalls.length,
    // While an answer is coming in here, the next list must report its end.
    listedAt: isBusy ? before.listedAt : task.updatedAt,
    ...(wasSaid && { updatedAt: task.updatedAt }),
    ...(task.readAt !== undefined && { readAt: Math.max(task.readAt ?? 0, before.readAt ?? 0) }),
    ...(isReadThere ? { unread: undefined } : isNew && { unread: true }),
  }
  if (isSame(before, about)) return
  if (isDeleted && before.deletedAt === undefined) ports.leave(id)
  state.patch(id, {}, about)
  state.save(id)
  const isReadHere = state.isLookedAt(id) || !(before.unread || isNews(before, task))
  // Without a known `readAt` the conversation is too old to report as read unasked.
  if (wasSaid && isReadHere && typeof task.readAt === 'number') ports.readUpTo(id, task.updatedAt)
  if (wasSaid && isOpened && !isDeleted) ports.readAgain(id)
}

/** Keeps the person's changes to conversations until the service has been told. */
function createListTelling({ state, client }: KeptListPorts) {
  let isKept = true
  const telling = new Set<string>()

  const change = (id: string, about: Partial<Conversation>) => {
    state.patch(id, {}, about)
    state.save(id)
  }

  /** Drops the changes that the service now knows. Later ones remain to be told. */
  const settle = (id: string, told: ConversationChange) => {
    const { unsynced } = state.thread(id)?.conversation ?? {}
    if (!unsynced) return
    const { title, pinned, deleted, readAt } = unsynced
    const left: ConversationChange = {
      ...(title !== undefined && title !== told.title && { title }),
      ...(pinned !== undefined && pinned !== told.pinned && { pinned }),
      ...(deleted !== undefined && deleted !== told.deleted && { deleted }),
      ...(readAt !== undefined && readAt !== told.readAt && { readAt }),
    }
    change(id, { unsynced: Object.keys(left).length > 0 ? left : undefined })
  }

  /** Returns null if the service has been told or will be told later, else why it refuses. */
  const tell = async (id: string): Promise<string | null> => {
    const { taskId = null, unsynced } = state.thread(id)?.conversation ?? {}
    if (!isKept || taskId === null || !unsynced || telling.has(id)) return null
    telling.add(id)
    try {
      const { deleted, ...change } = unsynced
      if (deleted) await client.deleteTask(taskId)
      else await client.updateTask(taskId, deleted === false ? { ...change, deleted } : change)
      settle(id, unsynced)
    } catch (thrown) {
      const error = asAgentError(thrown)
      if (error.rpcCode === null) return null
      settle(id, unsynced)
      if (isUnsupported(error)) isKept = false
      else if (error.rpcCode !== rpcCode.taskNotFound && unsynced.deleted) {
        change(id, { deletedAt: undefined })
        return error.message
      }
    } finally {
      telling.delete(id)
    }
    return tell(id)
  }

  const set = (id: string, about: Partial<Conversation>, unsynced: ConversationChange): Promise<string | null> => {
    const before = state.thread(id)?.conversation
    if (!before) return Promise.resolve(null)
    change(id, isKept ? { ...about, unsynced: { ...before.unsynced, ...unsynced } } : about)
    return tell(id)
  }

  return {
    /** True unless the service is known to keep no list. */
    isKept: () => isKept,
    giveUp: () => {
      isKept = false
    },
    tellAll: () => {
      for (const id of state.ids()) if (state.thread(id)?.conversation.unsynced) void tell(id)
    },
    change,
    set,
    readUpTo: (id: string, at: number) => {
      const { readAt } = state.thread(id)?.conversation ?? {}
      if (readAt !== undefined && at > readAt) void set(id, { readAt: at }, { readAt: at })
    },
  }
}

const idOf = (state: ChatState, taskId: string): string | undefined =>
  state.ids().find((id) => id === taskId || state.thread(id)?.conversation.taskId === taskId)

/** Maps each conversation's own id and its task's id to its own id. */
function knownTasks(state: ChatState): Map<string, string> {
  return new Map(
    state.ids().flatMap((id): [string, string][] => {
      const taskId = state.thread(id)?.conversation.taskId
      return [[id, id], ...(taskId ? [[taskId, id] satisfies [string, string]] : [])]
    }),
  )
}

const newestOf = (tasks: readonly ListedTask[], least: number): number =>
  tasks.reduce((newest, { changedAt }) => Math.max(newest, changedAt), least)

/** True if the service has something newer than this browser knows. Each counts time by its own clock. */
const isNews = ({ listedAt = 0, updatedAt }: Conversation, task: ListedTask): boolean =>
  task.updatedAt > (updatedAt > listedAt ? updatedAt + skew : listedAt)

const isSame = (before: Conversation, about: Partial<Conversation>): boolean => {
  const after: Conversation = { ...before, ...about }
  return (Object.keys(about) as (keyof Conversation)[]).every((key) => before[key] === after[key])
}
