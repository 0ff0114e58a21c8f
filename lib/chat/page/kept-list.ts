import type { ListedTask } from '@/lib/wire/conversations'
import { rpcCode } from '@/lib/wire/jsonrpc'
import { isTerminal } from '@/lib/wire/task'
import type { AgentClient } from '../service/agent-client'
import { asAgentError, isUnsupported } from '../service/agent-error'
import type { Conversation, ConversationChange } from '../store/chat'
import type { ChatState } from '../store/chat-state'
import type { Looked } from './watch'

export type KeptListPorts = {
  state: ChatState
  client: Pick<AgentClient, 'listTasks' | 'updateTask' | 'deleteTask'>
  now: () => number
  /** Resolves when storage has been read. */
  loaded: Promise<void>
  /** Asks the service whether the session is this account's: tabs share the cookie. */
  isSignedIn: () => Promise<boolean>
  /** Whether it was opened in this tab, so that its messages are to be brought up to date. */
  isOpened: (conversationId: string) => boolean
  isBusy: (conversationId: string) => boolean
  readAgain: (conversationId: string) => void
  /** Lets go of all that is under way in a conversation. */
  leave: (conversationId: string) => void
}

/** Two changes may become visible in another order than that of their times (`changedAfter`). Milliseconds. */
const overlap = 60_000
/** Pages of one look while the list is read for the first time: the rest follows at the next looks. */
const pagesAtOnce = 3
/** How far this browser's clock and the service's may be apart. Milliseconds. */
const skew = 60_000

/**
 * The person's conversations as the service keeps them, taken into those of this browser, and what is changed here told to the
 * service. Both are the same conversation where they have the same task. Nothing of this browser's own is lost by that: a
 * service that keeps no list leaves it as it is.
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
    /** Takes in conversations that a search has found. Gives the id that each has here. */
    takeFound: async (tasks: readonly ListedTask[]): Promise<string[]> => {
      const isTaken = await reading.take(tasks, () => false)
      return isTaken ? tasks.flatMap(({ id }) => idOf(state, id) ?? []) : []
    },
    /** Somebody looks at it. */
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
      // A new page may have let go of what was said.
      state.save(id, state.messagesOf(id))
    },
  }
}

type ReadingPorts = KeptListPorts & {
  /** The person has read what was said until then, by the service's clock. */
  readUpTo: (conversationId: string, at: number) => void
}

/** The service's list, read page by page at first and by its changes from then on. */
function createListReading(ports: ReadingPorts) {
  const { state, client } = ports
  /** Where the first reading goes on: undefined before its first page, null once it is through. */
  let nextPage: string | null | undefined
  /** The newest change that was seen, from which the next look asks. */
  let newest = 0

  /** False where the list may be another account's. */
  const take = async (tasks: readonly ListedTask[], isStale: () => boolean): Promise<boolean> => {
    const before = knownTasks(state)
    const isStrange = tasks.some((task) => !task.deleted && !before.has(task.id) && !state.isRemoved(task.id))
    if (isStrange && !(await ports.isSignedIn())) return false
    if (isStale()) return false
    // Meanwhile the service's own list may have brought some of them: what it said of them stays.
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

/** A listed conversation that this browser has not. What the list had at first is nothing new to the person. */
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
  // It may have been opened at its address before it was known.
  if (isOpened(task.id)) readAgain(task.id)
  if (state.isLookedAt(task.id)) readUpTo(task.id, task.updatedAt)
}

/** What the list says of a conversation that this browser has. */
function merge(id: string, task: ListedTask, ports: ReadingPorts): void {
  const { state } = ports
  const before = state.thread(id)?.conversation
  if (!before) return
  const { untold } = before
  const isBusy = ports.isBusy(id)
  const wasSaid = !isBusy && task.updatedAt > (before.listedAt ?? 0)
  const isOpened = ports.isOpened(id)
  const isDeleted = untold?.deleted ?? task.deleted
  const isReadThere = typeof task.readAt === 'number' && task.updatedAt <= task.readAt
  const isNew = wasSaid && !isOpened && isNews(before, task)
  const about: Partial<Conversation> = {
    contextId: before.contextId ?? task.contextId,
    title: untold?.title ?? task.title ?? before.title,
    pinned: (untold?.pinned ?? task.pinned) || undefined,
    deletedAt: isDeleted ? (before.deletedAt ?? ports.now()) : undefined,
    pending: task.pendingCalls.length,
    // While an answer comes in here, the next list is to say when it was over.
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
  // Where it is not known up to when it was read, it is too old to tell of by itself.
  if (wasSaid && isReadHere && typeof task.readAt === 'number') ports.readUpTo(id, task.updatedAt)
  if (wasSaid && isOpened && !isDeleted) ports.readAgain(id)
}

/** What the person changes about conversations, kept here until the service has been told. */
function createListTelling({ state, client }: KeptListPorts) {
  let isKept = true
  const telling = new Set<string>()

  const change = (id: string, about: Partial<Conversation>) => {
    state.patch(id, {}, about)
    state.save(id)
  }

  /** The service knows of this much. What was changed since then is still to be told. */
  const settle = (id: string, told: ConversationChange) => {
    const { untold } = state.thread(id)?.conversation ?? {}
    if (!untold) return
    const { title, pinned, deleted, readAt } = untold
    const left: ConversationChange = {
      ...(title !== undefined && title !== told.title && { title }),
      ...(pinned !== undefined && pinned !== told.pinned && { pinned }),
      ...(deleted !== undefined && deleted !== told.deleted && { deleted }),
      ...(readAt !== undefined && readAt !== told.readAt && { readAt }),
    }
    change(id, { untold: Object.keys(left).length > 0 ? left : undefined })
  }

  /** Null once the service has been told, or will be later; else why it refuses. */
  const tell = async (id: string): Promise<string | null> => {
    const { taskId = null, untold } = state.thread(id)?.conversation ?? {}
    if (!isKept || taskId === null || !untold || telling.has(id)) return null
    telling.add(id)
    try {
      const { deleted, ...change } = untold
      if (deleted) await client.deleteTask(taskId)
      else await client.updateTask(taskId, deleted === false ? { ...change, deleted } : change)
      settle(id, untold)
    } catch (thrown) {
      const error = asAgentError(thrown)
      if (error.rpcCode === null) return null
      settle(id, untold)
      if (isUnsupported(error)) isKept = false
      else if (error.rpcCode !== rpcCode.taskNotFound && untold.deleted) {
        change(id, { deletedAt: undefined })
        return error.message
      }
    } finally {
      telling.delete(id)
    }
    return tell(id)
  }

  const set = (id: string, about: Partial<Conversation>, untold: ConversationChange): Promise<string | null> => {
    const before = state.thread(id)?.conversation
    if (!before) return Promise.resolve(null)
    change(id, isKept ? { ...about, untold: { ...before.untold, ...untold } } : about)
    return tell(id)
  }

  return {
    /** Whether the service keeps a list, as far as it is known. */
    isKept: () => isKept,
    giveUp: () => {
      isKept = false
    },
    tellAll: () => {
      for (const id of state.ids()) if (state.thread(id)?.conversation.untold) void tell(id)
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

/** The conversations of this browser by their own ids and by those of their tasks. */
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

/** Whether what the service has last is more than this browser knows; each counts time by its own clock. */
const isNews = ({ listedAt = 0, updatedAt }: Conversation, task: ListedTask): boolean =>
  task.updatedAt > (updatedAt > listedAt ? updatedAt + skew : listedAt)

const isSame = (before: Conversation, about: Partial<Conversation>): boolean => {
  const after: Conversation = { ...before, ...about }
  return (Object.keys(about) as (keyof Conversation)[]).every((key) => before[key] === after[key])
}
